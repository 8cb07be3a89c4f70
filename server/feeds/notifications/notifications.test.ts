import { expect, test } from 'vitest'
import {
  getNotificationSettings,
  getProjectNotificationSettings,
  unsubscribeAtOnce,
  unsubscribeByMail,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from '#contract/feeds/notifications.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type World, world } from '#test/world/world.ts'
import { sendDueNotices } from './write.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Deliver all waiting mails, whether or not they have waited long enough. @returns the recipients since then */
async function mailsOf({ db, services, deliver }: World, after = 0) {
  await deliver()
  await sendDueNotices(db, services, inMinutes(6))
  return written(db, after)
}

async function written(db: World['db'], after = 0) {
  const rows = await db
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'u.username', 'm.subject', 'm.text', 'm.html', 'm.headers'])
    .where('m.id', '>', after)
    .orderBy('m.id')
    .execute()
  return rows.map(row => ({ ...row, headers: row.headers as Record<string, string> }))
}
const namesIn = (mails: readonly { username: string }[]) => mails.map(mail => mail.username).sort()

test('NOTIF-004 a comment is mailed to who takes part or is mentioned, not to its writer nor to others', async () => {
  const it = await world()
  const issue = await it.build.issuable({ author: 'rita', assigneeIds: [it.users.dan.id] })
  await it.as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'See **this** @gus and @nina' })
  const mails = await mailsOf(it)
  expect(namesIn(mails)).toEqual(['dan', 'gus', 'rita'])
  const reasons = Object.fromEntries(mails.map(mail => [mail.username, mail.headers['X-GitLab-NotificationReason']]))
  expect(reasons).toEqual({ dan: 'assigned', gus: 'mentioned', rita: '' })
  const toGus = mails.find(mail => mail.username === 'gus')
  expect(toGus).toMatchObject({
    subject: expect.stringMatching(/^Re: Loom \| Bare \d+ \(#\d+\)$/),
    text: expect.stringMatching(
      /^Olga commented:\n\nSee \*\*this\*\* @gus and @nina\n\n-- \n.*mentioned\.\nhttp:\/\/weft\.test\/weft\/loom\/-\/issues\/\d+#note_\d+\nUnsubscribe: /,
    ),
    html: expect.stringContaining('<strong>this</strong>'),
    headers: {
      'In-Reply-To': `<issue_${issue.id}@weft.test>`,
      References: `<issue_${issue.id}@weft.test>`,
      'Message-ID': expect.stringMatching(new RegExp(`^<issue_${issue.id}_note_\\d+@weft\\.test>$`)),
      'X-GitLab-Project-Path': 'weft/loom',
      'X-GitLab-Issue-ID': String(issue.id),
      'X-GitLab-Discussion-ID': expect.stringMatching(/^[0-9a-f]{40}$/),
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/weft\.test\/-\/sent_notifications\/[\w-]+\/unsubscribe>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  })
  expect(toGus?.html).toContain('href="http://weft.test/gus"')
})

test('NOTIF-004 the footer and the head of a mail say what it is about', async () => {
  const it = await world()
  const { as, build, db, users, group } = it
  const merged = await build.issue({ type: 'merge_request' })
  const epic = await as('root').call(createEpic, { id: group.id, title: 'Plan' })
  await sendDueNotices(db, it.services, inMinutes(6))
  const seen = (await mailsOf(it)).at(-1)?.id ?? 0
  await db.updateTable('issuables').set({ state: 'merged' }).where('id', '=', merged.id).execute()
  for (const { id } of [merged, epic])
    await db
      .insertInto('notices')
      .values({
        userId: users.rita.id,
        issuableId: id,
        part: 'told',
        lead: 'Something happened.',
        createdAt: new Date().toISOString(),
      })
      .execute()
  const mails = await mailsOf(it, seen)
  expect(mails.map(mail => /this email because you .*/.exec(mail.text)?.[0])).toEqual([
    'this email because you participate in this merge request or watch its project.',
    'this email because you participate in this epic or watch its group.',
  ])
  expect(mails.map(mail => />[!&]\d+<|[!&;]\d+ &middot; (\w+)/.exec(mail.html ?? '')?.[1])).toEqual(['Merged', 'Open'])
})

test('PERM-013 internal notes and confidential issues are mailed to nobody who may not read them', async () => {
  const it = await world()
  const issue = await it.build.issuable({ author: 'gus' })
  await it.as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus @rita', internal: true })
  const secret = await it.build.issuable({ confidential: true, author: 'rita' })
  await it.as('olga').call(issueDiscussion.createNote, { ...secret.ref, body: '@gus' })
  expect(namesIn(await mailsOf(it))).toEqual(['rita', 'rita'])
})

test('a mail names nothing that not every reader of the project may know of', async () => {
  const it = await world()
  const secret = await it.build.issuable({ confidential: true, title: 'Secret plan' })
  const open = await it.build.issuable({ title: 'Open plan' })
  const issue = await it.build.issuable({ author: 'rita' })
  await it.as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: `#${secret.iid}+ #${open.iid}+` })
  const [mail] = await mailsOf(it)
  expect(mail?.html).toContain('Open plan')
  expect(mail?.html).not.toContain('Secret plan')
})

test('a new issue, its assignment, closing and reopening are mailed by level', async () => {
  const it = await world()
  const { as, project, users } = it
  await as('mina').call(updateProjectNotificationSettings, { id: project.id, level: 'watch' })
  await as('gus').call(updateNotificationSettings, { level: 'custom', closeIssue: true })
  await as('dan').call(updateNotificationSettings, { level: 'disabled' })
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Work', description: 'for @dan and @olga' })
  const first = await mailsOf(it)
  expect(namesIn(first)).toEqual(['mina', 'olga'])
  expect(first[0]?.headers).toMatchObject({ 'Message-ID': `<issue_${issue.id}@weft.test>` })
  expect(first[0]?.subject).toBe(`Loom | Work (#${issue.iid})`)
  let seen = first.at(-1)?.id ?? 0
  const step = async () => {
    const mails = await mailsOf(it, seen)
    seen = mails.at(-1)?.id ?? seen
    return namesIn(mails)
  }
  const ref = { id: project.id, issueIid: issue.iid }
  await as('rita').call(updateIssue, { ...ref, assigneeIds: [users.gus.id] })
  await expect(step()).resolves.toEqual(['gus', 'mina', 'olga'])
  await as('olga').call(updateIssue, { ...ref, assigneeIds: [] })
  await expect(step()).resolves.toEqual(['gus', 'mina', 'rita'])
  await as('olga').call(updateIssue, { ...ref, stateEvent: 'close' })
  await expect(step()).resolves.toEqual(['gus', 'mina', 'rita'])
  await as('olga').call(updateIssue, { ...ref, stateEvent: 'reopen' })
  await expect(step()).resolves.toEqual(['mina', 'rita'])
})

test('the nearest choice counts: project before group before everywhere', async () => {
  const it = await world()
  const { as, group, project } = it
  await as('dan').call(updateNotificationSettings, { level: 'disabled' })
  await as('dan').call(updateGroupNotificationSettings, { id: group.id, level: 'watch' })
  const issue = await it.build.issuable()
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'One' })
  const first = await mailsOf(it)
  expect(namesIn(first)).toEqual(['dan', 'olga'])
  await as('dan').call(updateProjectNotificationSettings, { id: project.id, level: 'mention' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Two' })
  expect(namesIn(await mailsOf(it, first.at(-1)?.id))).toEqual(['olga'])
})

test('NOTIF-001 who unsubscribed hears of mentions only, by the page or by the link in a mail', async () => {
  const it = await world()
  const { as } = it
  const issue = await it.build.issuable({ author: 'gus' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'One' })
  const [mail] = await mailsOf(it)
  const key = mail?.headers['X-GitLab-Reply-Key'] ?? ''
  const asking = await as('anon').reply(unsubscribeByMail, { key })
  expect(String(asking.body)).toContain('<form method="post">')
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Two' })
  const two = await mailsOf(it, mail?.id)
  expect(namesIn(two)).toEqual(['gus'])
  const done = await as('anon').reply(unsubscribeAtOnce, { key })
  expect(done).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  await expect(as('anon').reply(unsubscribeAtOnce, { key })).resolves.toMatchObject({ status: 200 })
  await expect(as('anon').reply(unsubscribeAtOnce, { key: 'nonsense' })).resolves.toMatchObject({
    status: 404,
  })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Three' })
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Four, @gus' })
  const later = await mailsOf(it, two.at(-1)?.id)
  expect(later.map(each => each.text.split('\n')[2])).toEqual(['Four, @gus'])
  await as('gus').call(issueDiscussionPage.toggleSubscription, issue.page)
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Five' })
  const again = await mailsOf(it, later.at(-1)?.id)
  expect(again).toMatchObject([{ username: 'gus', headers: { 'X-GitLab-NotificationReason': 'subscribed' } }])
})

test('NOTIF-002 nobody is mailed when an owner switched mails off, blocked people never', async () => {
  const it = await world()
  const { as, db, group, users } = it
  const issue = await it.build.issuable({ author: 'gus', assigneeIds: [users.dan.id] })
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.dan.id).execute()
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'One' })
  const first = await mailsOf(it)
  expect(namesIn(first)).toEqual(['gus'])
  await db.updateTable('namespaces').set({ emailsEnabled: false }).where('id', '=', group.id).execute()
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Two' })
  await expect(mailsOf(it, first[0]?.id)).resolves.toEqual([])
})

test('an edit of a note mails nobody, one of a description those it newly mentions', async () => {
  const it = await world()
  const { as, project } = it
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Work', description: 'for @dan' })
  const ref = { id: project.id, issueIid: issue.iid }
  const note = await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'One' })
  if (!('id' in note)) throw new Error('no note')
  const last = (await mailsOf(it)).at(-1)?.id
  await as('rita').call(issueDiscussion.updateNote, { ...ref, noteId: note.id, body: 'One @mina' })
  await expect(mailsOf(it, last)).resolves.toEqual([])
  await as('rita').call(updateIssue, { ...ref, description: 'for @dan and @gus' })
  expect(namesIn(await mailsOf(it, last))).toEqual(['gus'])
})

test('settings are what was chosen, with events for custom only', async () => {
  const { as, project } = await world()
  await expect(as('rita').call(getNotificationSettings, {})).resolves.toEqual({
    level: 'participating',
    notificationEmail: 'rita@weft.test',
  })
  await expect(as('rita').call(getProjectNotificationSettings, { id: project.id })).resolves.toEqual({
    level: 'global',
  })
  const changed = await as('rita').reply(updateProjectNotificationSettings, {
    id: project.id,
    level: 'custom',
    newNote: true,
  })
  expect(changed.body).toMatchObject({ level: 'custom', events: { new_note: true, close_issue: false } })
  await expect(as('rita').reply(updateNotificationSettings, { level: 'global' })).resolves.toMatchObject({
    status: 400,
  })
  await expect(as('nina').reply(getProjectNotificationSettings, { id: project.id })).resolves.toMatchObject({
    status: 404,
  })
})
