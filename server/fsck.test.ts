import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { recordPush } from '#server/code/repository/push/push.ts'
import { setDefaultBranch, updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { fsck, type Outcome } from './fsck.ts'

async function reviewed() {
  const built = await codeWorld()
  const { as, commit, project } = built
  const base = await commit({ 'a.txt': 'one\n' })
  const head = await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
  })
  const check = async (repair: boolean) => {
    const found: Outcome[] = []
    for await (const each of fsck(as('anon').ctx, { repair, isServed: false })) found.push(each)
    return found.filter(({ place }) => place.startsWith(project.fullPath))
  }
  /** A thread on the only line of b.txt. */
  const comment = () =>
    as('dan').call(mergeRequestDiscussion.createDiscussion, {
      id: project.id,
      mergeRequestIid: made.iid,
      body: 'Too tight.',
      position: {
        ...{ baseSha: base, startSha: base, headSha: head },
        ...{ positionType: 'text', oldPath: 'b.txt', newPath: 'b.txt', newLine: 1 },
      },
    })
  const recorded = (ref: string, after: string) =>
    recordPush(as('dan').ctx, { id: project.id, defaultBranch: 'main' }, [{ ref, before: null, after }])
  return { ...built, base, head, made, check, comment, recorded }
}

test('fsck finds nothing where repository, rows and events agree', async () => {
  const { check } = await reviewed()
  expect(await check(false)).toEqual([])
})

test('fsck finds and repairs a branch, kept commits, HEAD and a count that do not agree', async () => {
  const { as, base, check, commit, db, dir, head, made, project, recorded } = await reviewed()
  await recorded('refs/heads/feature', head)
  await recorded('refs/heads/gone', base)
  const moved = await commit({ 'c.txt': 'unheard\n' }, { branch: 'feature' })
  await updateRefs(dir, [{ ref: `refs/keep-around/${head}`, after: null }])
  await setDefaultBranch(dir, 'feature')
  await sql`update projects set open_merge_requests_count = 7 where id = ${project.id}`.execute(db)

  const place = project.fullPath
  const findings = [
    {
      place: `${place}!${made.iid}`,
      text: `The latest version is ${head.slice(0, 12)}, but feature is at ${moved.slice(0, 12)}.`,
    },
    {
      place: `${place}!${made.iid}`,
      text: `No ref protects these commits from garbage collection: ${head.slice(0, 12)}.`,
    },
    { place, text: '7 open merge requests are shown, but there are 1.' },
    {
      place,
      text: `refs/heads/feature is at ${moved.slice(0, 12)}, but the last recorded push left it at ${head.slice(0, 12)}.`,
    },
    { place, text: `refs/heads/gone is deleted, but the last recorded push left it at ${base.slice(0, 12)}.` },
    { place, text: 'HEAD points to feature, but the default branch is main.' },
  ]
  expect(await check(false)).toEqual(findings.map(each => ({ ...each, repaired: false })))
  expect(await check(true)).toEqual(findings.map(each => ({ ...each, repaired: true })))
  expect(await check(false)).toEqual([])
  const shown = await as('dan').call(getMergeRequest, { id: project.id, mergeRequestIid: made.iid })
  expect(shown.sha).toBe(moved)
})

test('fsck leaves a merge request that cannot be repaired to a person, and repairs the rest', async () => {
  const { check, db, dir, made, project } = await reviewed()
  await writeFile(join(dir, 'refs/heads/feature'), `${'1'.repeat(40)}\n`)
  await sql`update projects set open_merge_requests_count = 7 where id = ${project.id}`.execute(db)
  const found = await check(true)
  const place = project.fullPath
  expect(found).toContainEqual({
    place: `${place}!${made.iid}`,
    text: expect.stringContaining(`feature is at ${'1'.repeat(12)}`),
    repaired: false,
  })
  expect(found).toContainEqual({ place, text: '7 open merge requests are shown, but there are 1.', repaired: true })
})

test('fsck leaves missing objects to a person', async () => {
  const { check, dir, project } = await reviewed()
  await writeFile(join(dir, 'refs/heads/broken'), `${'1'.repeat(40)}\n`)
  expect(await check(true)).toEqual([
    { place: project.fullPath, text: expect.stringContaining('1'.repeat(40)), repaired: false },
  ])
})

test('fsck finds and repairs rows of merge requests that are missing or do not agree', async () => {
  const { as, check, commit, db, head, made, project } = await reviewed()
  await commit({ 'c.txt': 'meanwhile\n' })
  await sql`delete from merge_request_versions where merge_request_id = ${made.id}`.execute(db)
  await sql`update merge_requests set is_open = false where id = ${made.id}`.execute(db)
  const repairs = async () => (await check(true)).map(({ text, repaired }) => [text, repaired])
  expect(await repairs()).toEqual([
    ['Its state and the list of open merge requests disagree.', true],
    [`The row of the latest version, ${head.slice(0, 12)}, is missing.`, true],
  ])
  await sql`update merge_requests set checked_heads = null where id = ${made.id}`.execute(db)
  await sql`update issuables set state = 'locked' where id = ${made.id}`.execute(db)
  expect(await repairs()).toEqual([
    ['It is locked for a merge that is not in progress.', true],
    ['Its branches have moved since they were last checked.', true],
  ])
  expect(await check(false)).toEqual([])
  expect(await as('dan').call(getMergeRequest, { id: project.id, mergeRequestIid: made.iid })).toMatchObject({
    state: 'opened',
    sha: head,
    changesCount: '1',
    diffRefs: { headSha: head },
  })
})

test('fsck finds and carries threads that no job carries to the latest version', async () => {
  const { check, comment, commit, db, made, project } = await reviewed()
  await comment()
  await commit({ 'b.txt': 'above\nnew\n' }, { branch: 'feature' })
  // A version that is made while nothing delivers events: the job that carries the thread waits.
  expect(await check(true)).toHaveLength(1)
  expect(await check(false)).toEqual([])
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const found = { place: `${project.fullPath}!${made.iid}`, text: 'Threads were not moved to the latest version.' }
  expect(await check(true)).toEqual([{ ...found, repaired: true }])
  expect(await check(false)).toEqual([])
  const { rows } = await sql`select p.carried->'position'->>'new_line' as line from note_positions p`.execute(db)
  expect(rows).toEqual([{ line: '2' }])
})

test('fsck leaves missing rows of a thread and of a merge request to a person', async () => {
  const { check, comment, db, made, project } = await reviewed()
  await comment()
  const place = `${project.fullPath}!${made.iid}`
  await sql`delete from note_positions`.execute(db)
  const noPosition = { place, text: 'A thread on its code has no position.', repaired: false }
  expect(await check(true)).toEqual([noPosition])
  await sql`delete from merge_requests where id = ${made.id}`.execute(db)
  expect(await check(true)).toEqual([{ place, text: 'Its row in merge_requests is missing.', repaired: false }])
})

test('fsck finds and records a branch that no push of the log has made', async () => {
  const { check, base, head, project, recorded } = await reviewed()
  await recorded('refs/heads/main', base)
  const place = project.fullPath
  const text = `refs/heads/feature is at ${head.slice(0, 12)}, but no push of it is recorded.`
  expect((await check(true)).filter(each => each.text === text)).toEqual([{ place, text, repaired: true }])
  expect(await check(false)).toEqual([])
})
