import { expect, test } from 'vitest'
import {
  chooseOwnActivity,
  notificationsPage,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from '#contract/feeds/notifications.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { deliverEvent } from '#server/deliver.ts'
import { site } from '#test/world/site.ts'
import { type World, world } from '#test/world/world.ts'
import { tellWhatIsDue } from './due.ts'
import { purgeSentNotices, sendDueNotices } from './write.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function mails({ db }: Pick<World, 'db'>) {
  const rows = await db
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'u.username', 'm.subject', 'm.text', 'm.html', 'm.headers', 'm.senderName'])
    .orderBy('m.id')
    .execute()
  return rows.map(row => ({ ...row, headers: row.headers as Record<string, string> }))
}
const names = async (it: World) => (await mails(it)).map(mail => mail.username).sort()

test('NOTIF-004 several events of one item within five minutes make one mail', async () => {
  const it = await world()
  const { as, db, deliver, services } = it
  const issue = await it.build.issuable({ author: 'gus' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'One' })
  await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body: 'Two **bold**' })
  await as('olga').call(updateIssue, { ...issue.ref, stateEvent: 'close' })
  await deliver()
  await sendDueNotices(db, services, inMinutes(4))
  await expect(names(it)).resolves.toEqual([])
  await sendDueNotices(db, services, inMinutes(6))
  const toGus = (await mails(it)).filter(mail => mail.username === 'gus')
  expect(toGus).toHaveLength(1)
  expect(toGus[0]?.text).toMatch(
    /^Rita commented:\n\nOne\n\nhttp.*#note_\d+\n\nDan commented:\n\nTwo \*\*bold\*\*\n\nhttp.*#note_\d+\n\nOlga closed the issue\.\n/,
  )
  expect(toGus[0]?.html).toContain('<strong>Dan</strong> commented:')
  expect(toGus[0]?.html).toContain('Two <strong>bold</strong>')
  expect(toGus[0]?.senderName).toBeNull()
  await sendDueNotices(db, services, inMinutes(12))
  expect((await names(it)).filter(name => name === 'gus')).toEqual(['gus'])
})

test('mentions and assignments are told at once, with what waited; and nobody is told twice by a job that runs again', async () => {
  const it = await world()
  const { as, db, deliver, services, users } = it
  const issue = await it.build.issuable({ author: 'gus' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'First' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Now, @gus' })
  await as('rita').call(updateIssue, { ...issue.ref, assigneeIds: [users.dan.id] })
  await deliver()
  const [first, ...others] = await mails(it)
  expect([first, ...others].map(mail => mail?.username)).toEqual(['gus', 'dan'])
  expect(first).toMatchObject({
    senderName: 'Rita',
    text: expect.stringMatching(/First[\s\S]*Now, @gus/),
    headers: { 'X-GitLab-NotificationReason': 'mentioned' },
  })
  const events = await db.selectFrom('events').select('id').orderBy('id').execute()
  for (const event of events) await deliverEvent(db, services, event.id)
  await sendDueNotices(db, services, inMinutes(6))
  const after = await mails(it)
  expect(after.slice(2).map(mail => [mail.username, mail.text.split('\n')[0]])).toEqual([
    ['gus', 'Rita changed the assignees to @dan.'],
  ])
})

test('PERM-013 what turned internal, confidential or was deleted while it waited is not told', async () => {
  const it = await world()
  const { as, db, deliver, services } = it
  const issue = await it.build.issuable({ author: 'gus' })
  const note = await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Gone' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Changed' })
  const secret = await it.build.issuable({ author: 'rita' })
  await as('gus').call(issueDiscussion.createNote, { ...secret.ref, body: 'I take part' })
  await as('olga').call(issueDiscussion.createNote, { ...secret.ref, body: 'Not for guests' })
  await deliver()
  if (!('id' in note)) throw new Error('no note')
  await as('rita').call(issueDiscussion.deleteNote, { ...issue.ref, noteId: note.id })
  await db
    .updateTable('notes')
    .set({ body: 'As it is now', bodyHtml: '<p>As it is now</p>' })
    .where('body', '=', 'Changed')
    .execute()
  await as('olga').call(updateIssue, { ...secret.ref, confidential: true })
  await sendDueNotices(db, services, inMinutes(6))
  const toGus = (await mails(it)).filter(mail => mail.username === 'gus')
  expect(toGus).toHaveLength(1)
  expect(toGus[0]?.text).toContain('As it is now')
  expect(toGus[0]?.text).not.toContain('Gone')
})

test('NOTIF-001 who unsubscribes or turns mails off while it waits is not told', async () => {
  const it = await world()
  const { as, db, deliver, services, group } = it
  const [one, other] = [await it.build.issuable({ author: 'gus' }), await it.build.issuable({ author: 'dan' })]
  await as('rita').call(issueDiscussion.createNote, { ...one.ref, body: 'One' })
  await deliver()
  await as('gus').call(issueDiscussionPage.toggleSubscription, one.page)
  await sendDueNotices(db, services, inMinutes(6))
  expect(await names(it)).not.toContain('gus')
  await as('rita').call(issueDiscussion.createNote, { ...other.ref, body: 'Two' })
  await deliver()
  await db.updateTable('namespaces').set({ emailsEnabled: false }).where('id', '=', group.id).execute()
  await sendDueNotices(db, services, inMinutes(12))
  expect(await names(it)).not.toContain('dan')
})

test('one hears of what one does oneself only when one asked for it', async () => {
  const it = await world()
  const { as, db, deliver, services } = it
  const issue = await it.build.issuable({ author: 'gus' })
  const step = async () => {
    const before = (await mails(it)).length
    await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Mine, @rita' })
    await deliver()
    await sendDueNotices(db, services, inMinutes(6))
    return (await mails(it)).slice(before).map(mail => [mail.username, mail.headers['X-GitLab-NotificationReason']])
  }
  await expect(step()).resolves.toEqual([['gus', '']])
  await as('rita').call(chooseOwnActivity, { ownActivity: true })
  expect((await step()).sort()).toEqual([
    ['gus', ''],
    ['rita', 'own_activity'],
  ])
})

test('who takes part hears of what is due tomorrow, who watches does not', async () => {
  const it = await world()
  const { as, db, services, project, users } = it
  await as('mina').call(updateProjectNotificationSettings, { id: project.id, level: 'watch' })
  await as('olga').call(updateProjectNotificationSettings, { id: project.id, level: 'custom', issueDue: true })
  const due = await it.build.issuable({ author: 'rita', assigneeIds: [users.dan.id] })
  await it.build.issuable({ author: 'gus' })
  await db.updateTable('issuables').set({ dueDate: '2026-03-06' }).where('id', '=', due.id).execute()
  for (const time of ['2026-03-05T00:50:00Z', '2026-03-05T00:51:00Z', '2026-03-06T00:50:00Z'])
    await tellWhatIsDue(db, services, time)
  await sendDueNotices(db, services, '2026-03-05T00:56:00Z')
  await expect(names(it)).resolves.toEqual(['dan', 'olga', 'rita'])
  expect((await mails(it))[0]?.text).toMatch(/^This issue is due tomorrow\./)
})

test('nobody gets more than a thousand mails of one project a day', async () => {
  const it = await world()
  const { as, db, deliver, users } = it
  const issue = await it.build.issuable({ author: 'gus' })
  const row = { userId: users.gus.id, issuableId: issue.id, noteId: null, createdAt: inMinutes(-60) }
  await db
    .insertInto('sentNotifications')
    .values(Array.from({ length: 1000 }, (_, at) => ({ ...row, key: `k${at}` })))
    .execute()
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus and @dan' })
  await deliver()
  await expect(names(it)).resolves.toEqual(['dan'])
})

test('a text that is too long for a mail is told of without it', async () => {
  const it = await world()
  const issue = await it.build.issuable({ author: 'gus' })
  await it.as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: `@gus ${'word '.repeat(12_000)}` })
  await it.deliver()
  expect((await mails(it))[0]?.text).toContain('This text is too long for an email. View it in Weft.')
})

test('what a mail shows of a text works outside of the site', async () => {
  const it = await world()
  const issue = await it.build.issuable({ author: 'gus' })
  const body = '@gus\n\n- [x] done\n- [ ] open\n\n![plan](/uploads/0123456789abcdef0123456789abcdef/plan.png) :tada:'
  await it.as('rita').call(issueDiscussion.createNote, { ...issue.ref, body })
  await it.deliver()
  const [mail] = await mails(it)
  expect(mail?.html).toContain('☑')
  expect(mail?.html).toContain('☐')
  expect(mail?.html).not.toMatch(/<input|<gl-emoji|<img|<script/)
  expect(mail?.html).toContain('plan')
})

test('NOTIF-001 RFC 8058: one POST without session or token ends the mails, a GET changes nothing', async () => {
  const { app, as, build, db, deliver } = await site()
  const issue = await build.issuable({ author: 'gus' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus' })
  await deliver()
  const [mail] = await mails({ db })
  const url = new URL(/<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname
  const subscribed = async () =>
    (await db.selectFrom('subscriptions').select('subscribed').where('issuableId', '=', issue.id).execute()).map(
      row => row.subscribed,
    )
  const asked = await app.inject({ url })
  expect([asked.statusCode, asked.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
  await expect(subscribed()).resolves.toEqual([])
  const done = await app.inject({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(done.statusCode).toBe(200)
  await expect(subscribed()).resolves.toEqual([false])
  expect((await app.inject({ url: '/-/sent_notifications/nonsense/unsubscribe', method: 'POST' })).statusCode).toBe(404)
})

test('the page of settings has what was chosen, and what comes of it', async () => {
  const it = await world()
  const { as, project, group } = it
  await as('rita').call(updateNotificationSettings, { level: 'mention' })
  await as('rita').call(updateProjectNotificationSettings, { id: project.id, level: 'custom', newNote: true })
  const page = await as('rita').reply(notificationsPage, {})
  expect(page.body).toMatchObject({
    email: 'rita@weft.test',
    is_confirmed: true,
    own_activity: false,
    can_reply: false,
    level: 'mention',
    places: [{ id: project.id, kind: 'project', level: 'custom', events: { new_note: true }, inherited: 'mention' }],
    has_more: false,
  })
  await as('rita').call(updateProjectNotificationSettings, { id: project.id, level: 'global' })
  await expect(as('rita').call(notificationsPage, { search: 'nothing' })).resolves.toMatchObject({ places: [] })
  await expect(as('rita').call(notificationsPage, { search: 'loom' })).resolves.toMatchObject({
    places: [{ id: project.id, level: 'global', inherited: 'mention' }],
  })
  expect(group.id).toBeGreaterThan(0)
  await expect(
    as('rita').reply(updateNotificationSettings, { notificationEmail: 'nina@weft.test' }),
  ).resolves.toMatchObject({ status: 400 })
})

test('what was told is forgotten after a while', async () => {
  const it = await world()
  const { as, db, deliver } = it
  const issue = await it.build.issuable({ author: 'gus' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus' })
  await deliver()
  await purgeSentNotices(db)
  expect(await db.selectFrom('notices').select('part').execute()).toHaveLength(1)
  await db.updateTable('notices').set({ toldAt: '2020-01-01T00:00:00Z' }).execute()
  await purgeSentNotices(db)
  expect(await db.selectFrom('notices').select('part').execute()).toEqual([])
})
