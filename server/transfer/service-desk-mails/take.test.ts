import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { getProject, updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { listProjectIssues, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import type { ServiceDeskSettings } from '#contract/plan/service-desk/service-desk.ts'
import { getServiceDeskSettingsPage, updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { openSmtpDoor } from '#server/transport/smtp/door.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

/** A project with a service desk, and the mail program of its customers. */
async function desk(settings: Partial<ServiceDeskSettings> = {}, environment: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-desk-test-'))
  const it = await world({ settings: { SMTP_IN_PORT: '2525', DATA_DIR: dataDir, ...environment } })
  const door = await openSmtpDoor({ db: it.db, services: it.services, host: '127.0.0.1', port: 0 })
  const transport = createTransport({ host: '127.0.0.1', port: door.port, secure: false, ignoreTLS: true })
  onTestFinished(async () => {
    transport.close()
    await door.close()
    await rm(dataDir, { recursive: true })
  })
  const namespace = it.project.fullPath
  await it.as('mina').call(updateServiceDesk, { namespace, enabled: true, ...settings })
  const address = (await it.as('rita').call(getProject, { id: it.project.id })).serviceDeskAddress ?? ''
  /** The answer of the server: `250 ...`, or its refusal. */
  const send = async (mail: SendMailOptions): Promise<string> => {
    try {
      const common = { from: 'Carla Kunde <carla@shop.example>', subject: 'The loom is broken', text: 'It creaks.' }
      const { to = address } = mail
      return (await transport.sendMail({ ...common, to, ...mail })).response
    } catch (error) {
      return error instanceof Error && 'response' in error ? String(error.response) : String(error)
    }
  }
  const issues = async (who: Member = 'mina') => it.as(who).call(listProjectIssues, { id: it.project.id, sort: 'asc' })
  const notes = async (issueIid: number, id = it.project.id) => {
    const list = await it.as('mina').call(issueDiscussion.listNotes, { id, issueIid, sort: 'asc' })
    return list.filter(note => !note.system)
  }
  const say = (issueIid: number, body: string, internal = false) =>
    it.as('mina').call(issueDiscussion.createNote, { id: it.project.id, issueIid, body, internal })
  let seen = 0
  /** The mails since the last call. */
  const mails = async () => {
    await it.deliver()
    const list = await it.db
      .selectFrom('mails')
      .selectAll()
      .where('userId', 'is', null)
      .where('id', '>', seen)
      .orderBy('id')
      .execute()
    seen = list.at(-1)?.id ?? seen
    return list.map(mail => ({ ...mail, headers: mail.headers as Readonly<Record<string, string>> }))
  }
  return { ...it, namespace, address, send, issues, notes, say, mails }
}

test('a mail to the address of a project makes one confidential issue by the support bot, with its files, and a thank-you mail', async () => {
  const it = await desk({ thankYou: 'Hello, %{ISSUE_ID} of %{ISSUE_PATH} is here: %{ ISSUE_URL }' })
  expect(it.address).toMatch(new RegExp(`^incoming\\+weft-loom-${it.project.id}-issue-@weft\\.test$`))
  expect((await it.as('gus').call(getProject, { id: it.project.id })).serviceDeskAddress).toBeNull()
  const mail = {
    messageId: '<one@shop.example>',
    text: 'It creaks, @mina.\n/close\n/label ~bug',
    attachments: [{ filename: 'creak.txt', content: 'creak' }],
  }
  expect(await it.send(mail)).toMatch(/^250 .*accepted/)
  expect(await it.send(mail)).toMatch(/^250 .*Duplicate/)
  const [issue, ...others] = await it.issues()
  expect(others).toEqual([])
  expect(issue).toMatchObject({
    title: 'The loom is broken',
    confidential: true,
    state: 'opened',
    labels: [],
    author: { username: 'support-bot' },
    serviceDeskReplyTo: 'carla@shop.example',
  })
  // Quick actions of outsiders stay text, and their mentions notify nobody.
  expect(issue?.description).toMatch(/^It creaks, @mina\.\n\/close\n\/label ~bug\n\n\[creak\.txt\]\(\/uploads\//)
  expect(await it.issues('gus')).toEqual([])
  const [thanks, ...more] = await it.mails()
  expect(more).toEqual([])
  expect(thanks).toMatchObject({ recipient: 'carla@shop.example', subject: 'Re: The loom is broken (#1)' })
  expect(thanks?.text).toMatch(
    /^Hello, #1 of weft\/loom#1 is here: http:\/\/weft\.test\/-\/service_desk\/requests\/[\w-]{43}\n/,
  )
  expect(thanks?.headers).toMatchObject({
    'In-Reply-To': '<one@shop.example>',
    'Auto-Submitted': 'auto-replied',
    'Reply-To': expect.stringMatching(/^desk\+[0-9a-z-]+@weft\.test$/),
  })
  const told = await it.db.selectFrom('notices').selectAll().where('userId', '=', it.users.mina.id).execute()
  expect(told.filter(notice => notice.reason === 'mentioned')).toEqual([])
})

test('people in Cc take part: they get the comments of members but no internal notes, and each answer becomes a comment', async () => {
  const it = await desk({ senderName: 'Loom help', closing: 'Done: %{ISSUE_ID}' })
  await it.send({ cc: ['dora@shop.example', 'emil@shop.example', it.address] })
  await it.mails()
  await it.say(1, 'Between us', true)
  await it.say(1, 'Oil **it**.')
  const sent = await it.mails()
  expect(sent.map(mail => [mail.recipient, mail.senderName])).toEqual([
    ['carla@shop.example', 'Loom help'],
    ['dora@shop.example', 'Loom help'],
    ['emil@shop.example', 'Loom help'],
  ])
  expect(sent[0]?.text).toContain('Oil **it**.')
  expect(sent[0]?.html).toContain('<strong>it</strong>')
  expect(JSON.stringify(sent)).not.toContain('Between us')
  const replyTo = sent[1]?.headers['Reply-To'] ?? ''
  const text = 'I have no oil.\n\nOn Thu, Loom help wrote:\n> Oil it.'
  expect(await it.send({ from: 'dora@shop.example', to: replyTo, text, messageId: '<d@shop.example>' })).toMatch(
    /^250 /,
  )
  expect(await it.send({ from: 'dora@shop.example', to: replyTo, text, messageId: '<d@shop.example>' })).toMatch(
    /Duplicate/,
  )
  const page = await it.as('mina').call(getIssuePage, { namespace: it.namespace, iid: 1 })
  expect(page.issue.emailParticipants).toEqual(['carla@shop.example', 'dora@shop.example', 'emil@shop.example'])
  const [, , answer] = await it.notes(1)
  expect(answer).toMatchObject({ body: 'I have no oil.', author: { username: 'support-bot' } })
  const stored = await it.db
    .selectFrom('notes')
    .select('externalAuthor')
    .where('id', '=', answer?.id ?? 0)
    .executeTakeFirst()
  expect(stored).toEqual({ externalAuthor: 'dora@shop.example' })
  // The others get the answer, but neither its author nor the author's address; the closing mail goes to all.
  const passed = await it.mails()
  expect(passed.map(each => [each.recipient, each.text.split('\n\n-- ')[0], each.headers['Auto-Submitted']])).toEqual(
    ['carla@shop.example', 'emil@shop.example'].map(recipient => [
      recipient,
      expect.stringMatching(/^Another participant replied:\n\nI have no oil\.\n/),
      'auto-generated',
    ]),
  )
  expect(JSON.stringify(passed)).not.toContain('dora@shop.example')
  await it.as('mina').call(updateIssue, { id: it.project.id, issueIid: 1, stateEvent: 'close' })
  expect((await it.mails()).map(mail => mail.text.split('\n')[0])).toEqual(['Done: #1', 'Done: #1', 'Done: #1'])
})

test('answers of outsiders are not passed on when their sender is unconfirmed, and automatic replies that answer each other end', async () => {
  const it = await desk({}, { SMTP_IN_AUTH_SERVER: 'mx.weft.test' })
  await it.send({ cc: ['dora@shop.example'], headers: { 'Authentication-Results': 'mx.weft.test; dmarc=pass' } })
  await it.mails()
  await it.say(1, 'Oil it.')
  const addresses = new Map((await it.mails()).map(mail => [mail.recipient, mail.headers['Reply-To'] ?? '']))
  const answer = (from: string, text: string, dmarc: 'pass' | 'fail') =>
    it.send({
      from,
      to: addresses.get('dora@shop.example') ?? '',
      text,
      headers: { 'Authentication-Results': `mx.weft.test; dmarc=${dmarc} header.from=${from.split('@')[1]}` },
    })
  expect(await answer('mallory@evil.example', 'Pay here instead.', 'fail')).toMatch(/^250/)
  expect((await it.notes(1)).map(note => note.body)).toEqual(['Oil it.', 'Pay here instead.'])
  expect(await it.mails()).toEqual([])
  const sent: number[] = []
  for (let round = 0; round < 3; round += 1) {
    expect(await answer('dora@shop.example', 'I am away until Monday.', 'pass')).toMatch(/^250/)
    sent.push((await it.mails()).length)
  }
  expect(sent).toEqual([1, 0, 0])
})

test('who answers all recipients of the first mail answers in its issue; a stranger who names its id makes a request', async () => {
  const it = await desk()
  await it.send({ cc: 'dora@shop.example', messageId: '<one@shop.example>' })
  await it.send({ from: 'dora@shop.example', text: 'Here too.', inReplyTo: '<one@shop.example>' })
  expect((await it.notes(1)).map(note => note.body)).toEqual(['Here too.'])
  await it.send({ from: 'x@else.example', subject: 'Other', references: ['<one@shop.example>'] })
  expect((await it.issues()).map(issue => issue.title)).toEqual(['The loom is broken', 'Other'])
  // To write the address of a participant into Reply-To makes nobody that participant.
  const posing = { from: 'x@else.example', replyTo: 'dora@shop.example', references: ['<one@shop.example>'] }
  await it.send({ ...posing, subject: 'Posing' })
  expect(await it.notes(1)).toHaveLength(1)
  expect((await it.issues()).map(issue => issue.title)).toEqual(['The loom is broken', 'Other', 'Posing'])
})

test('a text names the request once, however often its template does, and words of a customer are no placeholders', async () => {
  const it = await desk({
    newNote: '%{NOTE_TEXT}\n\n> %{ISSUE_DESCRIPTION}\n\n%{ISSUE_DESCRIPTION} %{NOTE_TEXT} %{ISSUE_ID}',
  })
  await it.send({ text: 'It creaks, weftnotetextplaceholder.' })
  await it.mails()
  await it.say(1, 'Oil it, %{ISSUE_DESCRIPTION} weftissuedescriptionplaceholder weftissueidplaceholder.')
  const [mail] = await it.mails()
  for (const text of [mail?.text ?? '', mail?.html ?? '']) {
    expect(text.match(/It creaks/g)).toHaveLength(1)
    expect(text.match(/Oil it/g)).toHaveLength(1)
    expect(text).toContain('weftissuedescriptionplaceholder weftissueidplaceholder.')
    expect(text).toContain('It creaks, weftnotetextplaceholder.')
  }
})

test.each<[string, SendMailOptions]>([
  ['Auto-Submitted', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['Precedence', { headers: { Precedence: 'bulk' } }],
  ['an empty return path', { headers: { 'Return-Path': '<>' } }],
  ['our own id', { messageId: '<issue_1_note_2_3@weft.test>' }],
  ['our own address', { from: 'weft@weft.test' }],
  ['the custom address', { from: 'Help@loom.example' }],
])('an automatic mail or loop is counted and not stored: %s', async (_name, mail) => {
  const it = await desk({ customAddress: 'help@loom.example' })
  expect(await it.send(mail)).toMatch(/^250 .*ignored/)
  expect(await it.issues()).toEqual([])
  expect(await it.mails()).toEqual([])
  const { ignoredMails } = await it.as('mina').call(getServiceDeskSettingsPage, { namespace: it.namespace })
  expect(ignoredMails).toBe(1)
})

test('a mail of a list, or of a sender who wants no automatic answers, makes an issue without a thank-you mail', async () => {
  const it = await desk()
  await it.send({ headers: { 'X-Auto-Response-Suppress': 'All' } })
  expect(await it.issues()).toHaveLength(1)
  expect(await it.mails()).toEqual([])
})

test.each<[string, string, boolean]>([
  ['mx.weft.test; dmarc=fail header.from=shop.example', 'marked', true],
  ['mx.weft.test; spf=pass smtp.mailfrom=evil.example; dkim=none', 'marked', true],
  ['mx.weft.test; spf=pass smtp.mailfrom=bounce.shop.example', 'plain', false],
  ['other.example; dmarc=fail', 'plain, as this server is not trusted', false],
])('the sender of a mail with "%s" is %s', async (results, _name, isMarked) => {
  const it = await desk({}, { SMTP_IN_AUTH_SERVER: 'mx.weft.test' })
  await it.send({ headers: { 'Authentication-Results': results } })
  const row = await it.db.selectFrom('serviceDeskRequests').select(['email', 'isUnverified']).executeTakeFirst()
  expect(row).toEqual({ email: 'carla@shop.example', isUnverified: isMarked })
  // The named address gets no mail of what a forger wrote.
  expect((await it.mails()).length).toBe(isMarked ? 0 : 1)
})

test('the address can end in a key or be a custom one; a project without service desk takes no mail', async () => {
  const it = await desk({
    projectKey: 'help',
    customAddress: 'help@loom.example',
    labelId: null,
    issueTemplate: 'Thanks!',
  })
  expect(it.address).toBe('help@loom.example')
  const keyed = 'contact+weft-loom-help@weft.test'
  const { address } = await it.as('mina').call(getServiceDeskSettingsPage, { namespace: it.namespace })
  expect(address).toBe(keyed)
  for (const to of [it.address, keyed, `incoming+x-${it.project.id}-issue-@weft.test`])
    expect(await it.send({ to })).toMatch(/^250/)
  expect((await it.issues()).map(issue => issue.description)).toEqual(Array(3).fill('It creaks.\n\nThanks!'))
  expect(await it.send({ to: 'contact+weft-other-help@weft.test' })).toMatch(/^550 .*No such mailbox/)
  await it.as('mina').call(updateProject, { id: it.project.id, serviceDeskEnabled: false })
  expect(await it.send({ to: keyed })).toMatch(/^550 .*No such mailbox/)
  for (const who of ['dan', 'rita'] as const)
    expect(await outcomeOf(it.as(who).call(updateServiceDesk, { namespace: it.namespace, enabled: true }))).toBe(
      'forbidden',
    )
})

test('/convert_to_ticket makes an issue a confidential request of an outsider, who is told by mail and answers', async () => {
  const it = await desk()
  const { iid } = await it.build.issue({ title: 'From a call', authorId: it.users.gus.id })
  const command = '/convert_to_ticket Carla@shop.example'
  const state = async () => {
    const [issue] = await it.issues()
    return [issue?.author.username, issue?.confidential, issue?.serviceDeskReplyTo]
  }
  await it.as('gus').call(issueDiscussion.createNote, { id: it.project.id, issueIid: iid, body: command })
  for (const argument of ['', 'carla', 'a@b.example c@d.example'])
    await it.say(iid, `x\n/convert_to_ticket ${argument}`)
  expect(await state()).toEqual(['gus', false, null])
  await it.say(iid, command)
  expect(await state()).toEqual(['support-bot', true, 'carla@shop.example'])
  const [mail, ...others] = await it.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'carla@shop.example', subject: `Re: From a call (#${iid})` })
  const history = await it
    .as('mina')
    .call(issueDiscussion.listNotes, { id: it.project.id, issueIid: iid, activityFilter: 'only_activity' })
  expect(history.map(note => note.body)).toContain('converted the issue to a service desk request. @gus created it')
  expect(await it.send({ to: mail?.headers['Reply-To'] ?? '', text: 'It still creaks.' })).toMatch(/^250/)
  expect((await it.notes(iid)).at(-1)).toMatchObject({
    body: 'It still creaks.',
    author: { username: 'support-bot' },
  })
  // Once is enough: another address does not replace the requester.
  await it.say(iid, '/convert_to_ticket mallory@evil.example')
  expect(await state()).toEqual(['support-bot', true, 'carla@shop.example'])
  expect(await it.mails()).toEqual([])
})

test('/convert_to_ticket is offered where the service desk is on, and tells who will read the issue', async () => {
  const it = await desk()
  const { iid } = await it.build.issue()
  const preview = () =>
    it.as('mina').call(previewMarkdown, {
      namespace: it.namespace,
      text: '/convert_to_ticket carla@shop.example',
      targetType: 'Issue',
      targetId: iid,
    })
  expect((await preview()).references?.commands).toContain(
    'a confidential service desk request of carla@shop.example, who gets an email and can read the description and all public comments.',
  )
  await it.as('mina').call(updateServiceDesk, { namespace: it.namespace, enabled: false })
  expect((await preview()).references?.commands).toContain('Turn on the project’s service desk first.')
})

test('people without an account cause a limited number of mails to one address in a day', async () => {
  const it = await desk({}, { RATE_LIMITS: 'on' })
  for (let count = 0; count < 7; count += 1) expect(await it.send({ subject: `Request ${count}` })).toMatch(/^250/)
  expect(await it.issues()).toHaveLength(7)
  expect((await it.mails()).map(mail => mail.recipient)).toEqual(Array(5).fill('carla@shop.example'))
  await it.send({ from: 'emil@shop.example', subject: 'Crowd', cc: ['dora@shop.example'] })
  await it.mails()
  await it.say(8, 'Hm?')
  const address = (await it.mails())[0]?.headers['Reply-To'] ?? ''
  for (let count = 0; count < 33; count += 1)
    expect(await it.send({ from: 'emil@shop.example', to: address, text: `Answer ${count}` })).toMatch(/^250/)
  expect((await it.mails()).map(mail => mail.recipient)).toEqual(Array(30).fill('dora@shop.example'))
})

test('a request goes on in the project to which it was moved', async () => {
  const it = await desk()
  await it.send({ messageId: '<one@shop.example>' })
  const [thanks] = await it.mails()
  const other = await it.build.project()
  const moved = await it.as('root').call(moveIssue, { id: it.project.id, issueIid: 1, toProjectId: other.id })
  expect(moved.serviceDeskReplyTo).toBe('carla@shop.example')
  expect(await it.send({ to: thanks?.headers['Reply-To'] ?? '', text: 'And now?' })).toMatch(/^250/)
  const notes = await it.as('root').call(issueDiscussion.listNotes, { id: other.id, issueIid: moved.iid })
  expect(notes.filter(note => !note.system).map(note => note.body)).toEqual(['And now?'])
})
