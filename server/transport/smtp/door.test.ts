import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { getIssue, listProjectIssues } from '#contract/plan/issues/issues.ts'
import { issueMailAddress, resetIssueMailAddress } from '#contract/transfer/issue-mails.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { openSmtpDoor } from './door.ts'

const limitBytes = 200_000

/** A world that takes mail in, and a mail program before it. */
async function mailWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-smtp-test-'))
  const it = await world({ settings: { SMTP_IN_PORT: '2525', DATA_DIR: dataDir } })
  const door = await openSmtpDoor({ db: it.db, services: it.services, host: '127.0.0.1', port: 0, limitBytes })
  const transport = createTransport({ host: '127.0.0.1', port: door.port, secure: false, ignoreTLS: true })
  onTestFinished(async () => {
    transport.close()
    await door.close()
    await rm(dataDir, { recursive: true })
  })

  const issue = await it.build.issuable({ author: 'gus' })
  let seen = 0
  /** The address by which a member replies to the last mail they got about the issue. */
  const replyTo = async (who: Member): Promise<string> => {
    await it.deliver()
    const mails = await it.db
      .selectFrom('mails')
      .select(['id', 'headers'])
      .where('userId', '=', it.users[who].id)
      .where('id', '>', seen)
      .orderBy('id')
      .execute()
    seen = mails.at(-1)?.id ?? seen
    const headers = mails.at(-1)?.headers
    return typeof headers === 'object' && headers !== null && 'Reply-To' in headers ? String(headers['Reply-To']) : ''
  }
  /** The answer of the server: `250 ...`, or its refusal. */
  const send = async (mail: SendMailOptions): Promise<string> => {
    try {
      return (await transport.sendMail({ from: 'Gus <gus@elsewhere.test>', subject: 'Re: Loom', ...mail })).response
    } catch (error) {
      return error instanceof Error && 'response' in error ? String(error.response) : String(error)
    }
  }
  const notes = async () => {
    const list = await it.as('root').call(issueDiscussion.listNotes, { ...issue.ref, sort: 'asc', perPage: 100 })
    return list.filter(note => !note.system)
  }
  return { ...it, issue, send, notes, replyTo, dataDir, port: door.port }
}

const asked = async (it: Awaited<ReturnType<typeof mailWorld>>, body = 'What do you think, @gus?') => {
  await it.as('olga').call(issueDiscussion.createNote, { ...it.issue.ref, body })
  return it.replyTo('gus')
}

test('NOTIF-004 an answer by mail becomes a comment of whom the address is for, without quote and signature, once', async () => {
  const it = await mailWorld()
  const to = await asked(it)
  expect(to).toMatch(/^reply\+[0-9a-z-]+@weft\.test$/)
  expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const mail = {
    to,
    messageId: '<one@elsewhere.test>',
    text: 'I **agree**.\n\nOn Thu, Olga wrote:\n> What do you think, @gus?\n\n-- \nGus',
  }
  await expect(it.send(mail)).resolves.toMatch(/^250 .*posted as a comment/)
  await expect(it.send(mail)).resolves.toMatch(/^250 .*Duplicate message ignored/)
  const notes = await it.notes()
  expect(notes.map(note => [note.author.username, note.body])).toEqual([
    ['olga', 'What do you think, @gus?'],
    ['gus', 'I **agree**.'],
  ])
})

test('an HTML mail becomes text, its files become uploads, and its quick actions run', async () => {
  const it = await mailWorld()
  const to = await asked(it)
  const answer = await it.send({
    to,
    html: '<p>See <a href="https://x.test/plan">the plan</a></p><p>/close</p><div class="gmail_quote">On Thu, Olga wrote:<blockquote>What?</blockquote></div>',
    attachments: [
      { filename: 'plan.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      { filename: '../notes.txt', content: 'words' },
    ],
  })
  expect(answer).toMatch(/^250 /)
  const [, note] = await it.notes()
  expect(note?.body).toMatch(
    /^See \[the plan\]\(https:\/\/x\.test\/plan\)\n\n!\[plan\]\(\/uploads\/[0-9a-f]{32}\/plan\.png\)\n\[notes\.txt\]\(\/uploads\/[0-9a-f]{32}\/notes\.txt\)$/,
  )
  await expect(it.as('root').call(getIssue, it.issue.ref)).resolves.toMatchObject({ state: 'closed' })
  const uploads = await it.db.selectFrom('uploads').select(['filename', 'userId', 'sizeBytes']).orderBy('id').execute()
  expect(uploads).toEqual([
    { filename: 'plan.png', userId: it.users.gus.id, sizeBytes: 8 },
    { filename: 'notes.txt', userId: it.users.gus.id, sizeBytes: 5 },
  ])
  expect((await readdir(join(it.dataDir, 'files'))).length).toBeGreaterThan(0)
})

test('NUL characters in a mail become replacement characters', async () => {
  const it = await mailWorld()
  const to = await asked(it)
  const raw = 'From: gus@elsewhere.test\r\nMessage-ID: <o\0ne@elsewhere.test>\r\n\r\nI \0agree'
  await expect(it.send({ envelope: { from: 'gus@elsewhere.test', to }, raw })).resolves.toMatch(/^250 .*posted/)
  await expect(it.send({ envelope: { from: 'gus@elsewhere.test', to }, raw })).resolves.toMatch(/^250 .*Duplicate/)
  expect((await it.notes()).map(note => note.body)).toContain('I \ufffdagree')
})

test('an answer to a thread goes into it, one to an internal note stays internal', async () => {
  const it = await mailWorld()
  const thread = await it.as('olga').call(issueDiscussion.createDiscussion, { ...it.issue.ref, body: 'A thread, @gus' })
  await it.send({ to: await it.replyTo('gus'), text: 'In the thread' })
  await it.as('olga').call(issueDiscussion.createNote, { ...it.issue.ref, body: 'Between us, @rita', internal: true })
  await it.send({ to: await it.replyTo('rita'), text: 'Yes, between us' })
  const rows = await it.db
    .selectFrom('notes')
    .select(['body', 'discussionId', 'internal'])
    .where('issuableId', '=', it.issue.id)
    .where('system', '=', false)
    .orderBy('id')
    .execute()
  expect(rows[1]).toEqual({ body: 'In the thread', discussionId: 'id' in thread ? thread.id : '', internal: false })
  expect(rows[3]).toMatchObject({ body: 'Yes, between us', internal: true })
})

test.each<[string, SendMailOptions, RegExp]>([
  ['an automatic answer', { headers: { 'Auto-Submitted': 'auto-replied' } }, /^554 .*Automatic replies/],
  ['a mail of a list', { headers: { Precedence: 'bulk' } }, /^554 .*Automatic replies/],
  ['a bounce by its sender', { envelope: { from: '', to: 'set below' } }, /^550 .*Bounce messages/],
  ['a bounce by its return path', { headers: { 'Return-Path': '<>' } }, /^554 .*Bounce messages/],
  ['a mail of Weft itself', { headers: { 'X-GitLab-Reply-Key': 'k' } }, /^554 .*sent by Weft/],
  ['a mail that says nothing', { text: '> What do you think?' }, /^554 .*reply is empty/],
  ['a mail that is too large', { text: 'x'.repeat(limitBytes + 1024) }, /^552 /],
])('%s is refused and leaves no comment', async (_what, mail, answer) => {
  const it = await mailWorld()
  const to = await asked(it)
  const envelope = mail.envelope === undefined ? {} : { envelope: { from: '', to } }
  await expect(it.send({ text: 'I am away.', ...mail, to, ...envelope })).resolves.toMatch(answer)
  expect(await it.notes()).toHaveLength(1)
})

test('PERM-013 who may not comment any more is refused: blocked, no member, a confidential issue, a note that is gone', async () => {
  const it = await mailWorld()
  const { as, db, users, issue } = it
  const outsiders = await it.build.issuable({ author: 'rita' })
  await as('olga').call(issueDiscussion.createNote, { ...outsiders.ref, body: '@gus' })
  const elsewhere = await it.replyTo('gus')
  await db.updateTable('issuables').set({ confidential: true }).where('id', '=', outsiders.id).execute()
  await expect(it.send({ to: elsewhere, text: 'Hello?' })).resolves.toMatch(/^550 .*no longer accessible/)
  const note = await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: '@gus, gone soon' })
  const to = await it.replyTo('gus')
  if ('id' in note) await as('olga').call(issueDiscussion.deleteNote, { ...issue.ref, noteId: note.id })
  await expect(it.send({ to, text: 'Hello?' })).resolves.toMatch(/^550 .*was deleted/)
  const still = await asked(it)
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.gus.id).execute()
  await expect(it.send({ to: still, text: 'Hello?' })).resolves.toMatch(/^550 .*not have permission to comment/)
  await db.updateTable('users').set({ state: 'active' }).where('id', '=', users.gus.id).execute()
  await db.deleteFrom('members').where('userId', '=', users.gus.id).where('accessLevel', '=', 10).execute()
  await expect(it.send({ to: still, text: 'Hello?' })).resolves.toMatch(/^550 /)
  expect((await it.notes()).filter(each => each.author.username === 'gus')).toEqual([])
})

test('an address that was not made here is refused before the mail is sent', async () => {
  const it = await mailWorld()
  const to = await asked(it)
  const [, user = '', issuable = '', note = '', signature = ''] = /^reply\+(\w+)-(\w+)-(\w+)-(\w+)@/.exec(to) ?? []
  const other = (await it.build.issuable()).id.toString(36)
  for (const wrong of [
    `reply+${user}-${other}-${note}-${signature}@weft.test`,
    `reply+${user}-${issuable}-0-${signature}@weft.test`,
    `reply+${it.users.olga.id.toString(36)}-${issuable}-${note}-${signature}@weft.test`,
    `reply+${user}-${issuable}-${note}-${signature.slice(1)}x@weft.test`,
    'olga@weft.test',
  ])
    await expect(it.send({ to: wrong, text: 'Hello?' })).resolves.toMatch(/^550 .*No such mailbox/)
  await expect(it.send({ to: to.toUpperCase(), text: 'Shouted' })).resolves.toMatch(/^250 /)
  await expect(it.send({ to, cc: to.replace('@weft', '@also.weft'), text: 'Twice' })).resolves.toMatch(/^250 /)
})

test('the size is told beforehand, and one that is announced too large is refused at once', async () => {
  const it = await mailWorld()
  const to = await asked(it)
  const lines = await talk(it.port, [`EHLO me`, `MAIL FROM:<gus@x.test> SIZE=${limitBytes + 1}`, 'QUIT'])
  expect(lines).toContain(`SIZE ${limitBytes}`)
  expect(lines).toMatch(/^552 /m)
  expect(lines).not.toMatch(/STARTTLS|AUTH/)
  expect(to).not.toBe('')
})

/** Says each line once the one before was answered; everything that was answered. */
function talk(port: number, say: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    let next = 0
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
    socket.on('data', (text: string) => {
      heard += text
      if (!/^\d{3} .*\r\n$/m.test(text)) return
      const line = say[next++]
      if (line !== undefined) socket.write(`${line}\r\n`)
    })
  })
}

/** A world, and the address with which a member creates issues there. */
async function issueMailWorld(who: Member = 'gus') {
  const it = await mailWorld()
  const { namespace } = { namespace: it.project.fullPath }
  const { address } = await it.as(who).call(issueMailAddress, { namespace })
  const created = async () =>
    (await it.as('root').call(listProjectIssues, { id: it.project.id })).filter(each => each.iid !== it.issue.iid)
  return { ...it, namespace, address, created }
}

test('LIST-010 LIST-012 a mail to the private address becomes an issue of its holder, once, and its quick actions run', async () => {
  const it = await issueMailWorld('rita')
  expect(it.address).toMatch(/^incoming\+weft-loom-\d+-[0-9a-z]{26,35}-issue@weft\.test$/)
  expect(it.address.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const mail = {
    to: it.address,
    subject: 'The shuttle jams',
    messageId: '<jam@elsewhere.test>',
    text: 'It **sticks**.\n/assign @dan\n\nOn Thu, Olga wrote:\n> Look at it\n\n-- \nRita',
    attachments: [{ filename: 'log.txt', content: 'jammed' }],
  }
  await expect(it.send(mail)).resolves.toMatch(/^250 .*created as an issue/)
  await expect(it.send(mail)).resolves.toMatch(/^250 .*Duplicate message ignored/)
  const [issue, ...others] = await it.created()
  expect(others).toEqual([])
  expect(issue).toMatchObject({
    title: 'The shuttle jams',
    author: { username: 'rita' },
    assignees: [{ username: 'dan' }],
    description: expect.stringMatching(
      /^It \*\*sticks\*\*\.\n+On Thu, Olga wrote:\n> Look at it\n\n\[log\.txt\]\(\/uploads\//,
    ),
  })
})

test('LIST-011 GraphQL resets the addresses for new work items of whoever may create them, but not for a token', async () => {
  const it = await issueMailWorld()
  const reset = async (caller: { readonly ctx: Parameters<typeof askGraphql>[0] }) => {
    const { data, errors } = await askGraphql(
      caller.ctx,
      'mutation { it: namespacesRegenerateNewWorkItemEmailAddress(input: { fullPath: "weft/loom" }) { namespace { id } errors } }',
    )
    return data?.it ?? errors[0]?.message
  }
  const refused = expect.stringMatching(/does not exist or you don't have permission/)
  expect(await reset(it.as('nina'))).toEqual(refused)
  expect(await reset(it.as('gus', { tokenId: 1 }))).toEqual(refused)
  expect((await it.as('gus').call(issueMailAddress, { namespace: it.namespace })).address).toBe(it.address)
  expect(await reset(it.as('gus'))).toMatchObject({ namespace: { id: expect.any(String) }, errors: [] })
  expect((await it.as('gus').call(issueMailAddress, { namespace: it.namespace })).address).not.toBe(it.address)
  await expect(it.send({ to: it.address, subject: 'A title', text: 'x' })).resolves.toMatch(/^550 .*not valid/)
})

test.each<[string, RegExp, (it: Awaited<ReturnType<typeof issueMailWorld>>) => Promise<unknown>]>([
  [
    'of a blocked person',
    /^550 .*permission/,
    it => it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.gus.id).execute(),
  ],
  [
    'of somebody who lost the right',
    /^550 .*permission/,
    it => it.db.deleteFrom('members').where('userId', '=', it.users.gus.id).execute(),
  ],
  ['that was reset', /^550 .*not valid/, it => it.as('gus').call(resetIssueMailAddress, { namespace: it.namespace })],
])('LIST-011 LIST-012 a mail to an address %s is refused at once', async (_what, answer, change) => {
  const it = await issueMailWorld()
  await change(it)
  await expect(it.send({ to: it.address, subject: 'A title', text: 'x' })).resolves.toMatch(answer)
  expect(await it.created()).toEqual([])
})

test.each<[string, RegExp, SendMailOptions]>([
  ['that is too large', /^552 /, { subject: 'A title', text: 'x'.repeat(limitBytes) }],
  ['without a subject', /^554 .*no subject/, { subject: '', text: 'x' }],
  [
    'sent by a machine',
    /^554 .*Automatic/,
    { subject: 'Away', text: 'x', headers: { 'Auto-Submitted': 'auto-replied' } },
  ],
])('LIST-012 a mail %s creates no issue', async (_what, answer, mail) => {
  const it = await issueMailWorld()
  await expect(it.send({ ...mail, to: it.address })).resolves.toMatch(answer)
  expect(await it.created()).toEqual([])
})

test('LIST-010 NOTIF-004 an access token shows no address by which its holder writes', async () => {
  const it = await issueMailWorld()
  const { namespace, issue } = it
  const byToken = it.as('gus', { tokenId: 1 })
  expect(await outcomeOf(byToken.call(issueMailAddress, { namespace }))).toBe('forbidden')
  expect(await outcomeOf(byToken.call(resetIssueMailAddress, { namespace }))).toBe('forbidden')
  const shown = async (who: typeof byToken) =>
    (await who.call(getIssuePage, { namespace, iid: issue.iid })).replyAddress
  expect([await shown(byToken), await shown(it.as('gus'))]).toEqual([null, expect.stringMatching(/^reply\+/)])
})

test('LIST-011 LIST-022 after a reset the new address works, in every project of the person', async () => {
  const it = await issueMailWorld()
  const { newAddress } = await it.as('gus').call(resetIssueMailAddress, { namespace: it.namespace })
  expect(newAddress).not.toBe(it.address)
  await expect(it.send({ to: newAddress.toUpperCase(), subject: 'A title', text: '' })).resolves.toMatch(/^250 /)
  expect(await it.created()).toMatchObject([{ title: 'A title', author: { username: 'gus' } }])
})

const person =
  'From: Ann Example <ann@elsewhere.test>\r\nTo: box@weft.test\r\nDate: Fri, 28 Nov 2025 10:00:00 +0100\r\nMIME-Version: 1.0\r\n'

interface Kind {
  readonly title: string
  readonly description: RegExp | string
}

/**
 * Mails as they arrive on the internet: the parts of the header that are theirs, and their body in bytes of one letter
 * each.
 */
const kinds: Readonly<Record<string, readonly [header: string, body: string, becomes: Kind]>> = {
  'one byte for each letter, without a character set': [
    'Subject: Gr\xf6\xdfe\nContent-Type: text/plain',
    'Sch\xf6n',
    { title: 'Größe', description: 'Schön' },
  ],
  'Shift-JIS without a character set': [
    'Subject: \x89\xef\x8bc\x82\xcc\x8f\x91\x97\xde\nContent-Type: text/plain',
    '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81A\x90\xa2\x8aE',
    { title: '会議の書類', description: 'こんにちは、世界' },
  ],
  'EUC-JP without a character set': [
    'Subject: x\nContent-Type: text/plain',
    '\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf\xc0\xa4\xb3\xa6',
    { title: 'x', description: 'こんにちは世界' },
  ],
  'ISO-2022-JP without a character set': [
    'Subject: \x1b$BF|K\\8l\x1b(B\nContent-Type: text/plain',
    '\x1b$B$3$s$K$A$O\x1b(B',
    { title: '日本語', description: 'こんにちは' },
  ],
  'French that some bytes of Japanese would fit': [
    'Subject: x\nContent-Type: text/plain; charset=utf-8',
    'Probl\xe8me d\xe9j\xe0 r\xe9gl\xe9, \xe0 bient\xf4t',
    { title: 'x', description: 'Problème déjà réglé, à bientôt' },
  ],
  'a subject in the character set of the text': [
    'Subject: \xd0\xd2\xc9\xd7\xc5\xd4\nContent-Type: text/plain; charset=koi8-r',
    '\xd0\xd2\xc9\xd7\xc5\xd4',
    { title: 'привет', description: 'привет' },
  ],
  'parts in base64 without a character set': [
    'Subject: x\nContent-Transfer-Encoding: base64\nContent-Type: text/plain',
    Buffer.from('Sch\xf6n', 'latin1').toString('base64'),
    { title: 'x', description: 'Schön' },
  ],
  'a subject cut within a character': [
    'Subject: =?UTF-8?B?5pel5pys6Kqe4w==?=\n =?UTF-8?B?ga7plbfjgYTku7Y=?=\nContent-Type: text/plain',
    'x',
    { title: '日本語の長い件', description: 'x' },
  ],
  'an invitation with words': [
    'Subject: Plan\nContent-Type: multipart/alternative; boundary=B',
    [
      ...['--B', 'Content-Type: text/plain; charset=utf-8', '', 'Please come.', '--B'],
      ...[
        'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
        '',
        'BEGIN:VCALENDAR',
        'METHOD:REQUEST',
        'BEGIN:VEVENT',
      ],
      ...[
        'SUMMARY:Planning',
        'DTSTART:20260130T191500Z',
        'LOCATION:Room 1',
        'ORGANIZER;CN=Ann Example:mailto:ann@x.test',
      ],
      ...['DESCRIPTION:Again', 'END:VEVENT', 'END:VCALENDAR', '--B--', ''],
    ].join('\n'),
    {
      title: 'Plan',
      description:
        /^Please come\.\n\n\*\*Planning\*\*\n\n- When: 2026-01-30 19:15 UTC\n- Where: Room 1\n- Organizer: Ann Example \(ann@x\.test\)\n\n\[invitation-1\.ics\]/,
    },
  ],
  'a picture where HTML has it': [
    'Subject: x\nContent-Type: multipart/related; boundary=R',
    '--R\nContent-Type: text/html; charset=utf-8\n\n<p>Before.</p><p><img src="cid:p1@x"></p><p>After.</p>\n--R\nContent-Type: image/png; name="shot.png"\nContent-ID: <p1@x>\n\npng\n--R--\n',
    { title: 'x', description: /^Before\.\n\n!\[shot\]\(\/uploads\/[0-9a-f]{32}\/shot\.png\)\n\nAfter\.$/ },
  ],
  'a picture where Outlook has it': [
    'Subject: x\nContent-Type: multipart/related; boundary=R',
    '--R\nContent-Type: text/plain; charset=utf-8\n\nSee:\n[cid:image001.png@01DA.ABC]\nand this.\n--R\nContent-Type: image/png; name="image001.png"\nContent-ID: <image001.png@01DA.ABC>\n\npng\n--R--\n',
    { title: 'x', description: /^See:\n!\[image001\]\(\/uploads\/[0-9a-f]{32}\/image001\.png\)\nand this\.$/ },
  ],
  'HTML with lists and a table': [
    'Subject: x\nContent-Type: text/html; charset=utf-8',
    '<ol><li>Open <b>Settings</b></li><li>Press<ul><li>nested</li></ul></li></ol><table><tr><th>Build</th><th>Result</th></tr><tr><td>1.0</td><td>fails</td></tr></table><p>List&lt;String&gt;, **x** and __init__ and <a href="https://x.test">a link</a></p>',
    {
      title: 'x',
      description:
        '1. Open **Settings**\n2. Press\n   - nested\n\n| Build | Result |\n| --- | --- |\n| 1.0 | fails |\n\nList\\<String>, \\*\\*x\\*\\* and \\_\\_init__ and [a link](https://x.test)',
    },
  ],
  'dashes between words': [
    'Subject: x\nContent-Type: text/plain',
    'One half.\n--\nThe other half.',
    { title: 'x', description: 'One half.\n--\nThe other half.' },
  ],
  'dashes above the name of its sender': [
    'Subject: x\nContent-Type: text/plain',
    'Words.\n--\nAnn',
    { title: 'x', description: 'Words.' },
  ],
  'headers that are quoted as an example': [
    'Subject: x\nContent-Type: text/plain',
    'The server sends:\n\nFrom: shop@x.test\nTo: cust@x.test\nSubject: Order\n\nNote the missing date.',
    { title: 'x', description: /Subject: Order\n\nNote the missing date\.$/ },
  ],
  'a group': [
    'Subject: x\nList-ID: <support.x.test>\nPrecedence: list\nX-Google-Group-Id: 1\nContent-Type: text/plain',
    'Words.',
    { title: 'x', description: 'Words.' },
  ],
  Exchange: [
    'Subject: x\nX-Auto-Response-Suppress: DR, OOF, AutoReply\nContent-Type: text/plain',
    'Words.',
    { title: 'x', description: 'Words.' },
  ],
}

test('LIST-012 mails of all kinds become what their senders wrote', async () => {
  const it = await issueMailWorld()
  const envelope = { from: 'ann@elsewhere.test', to: it.address }
  const wanted: Record<string, unknown> = {}
  const became: Record<string, unknown> = {}
  for (const [name, [header, body, { title, description }]] of Object.entries(kinds)) {
    const raw = Buffer.from(`${person}${header}\n\n${body}`.replace(/\r?\n/g, '\r\n'), 'latin1')
    const answer = await it.send({ envelope, raw })
    const [issue] = (await it.created()).toSorted((a, b) => b.iid - a.iid)
    wanted[name] = [
      expect.stringMatching(/^250 /),
      title,
      typeof description === 'string' ? description : expect.stringMatching(description),
    ]
    became[name] = [answer, issue?.title, issue?.description]
  }
  expect(became).toEqual(wanted)
})

test.each(['', 'Message-ID: <>\r\n', 'Message-ID:\r\n'])(
  'LIST-012 two mails with the header %j are two',
  async header => {
    const it = await issueMailWorld()
    const raw = `${person}${header}Subject: x\r\nContent-Type: text/plain\r\n\r\nWords.`
    for (const _time of [1, 2])
      await expect(it.send({ envelope: { from: 'ann@elsewhere.test', to: it.address }, raw })).resolves.toMatch(
        /^250 .*created/,
      )
    expect(await it.created()).toHaveLength(2)
  },
)

test.each(['X-Autoreply: yes', 'Auto-Submitted: auto-generated', 'Precedence: auto-reply', 'X-Autogenerated: Reply'])(
  'LIST-012 an answer of a machine with %s is refused',
  async header => {
    const it = await issueMailWorld()
    const raw = `${person}${header}\r\nSubject: Away\r\nContent-Type: text/plain\r\n\r\nI am away.`
    await expect(it.send({ envelope: { from: 'ann@elsewhere.test', to: it.address }, raw })).resolves.toMatch(
      /^554 .*Automatic/,
    )
    expect(await it.created()).toEqual([])
  },
)
