import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { listParticipants, subscribeToIssue, unsubscribeFromIssue } from '#contract/plan/issues/issues.ts'
import { type Member, world } from '#test/world/world.ts'

test('PARTIC-005 author, assignees, commenters, reactors and those mentioned, once each, the author first', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable({ author: 'rita', assigneeIds: [users.dan.id] })
  await as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: 'Ask @mina and @nina and @gus' })
  await as('olga').call(issueDiscussion.createAward, { ...issue.ref, name: 'tada' })
  const found = await as('gus').call(listParticipants, issue.ref)
  expect(found.map(each => each.username)).toEqual(['rita', 'dan', 'olga', 'mina', 'gus'])
})

test.each<[Member, readonly string[]]>([
  ['gus', ['olga']],
  ['rita', ['olga', 'mina', 'dan']],
])(
  'PERM-012 who takes part in internal notes only is not shown to %s unless they may read them',
  async (who, names) => {
    const { as, build } = await world()
    const issue = await build.issuable()
    const note = await as('dan').call(issueDiscussion.createNote, {
      ...issue.ref,
      body: 'Between us @mina',
      internal: true,
    })
    expect(note).toMatchObject({ internal: true })
    const found = await as(who).call(listParticipants, issue.ref)
    expect(found.map(each => each.username)).toEqual(names)
  },
)

test('PARTIC-005 a user who may not read a confidential issue is no participant of it', async () => {
  const { as, build } = await world()
  const issue = await build.issuable({ confidential: true })
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus @rita' })
  const found = await as('rita').call(listParticipants, issue.ref)
  expect(found.map(each => each.username)).toEqual(['olga', 'rita'])
})

test('NOTIF-001 subscribing twice and unsubscribing twice change nothing', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const status = async (operation: typeof subscribeToIssue | typeof unsubscribeFromIssue) =>
    (await as('gus').reply(operation, issue.ref)).status
  await expect(status(unsubscribeFromIssue)).resolves.toBe(304)
  await expect(status(subscribeToIssue)).resolves.toBe(201)
  await expect(status(subscribeToIssue)).resolves.toBe(304)
  await expect(status(unsubscribeFromIssue)).resolves.toBe(201)
})
