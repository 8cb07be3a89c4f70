import { expect, test } from 'vitest'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeReviewAnalytics, codeReviewsCsv, codeReviewsPage } from '#contract/insights/code-reviews.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, outcomeOf } from '#test/world/world.ts'

const id = 'weft/loom'

/** Open merge requests `one`, `two`, …, each with one more line than the one before. */
async function opened(names: readonly string[]) {
  const it = await codeWorld()
  await it.commit({ 'a.txt': 'a\n' })
  const iids: number[] = []
  for (const [index, name] of names.entries()) {
    await it.commit({ [`${name}.txt`]: 'line\n'.repeat(index + 1) }, { branch: name })
    const request = { id, sourceBranch: name, targetBranch: 'main', title: name }
    iids.push((await it.as('dan').call(createMergeRequest, request)).iid)
  }
  const comment = (who: Member, iid: number) =>
    it.as(who).call(mergeRequestDiscussion.createNote, { id, mergeRequestIid: iid, body: 'I read it' })
  return { ...it, iids, comment }
}

test('PREMIUM-025 merge requests that others have commented on are in review, the longest first', async () => {
  const it = await opened(['one', 'two', 'three'])
  const [one = 0, two = 0, three = 0] = it.iids
  await it.comment('dan', one)
  await it.comment('rita', three)
  await it.comment('mina', two)
  await it.as('mina').call(approveMergeRequest, { id, mergeRequestIid: two })
  await it.deliver()
  await it.db
    .updateTable('issuableMoments')
    .set({ at: new Date(Date.now() - 50 * 3_600_000).toISOString() })
    .where('event', '=', 'merge_request_first_commented_at')
    .where('issuableId', 'in', qb =>
      qb.selectFrom('issuables').select('id').where('iid', '=', two).where('series', '=', 'merge_request'),
    )
    .execute()
  const found = await it.as('rita').call(codeReviewAnalytics, { projectId: id })
  expect(found.map(({ iid, reviewTime }) => [iid, reviewTime])).toEqual([
    [two, 50],
    [three, 0],
  ])
  expect(found[0]).toMatchObject({
    title: 'two',
    author: { username: 'dan' },
    approvedBy: [{ username: 'mina' }],
    diffStats: { additions: 2, deletions: 0, total: 2, commitsCount: 1 },
  })
  const second = await it.as('rita').reply(codeReviewAnalytics, { projectId: id, perPage: 1, page: 2 })
  expect(second.headers).toMatchObject({ 'x-total': '2' })
  expect(second.body).toMatchObject([{ iid: three }])
})

test('PREMIUM-026 the page says how many are in review, for how long, and how many wait', async () => {
  const it = await opened(['one', 'two'])
  const [one = 0] = it.iids
  await it.comment('rita', one)
  await it.deliver()
  const page = await it.as('rita').call(codeReviewsPage, { namespace: id })
  expect(page).toMatchObject({ total: 1, unreviewed: 1, hasNext: false, mergeRequests: [{ iid: one }] })
  expect(Date.parse(page.medianSince ?? '')).toBeGreaterThan(Date.now() - 60_000)
  const waiting = await it.as('rita').call(codeReviewsPage, { namespace: id, waiting: true })
  expect(waiting).toMatchObject({ total: 1, unreviewed: 1, hasNext: false, mergeRequests: [{ iid: it.iids[1] }] })
  const csv = async (more: object) =>
    String((await it.as('rita').reply(codeReviewsCsv, { namespace: id, ...more })).body)
  expect((await csv({})).split('\r\n')[1]).toMatch(/^!1,one,dan,.*,0,1,1,1,0,,http/)
  expect((await csv({ waiting: true })).split('\r\n').map(line => line.split(',')[1])).toEqual([
    'Title',
    'two',
    undefined,
  ])
  expect(await outcomeOf(it.as('gus').call(codeReviewsCsv, { namespace: id }))).toBe('not_found')
})

test('PREMIUM-025 labels and milestone filter', async () => {
  const it = await opened(['one', 'two'])
  await it.build.label({ title: 'bug' })
  for (const iid of it.iids) await it.comment('rita', iid)
  await it.deliver()
  const ask = (filter: object) => it.as('rita').call(codeReviewAnalytics, { projectId: id, ...filter })
  expect(await ask({ labelName: ['bug'] })).toEqual([])
  expect(await ask({ milestoneTitle: 'Warp' })).toEqual([])
  expect(await ask({})).toHaveLength(2)
})

test.each<[Member | 'anon', string]>([
  ['dan', 'ok'],
  ['rita', 'ok'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-001 %s reads the code reviews of a private project: %s', async (who, outcome) => {
  const it = await codeWorld()
  expect(await outcomeOf(it.as(who).call(codeReviewAnalytics, { projectId: id }))).toBe(outcome)
  expect(await outcomeOf(it.as(who).call(codeReviewsPage, { namespace: id }))).toBe(outcome)
})

test('PREMIUM-025 any number of merge requests takes the same number of statements', async () => {
  const it = await opened(['one', 'two', 'three'])
  const ask = () => it.as('rita').call(codeReviewAnalytics, { projectId: id })
  await it.comment('rita', it.iids[0] ?? 0)
  await it.deliver()
  const few = await it.statements(ask)
  for (const iid of it.iids) await it.comment('mina', iid)
  await it.deliver()
  expect(await it.statements(ask)).toBe(few)
})
