import { expect, test } from 'vitest'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, world } from '#test/world/world.ts'
import { readReplyAddress, replySecret } from './reply-address.ts'

test('REF-005 the page of an issue tells who may comment an address of their own for it, where mails are taken in', async () => {
  const { as, build, db, users } = await world({ settings: { SMTP_IN_PORT: '2525' } })
  const project = await build.project({ visibility: 'public' })
  const issue = await build.issue({ projectId: project.id })
  const addressOf = async (who: Member | 'anon' | 'root') =>
    (await as(who).call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })).replyAddress
  const [gus, rita] = [await addressOf('gus'), await addressOf('rita')]
  expect(gus).not.toBe(rita)
  expect(readReplyAddress(await replySecret(db), gus ?? '')).toEqual({
    userId: users.gus.id,
    issuableId: issue.id,
    noteId: null,
  })
  await expect(addressOf('anon')).resolves.toBeNull()
  // A locked one is commented by members alone.
  await as('root').call(updateIssue, { id: project.id, issueIid: issue.iid, discussionLocked: true })
  await expect(addressOf('nina')).resolves.toBeNull()
  await expect(addressOf('root')).resolves.toMatch(/^reply\+/)
})

test('REF-005 there is no address where no mails are taken in', async () => {
  const { as, build, project } = await world()
  const { iid } = await build.issue()
  const page = await as('olga').call(getIssuePage, { namespace: project.fullPath, iid })
  expect(page.replyAddress).toBeNull()
})
