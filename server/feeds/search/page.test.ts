import { expect, test } from 'vitest'
import { searchPage } from '#contract/feeds/search.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, world } from '#test/world/world.ts'

/** Items of each kind about spools in the private group weft and its project, and in no one else's. */
async function spools() {
  const built = await codeWorld()
  const { as, build, commit, db, group, project, users } = built
  await build.member({ at: group.id, userId: users.mina.id, level: 50 })
  await commit({ 'src/spool.c': 'int main(void) {\n  return wind_spool();\n}\n' }, { message: 'Wind the spool' })
  const issue = await build.issue({
    title: 'Cräcked',
    description: `${'Long before. '.repeat(20)}The spool is broken.`,
  })
  await build.issue({ title: 'Spool closed', state: 'closed', authorId: users.dan.id })
  await build.issue({ title: 'Spool secret', confidential: true })
  const request = await build.issue({ type: 'merge_request', title: 'Mend the spool' })
  await db
    .insertInto('mergeRequests')
    .values({
      id: request.id,
      namespaceId: project.id,
      sourceProjectId: project.id,
      sourceBranch: 'a',
      targetBranch: 'main',
    })
    .execute()
  await as('mina').call(createEpic, { id: group.id, title: 'All spools' })
  await build.milestone({ title: 'Spool day' })
  await as('mina').call(issueDiscussion.createNote, { ...issue.ref, body: 'Another spool here' })
  await as('mina').call(issueDiscussion.createNote, { ...issue.ref, body: 'Between us: the spool', internal: true })
  await db.updateTable('users').set({ name: 'Spooler' }).where('id', '=', users.dan.id).execute()
  const found = async (who: Member, given: object = {}) => {
    const reply = await as(who).call(searchPage, { search: 'spool', ...given })
    const counts = Object.fromEntries(reply.counts.flatMap(({ kind, count }) => (count ? [[kind, count]] : [])))
    return { ...reply, counts, titles: reply.rows.map(({ title }) => title) }
  }
  return { ...built, issue, found }
}

test.each<[Member, object]>([
  ['mina', { issues: 3, merge_requests: 1, epics: 1, notes: 2, milestones: 1, users: 1 }],
  ['gus', { issues: 2, epics: 1, notes: 1, milestones: 1, users: 1 }],
  ['nina', { users: 1 }],
])('%s is shown %j', async (who, counts) => {
  const { found, group, project } = await spools()
  expect((await found(who)).counts).toEqual(counts)
  if (who !== 'nina') return
  await expect(found(who, { projectId: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(found(who, { groupId: group.id })).rejects.toMatchObject({ kind: 'not_found' })
})

test('a row has what was found with what stands around it', async () => {
  const { found, issue } = await spools()
  const { rows } = await found('mina', { search: 'broken cracked' })
  expect(rows).toMatchObject([
    {
      ...{ key: String(issue.id), title: 'Cräcked', path: `/weft/loom/-/issues/${issue.iid}`, state: 'opened' },
      ...{ reference: `weft/loom#${issue.iid}`, author: { username: 'rita' } },
    },
  ])
  expect(rows[0]?.snippet).toMatch(/^….*The spool is broken\.$/)
  const { rows: notes } = await found('gus', { scope: 'notes' })
  expect(notes).toMatchObject([{ title: 'Cräcked', snippet: 'Another spool here' }])
  expect(notes[0]?.path).toMatch(/issues\/\d+#note_\d+$/)
})

test('results are narrowed by state, author and place', async () => {
  const { found, group, project } = await spools()
  expect((await found('mina', { state: 'closed' })).titles).toEqual(['Spool closed'])
  expect((await found('mina', { author: '@dan' })).titles).toEqual(['Spool closed'])
  expect((await found('mina', { author: 'nobody', scope: 'issues' })).titles).toEqual([])
  expect((await found('mina', { groupId: group.id, scope: 'epics' })).titles).toEqual(['All spools'])
  const inProject = await found('mina', { projectId: project.id })
  expect(inProject.place).toMatchObject({ kind: 'project', fullPath: 'weft/loom' })
  expect(inProject.counts).toEqual({ issues: 3, merge_requests: 1, notes: 2, milestones: 1, users: 1 })
})

test('files and commits of a project are found by those who may read its code', async () => {
  const { found, project } = await spools()
  const files = await found('dan', { projectId: project.id, scope: 'blobs' })
  expect(files.rows).toMatchObject([{ title: 'src/spool.c', reference: expect.stringContaining('Line') }])
  expect(files.rows[0]?.snippet).toContain('wind_spool')
  expect((await found('dan', { projectId: project.id, scope: 'commits' })).titles).toEqual(['Wind the spool'])
  expect((await found('gus', { projectId: project.id, scope: 'blobs' })).titles).toEqual([])
})

test('a word may name the kind, and where nothing has the words as they are spelled, one letter of a word may be wrong', async () => {
  const { found } = await spools()
  expect(await found('mina', { search: 'epic spools' })).toMatchObject({ counts: { epics: 1 }, isNear: false })
  expect(await found('mina', { search: 'milestone spool day' })).toMatchObject({ counts: { milestones: 1 } })
  expect(await found('mina', { search: 'comment another' })).toMatchObject({ counts: { notes: 1 } })
  const near = await found('mina', { search: 'spoel brokan' })
  expect([near.titles, near.isNear]).toEqual([['Cräcked'], true])
  expect((await found('gus', { search: 'spoel secrit' })).counts).toEqual({})
  expect(await found('mina', { search: 'spxxl' })).toMatchObject({ counts: {}, isNear: false })
})

test('nothing is looked for without words, and the pages hold twenty rows', async () => {
  const { as, build, queries } = await world()
  expect(await as('gus').call(searchPage, { search: ' ' })).toMatchObject({ rows: [], hasNext: false })
  for (let each = 1; each <= 21; each += 1) await build.issue({ title: `Reed ${each}` })
  const page = (number: number) => as('gus').call(searchPage, { search: 'reed', page: number })
  const first = await page(1)
  expect([first.rows.length, first.hasNext]).toEqual([20, true])
  expect(await page(2)).toMatchObject({ rows: [{ title: 'Reed 1' }], hasNext: false })
  const few = (await queries(() => as('gus').call(searchPage, { search: 'reed 1' }))).length
  expect((await queries(() => page(1))).length).toBe(few)
})
