import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { world } from '#test/world/world.ts'

test('EMOJI-020 EMOJI-023 the page of an issue sums its reactions up: thumbs first, mine marked, the others named', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  for (const who of ['rita', 'dan'] as const)
    await as(who).call(issueDiscussion.createAward, { ...issue.ref, name: 'tada' })
  await as('dan').call(issueDiscussion.createAward, { ...issue.ref, name: 'thumbsdown' })
  await as('gus').call(issueDiscussion.createAward, { ...issue.ref, name: 'thumbsup' })
  const page = await as('rita').call(getIssuePage, issue.page)
  expect(page.issue.awards).toEqual([
    { name: 'thumbsup', count: 1, isMine: false, users: ['Gus'] },
    { name: 'thumbsdown', count: 1, isMine: false, users: ['Dan'] },
    { name: 'tada', count: 2, isMine: true, users: ['Dan'] },
  ])
})
