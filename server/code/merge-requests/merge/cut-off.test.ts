import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { acceptMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { load } from '#server/access/load.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'
import { mergeRequestById } from '../find.ts'
import { finishMerges, mergeMergeRequest } from './merge.ts'

test('a merge that waited long for its turn is not taken for one that was cut off', async () => {
  const { open, as, ref, db, dir } = await reviewed()
  const made = await open()
  const { ctx } = as('mina')
  const askedLongAgo = { ...ctx, now: new Date(Date.now() - 120_000).toISOString() }
  const mergeRequest = await load(ctx, 'issuable:merge', mergeRequestById, { id: made.id })
  const lock = join(dir, 'refs/heads/main.lock')
  await writeFile(lock, '')
  const merging = mergeMergeRequest(askedLongAgo, mergeRequest, {})
  const isStored = async () => {
    const { rows } = await sql`select 1 from merge_requests where id = ${made.id} and merging is not null`.execute(db)
    return rows.length === 1
  }
  await expect.poll(isStored, { timeout: 10_000 }).toBe(true)
  await finishMerges(db, ctx.services)
  expect(await isStored()).toBe(true)
  await rm(lock)
  await merging
  expect((await as('mina').call(getMergeRequest, ref(made.iid))).state).toBe('merged')
})

test('a merge whose target branch moves meanwhile is checked again, by the CODEOWNERS file of the new target', async () => {
  const { open, as, ref, db, dir, commit, project } = await reviewed()
  await as('mina').call(protectBranch, { id: project.id, name: 'main', codeOwnerApprovalRequired: true })
  const made = await open()
  const next = await commit({ CODEOWNERS: 'b.txt @olga\n' }, { branch: 'next' })
  const lock = join(dir, 'refs/heads/main.lock')
  await writeFile(lock, '')
  const merging = as('mina').call(acceptMergeRequest, ref(made.iid))
  const outcome = merging.then(
    () => 'merged',
    error => error.kind,
  )
  const isStored = async () => {
    const { rows } = await sql`select 1 from merge_requests where id = ${made.id} and merging is not null`.execute(db)
    return rows.length === 1
  }
  await expect.poll(isStored, { timeout: 10_000 }).toBe(true)
  await writeFile(join(dir, 'refs/heads/main'), `${next}\n`)
  await rm(lock)
  expect(await outcome).toBe('not_allowed')
  const shown = await as('mina').call(getMergeRequest, ref(made.iid))
  expect(shown).toMatchObject({ state: 'opened', detailedMergeStatus: 'not_approved' })
})
