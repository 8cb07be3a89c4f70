import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import {
  createMergeRequestBlock,
  deleteMergeRequestBlock,
  getMergeRequestBlock,
  listMergeRequestBlockees,
  listMergeRequestBlocks,
} from '#contract/code/merge-requests/merge-request-blocks.ts'
import { getMergeRequestPage, updateMergeRequestEntity } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { createProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reachMergeTimes } from '../merge/merge-time.ts'

/** Open merge requests of dan, `!1` and so on. */
async function opened(count: number, { commits = false } = {}) {
  const built = await codeWorld({ commits })
  const { as, project, commit } = built
  await commit({ 'a.txt': 'one\n' })
  const made: { readonly id: number }[] = []
  for (let at = 1; at <= count; at++) {
    await commit({ [`${at}.txt`]: 'new\n' }, { branch: `feature-${at}` })
    const given = { sourceBranch: `feature-${at}`, targetBranch: 'main', title: `Add ${at}` }
    made.push(await as('dan').call(createMergeRequest, { id: project.id, ...given }))
  }
  const ref = (iid: number) => ({ id: project.id, mergeRequestIid: iid })
  const block = (iid: number, by: number) =>
    as('dan').call(createMergeRequestBlock, { ...ref(iid), blockingMergeRequestId: made[by - 1]?.id ?? 0 })
  const seen = (iid: number) => as('mina').call(getMergeRequest, ref(iid))
  return { ...built, made, ref, block, seen }
}

test('MR-013 a blocked merge request is merged neither before the one that blocks it nor later than by auto-merge', async () => {
  const { as, ref, block, seen, project, deliver, commit } = await opened(2)
  // The merge goes into another branch, whose push does not notify the merge request.
  await commit({ 'c.txt': 'stable\n' }, { branch: 'stable' })
  await as('dan').call(updateMergeRequest, { ...ref(2), targetBranch: 'stable' })
  const made = await block(2, 1)
  expect(made).toMatchObject({
    blockingMergeRequest: { iid: 1 },
    blockedMergeRequest: { iid: 2 },
    projectId: project.id,
  })
  expect(await seen(2)).toMatchObject({ detailedMergeStatus: 'merge_request_blocked' })
  await expect(as('mina').call(acceptMergeRequest, ref(2))).rejects.toMatchObject({ kind: 'not_allowed' })
  await as('mina').call(acceptMergeRequest, { ...ref(2), autoMerge: true })
  await as('dan').call(updateMergeRequest, { ...ref(1), stateEvent: 'close' })
  await deliver()
  expect(await seen(2)).toMatchObject({ state: 'opened', detailedMergeStatus: 'merge_request_blocked' })
  await as('dan').call(updateMergeRequest, { ...ref(1), stateEvent: 'reopen' })
  await deliver()
  await as('mina').call(acceptMergeRequest, ref(1))
  await deliver()
  expect(await seen(2)).toMatchObject({ state: 'merged' })
  expect((await as('rita').call(listMergeRequestBlocks, ref(2))).map(each => each.blockingMergeRequest.state)).toEqual([
    'merged',
  ])
  expect((await as('rita').call(listMergeRequestBlockees, ref(1))).map(each => each.id)).toEqual([made.id])
})

test('MR-013 a merge request with a removed dependency can be merged, as can one whose blocking merge request is deleted', async () => {
  const { as, ref, block, seen, project } = await opened(3)
  const { id: blockId } = await block(2, 1)
  await expect(as('rita').call(deleteMergeRequestBlock, { ...ref(2), blockId })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('dan').call(deleteMergeRequestBlock, { ...ref(3), blockId })).rejects.toMatchObject({
    kind: 'not_found',
  })
  await as('dan').call(deleteMergeRequestBlock, { ...ref(2), blockId })
  expect(await seen(2)).toMatchObject({ detailedMergeStatus: 'mergeable' })
  await as('dan').call(createMergeRequestBlock, {
    ...ref(3),
    blockingMergeRequestIid: 1,
    blockingProjectId: project.fullPath,
  })
  await as('olga').call(deleteMergeRequest, ref(1))
  expect(await seen(3)).toMatchObject({ detailedMergeStatus: 'mergeable' })
})

test('MR-013 a dependency is refused twice, on itself, in a circle, and without a name', async () => {
  const { as, ref, block } = await opened(3)
  await block(2, 1)
  await block(3, 2)
  await expect(block(2, 1)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(block(1, 1)).rejects.toMatchObject({ kind: 'malformed' })
  await expect(block(1, 3)).rejects.toMatchObject({ kind: 'malformed' })
  await expect(as('dan').call(createMergeRequestBlock, ref(1))).rejects.toMatchObject({ kind: 'malformed' })
})

test('MR-013 of two dependencies that close a circle at once, one is made', async () => {
  const { block } = await opened(2, { commits: true })
  const answers = await Promise.allSettled([block(1, 2), block(2, 1)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('MR-013 a dependency on a merge request that a reader cannot see is counted, not named', async () => {
  const { as, ref, project } = await opened(1)
  const root = as('root')
  const hidden = await root.call(createProject, { name: 'Hidden', path: 'hidden', visibility: 'private' })
  const add = (filePath: string, branch: string, more: object = {}) =>
    root.call(createCommit, {
      id: hidden.id,
      branch,
      commitMessage: 'Add',
      actions: [{ action: 'create', filePath, content: 'x' }],
      ...more,
    })
  await add('a.txt', 'main')
  await add('b.txt', 'work', { startBranch: 'main' })
  const given = { id: hidden.id, sourceBranch: 'work', targetBranch: 'main', title: 'Secret' }
  const secret = await root.call(createMergeRequest, given)
  await expect(
    as('dan').call(createMergeRequestBlock, { ...ref(1), blockingMergeRequestId: secret.id }),
  ).rejects.toMatchObject({ kind: 'not_found' })
  const { id: blockId } = await root.call(createMergeRequestBlock, { ...ref(1), blockingMergeRequestId: secret.id })
  const page = async (who: 'dan' | 'root') =>
    (await as(who).call(getMergeRequestPage, { namespace: project.fullPath, iid: 1 })).mergeRequest.blocking
  expect(await page('dan')).toEqual({ visible: [], hiddenCount: 1 })
  expect(await page('root')).toMatchObject({
    visible: [{ title: 'Secret', reference: `${hidden.pathWithNamespace}!1`, state: 'opened' }],
    hiddenCount: 0,
  })
  expect(await as('dan').call(listMergeRequestBlocks, ref(1))).toEqual([])
  const one = { ...ref(1), blockId }
  await expect(as('dan').call(getMergeRequestBlock, one)).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as('dan').call(deleteMergeRequestBlock, one)).rejects.toMatchObject({ kind: 'not_found' })
  const reference = `projectPath: "${project.fullPath}", iid: "1"`
  const cleared = await askGraphql(
    as('dan').ctx,
    `mutation { mergeRequestSetBlockingMergeRequests(input: { ${reference}, blockingMergeRequestReferences: [] }) { errors } }`,
  )
  expect(cleared.errors).toEqual([])
  expect((await page('dan')).hiddenCount).toBe(1)
})

test('MR-013 over GraphQL, references set what blocks a merge request', async () => {
  const { as, ref, project } = await opened(3)
  const set = async (references: string) => {
    const wanted = `mutation { mergeRequestSetBlockingMergeRequests(input: { projectPath: "${project.fullPath}", iid: "3",
      blockingMergeRequestReferences: [${references}] }) { errors mergeRequest { detailedMergeStatus } } }`
    const { data } = await askGraphql(as('dan').ctx, wanted)
    return data?.mergeRequestSetBlockingMergeRequests
  }
  const blocking = async () =>
    (await as('rita').call(listMergeRequestBlocks, ref(3))).map(each => each.blockingMergeRequest.iid)
  expect(await set(`"!1", "${project.fullPath}!2"`)).toEqual({
    errors: [],
    mergeRequest: { detailedMergeStatus: 'MERGE_REQUEST_BLOCKED' },
  })
  expect(await blocking()).toEqual([1, 2])
  expect((await set('"!1", "!99"')).errors).toEqual(['No merge request was found for !99'])
  await set('"2"')
  expect(await blocking()).toEqual([2])
})

test('MR-013 a merge request is not merged before the time set for it, and auto-merge goes on then', async () => {
  const { as, ref, seen, db, services, deliver } = await opened(1)
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  const after = inMs(60_000)
  expect(await as('dan').call(updateMergeRequest, { ...ref(1), mergeAfter: after })).toMatchObject({
    mergeAfter: after,
    detailedMergeStatus: 'merge_time',
  })
  await expect(as('mina').call(acceptMergeRequest, ref(1))).rejects.toMatchObject({ kind: 'not_allowed' })
  await as('mina').call(acceptMergeRequest, { ...ref(1), autoMerge: true })
  await reachMergeTimes(db, services, inMs(30_000))
  await deliver()
  expect(await seen(1)).toMatchObject({ state: 'opened' })
  // The moment comes, before the transaction of the test began.
  await db
    .updateTable('mergeRequests')
    .set({ mergeAfter: inMs(-60_000), waitsUntil: inMs(-60_000) })
    .execute()
  await reachMergeTimes(db, services)
  await deliver()
  expect(await seen(1)).toMatchObject({ state: 'merged' })
})

test('MR-013 the time before which a merge request is not merged is given with it, over GraphQL too, and taken away', async () => {
  const { as, ref, commit, project } = await opened(0)
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const created = await askGraphql(
    as('dan').ctx,
    `mutation { mergeRequestCreate(input: { projectPath: "${project.fullPath}", sourceBranch: "feature", targetBranch: "main", title: "Later",
      mergeAfter: "2099-01-02T03:04:05Z" }) { errors mergeRequest { mergeAfter detailedMergeStatus } } }`,
  )
  expect(created.data?.mergeRequestCreate).toEqual({
    errors: [],
    mergeRequest: { mergeAfter: expect.stringMatching(/^2099-01-02T03:04:05/), detailedMergeStatus: 'MERGE_TIME' },
  })
  expect(await as('dan').call(updateMergeRequest, { ...ref(1), mergeAfter: null })).toMatchObject({
    mergeAfter: null,
    detailedMergeStatus: 'mergeable',
  })
})

test('MR-013 the page adds dependencies by reference and address, all or none, with a sentence for what cannot be', async () => {
  const { as, project, seen } = await opened(3)
  const page = { namespace: project.fullPath, iid: 3 }
  const add = (...addBlockingReferences: string[]) =>
    as('dan').reply(updateMergeRequestEntity, { ...page, mergeRequest: { addBlockingReferences } })
  expect(await add('!1', '!9')).toMatchObject({ status: 422, body: { errors: ['No merge request was found for !9'] } })
  expect(await add('!3')).toMatchObject({ status: 422, body: { errors: ['A merge request cannot block itself'] } })
  const { title } = await seen(3)
  const renamed = { title: 'Renamed', addBlockingReferences: ['!9'] }
  expect((await as('dan').reply(updateMergeRequestEntity, { ...page, mergeRequest: renamed })).status).toBe(422)
  expect(await seen(3)).toMatchObject({ title })
  const { webUrl } = await seen(2)
  expect(await add('1', webUrl)).toMatchObject({ status: 200 })
  expect(await add('!1')).toMatchObject({ status: 200 })
  const { mergeRequest } = await as('rita').call(getMergeRequestPage, page)
  expect(mergeRequest.blocking.visible).toMatchObject([{ reference: '!1' }, { reference: '!2' }])
  const [first] = mergeRequest.blocking.visible
  await as('dan').call(deleteMergeRequestBlock, { id: project.id, mergeRequestIid: 3, blockId: first?.blockId ?? 0 })
  expect(await seen(3)).toMatchObject({ detailedMergeStatus: 'merge_request_blocked' })
})

test('MR-013 the page says when a merge request can be merged, and takes that back', async () => {
  const { as, project, seen } = await opened(1)
  const set = (mergeAfter: string | null) =>
    as('dan').call(updateMergeRequestEntity, { namespace: project.fullPath, iid: 1, mergeRequest: { mergeAfter } })
  await set('2099-01-02T03:04:05.000Z')
  expect(await seen(1)).toMatchObject({ detailedMergeStatus: 'merge_time', mergeAfter: '2099-01-02T03:04:05.000Z' })
  await set(null)
  expect(await seen(1)).toMatchObject({ detailedMergeStatus: 'mergeable', mergeAfter: null })
})
