import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { world } from '#test/world/world.ts'
import { readAddresses } from './addresses.ts'

test.each<[string, readonly string[] | null]>([
  ['ann@weavers.example', ['ann@weavers.example']],
  ['Ann@Weavers.example, ben@x.example  ann@weavers.example', ['ann@weavers.example', 'ben@x.example']],
  ['ann', null],
  ['ann@host', null],
  ['<ann@weavers.example>', null],
  ['', []],
])('addresses in %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

const six = Array.from({ length: 6 }, (_, index) => `p${index}@weavers.example`).join(' ')

test('FORM-027 comments are mailed to added addresses, except internal ones', async () => {
  const { as, build, db, deliver } = await world()
  const issue = await build.issuable({ title: 'The shuttle jams' })
  const say = (note: string, internal = false) =>
    as('rita').call(createPageNote, { ...issue.target, note: { note, internal } })
  const { quickActionsStatus } = await say('/add_email ann@weavers.example ben@weavers.example')
  expect(quickActionsStatus?.messages).toEqual([
    'Added ann@weavers.example, ben@weavers.example. Comments are sent to ann@weavers.example, ben@weavers.example once they confirm.',
  ])
  await db.updateTable('outsideConsents').set({ agreedAt: '2026-01-01T00:00:00Z' }).execute()
  await say('For everybody')
  await say('For us alone', true)
  await say('/remove_email ben@weavers.example')
  await say('For Ann')
  await deliver()
  const mails = await db
    .selectFrom('mails')
    .select(['recipient', 'text', 'subject'])
    .where('userId', 'is', null)
    .where('subject', 'like', 'Re: %')
    .orderBy('id')
    .execute()
  expect(mails.map(mail => mail.recipient)).toEqual(['ann@weavers.example', 'ann@weavers.example'])
  expect(mails[0]?.subject).toMatch(/^Re: .* \| The shuttle jams \(#\d+\)$/)
  expect(mails.map(mail => mail.text).join()).toContain('For everybody')
  expect(mails.map(mail => mail.text).join()).not.toContain('For us alone')
  const history = await as('gus').call(issueDiscussion.listNotes, { ...issue.ref, activityFilter: 'only_activity' })
  expect(history.map(note => note.body)).toEqual(['removed an email participant', 'added 2 email participants'])
})

test.each([
  ['/add_email', 'Could not apply add_email command. Enter at least one email address.'],
  ['/add_email nobody', 'Could not apply add_email command. Enter valid email addresses.'],
  [`/add_email ${six} q@weavers.example`, 'Could not apply add_email command. Add at most 6 addresses at a time.'],
  [
    '/add_email a@b.example\n/add_email a@b.example',
    'Could not apply add_email command. They are already participants.',
  ],
  ['/remove_email a@b.example', 'Could not apply remove_email command. They are not participants.'],
  [
    `/add_email ${six}\n/add_email ${six.replaceAll('p', 'q')}`,
    'Could not apply add_email command. An issue can have up to 10 email participants.',
  ],
])('FORM-033 %s is refused', async (text, sentence) => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const { quickActionsStatus } = await as('rita').call(createPageNote, {
    ...issue.target,
    note: { note: `Text\n${text}` },
  })
  expect(quickActionsStatus?.errorMessages).toEqual([sentence])
  const kept = await db
    .selectFrom('issueEmailParticipants')
    .select('email')
    .where('issuableId', '=', issue.id)
    .execute()
  expect(kept.length).toBeLessThanOrEqual(6)
})

test('a user who may not set attributes adds no addresses', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  await expect(
    as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: '/add_email a@b.example' }),
  ).resolves.toMatchObject({
    body: '/add_email a@b.example',
  })
})
