import { expect, test } from 'vitest'
import { getMail, listMails } from '#contract/foundation/settings.ts'
import { transact } from '#server/context.ts'
import { mailServer } from '#test/world/mail-server.ts'
import { type World, world } from '#test/world/world.ts'
import { deliverMails } from './deliver.ts'
import { attachPart } from './files.ts'
import type { NewMail } from './new-mail.ts'
import { queueMails } from './queue.ts'

const mail: NewMail = {
  userId: null,
  recipient: 'rita@weft.test',
  subject: 'A thread\r\nBcc: everybody@weft.test',
  text: 'Something was woven.',
  headers: { 'X-Weft-Reason': 'mentioned' },
}

const queue = ({ as }: World, mails: readonly NewMail[]) => transact(as('root').ctx, ctx => queueMails(ctx, mails))

test('without a mail server mail stays in the mailbox, which administrators read', async () => {
  const made = await world()
  await queue(made, [mail, { ...mail, subject: 'Another' }])
  await made.deliver()
  const listed = await made.as('root').call(listMails, {})
  expect(listed.map(each => each.subject)).toEqual(['Another', 'A thread Bcc: everybody@weft.test'])
  expect((await made.as('root').call(listMails, { search: 'thread' })).map(each => each.id)).toEqual([listed[1]?.id])
  expect(await made.as('root').call(getMail, { id: listed[1]?.id ?? 0 })).toMatchObject({
    recipient: 'rita@weft.test',
    text: 'Something was woven.',
    sentAt: null,
    failure: null,
  })
})

test.each(['olga', 'anon'] as const)('%s does not read the mailbox', async who => {
  const made = await world()
  await expect(made.as(who).call(listMails, {})).rejects.toThrow()
  await expect(made.as(who).call(getMail, { id: 1 })).rejects.toThrow()
})

test('mail goes out through the mail server, once', async () => {
  const { received, url } = await mailServer('accept')
  const made = await world({ settings: { SMTP_URL: url } })
  await queue(made, [mail])
  await made.deliver()
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: rita@weft.test')
  expect(received[0]).toContain('Subject: A thread Bcc: everybody@weft.test')
  expect(received[0]).toContain('X-Weft-Reason: mentioned')
  expect(received[0]).not.toMatch(/^Bcc:/m)
  const [sent] = await made.as('root').call(listMails, {})
  expect(sent).toMatchObject({ sentAt: expect.any(String), failure: null })
  await made.deliver()
  expect(received).toHaveLength(1)
})

test('LIST-002 the file of an email is attached, also on a retry, and deleted once the email is sent', async () => {
  const refusing = await mailServer('refuse')
  const made = await world({ settings: { SMTP_URL: refusing.url } })
  const file = { name: 'loom.csv', mediaType: 'text/csv' }
  const id = await transact(made.as('root').ctx, async ctx => {
    const [mailId = 0] = await queueMails(ctx, [mail])
    for (const [part, text] of ['Warp,', 'Weft'].entries()) await attachPart(ctx, mailId, part, file, Buffer.from(text))
    return mailId
  })
  await expect(deliverMails(made.as('root').ctx, [id])).rejects.toThrow()
  expect(await made.as('root').call(getMail, { id })).toMatchObject({ file: { name: 'loom.csv', sizeBytes: 9 } })
  const { received, url } = await mailServer('accept')
  const { ctx } = made.as('root')
  const settings = { ...ctx.services.settings, smtpUrl: url }
  await deliverMails({ ...ctx, services: { ...ctx.services, settings } }, [id])
  expect(received[0]).toContain('filename=loom.csv')
  expect(received[0]).toContain(Buffer.from('Warp,Weft').toString('base64'))
  expect(await made.as('root').call(getMail, { id })).toMatchObject({ file: null, sentAt: expect.any(String) })
})

const secret = 'a-link-that-opens-an-account'
const withLink: NewMail = {
  ...mail,
  text: `Open https://weft.test/${secret}`,
  html: `<a href="https://weft.test/${secret}">Open</a>`,
  headers: { 'List-Unsubscribe': `<https://weft.test/${secret}>` },
  secrets: [secret],
}

test('a mail that was sent keeps none of its links, neither on the page nor in the database', async () => {
  const { received, url } = await mailServer('accept')
  const made = await world({ settings: { SMTP_URL: url } })
  await queue(made, [withLink])
  const [waiting] = await made.as('root').call(listMails, {})
  const read = () => made.as('root').call(getMail, { id: waiting?.id ?? 0 })
  expect(JSON.stringify(await read())).not.toContain(secret)
  await made.deliver()
  expect(received[0]).toContain(secret)
  expect(await read()).toMatchObject({ text: 'Open https://weft.test/[removed]', holdsSecrets: false })
  const kept = await made.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(secret)
})

test('without a mail server the mailbox is where a link is taken from, and says so', async () => {
  const made = await world()
  await queue(made, [withLink])
  const [listed] = await made.as('root').call(listMails, {})
  const shown = await made.as('root').call(getMail, { id: listed?.id ?? 0 })
  expect(shown).toMatchObject({ text: withLink.text, holdsSecrets: true })
  expect(shown).not.toHaveProperty('secrets')
})

test('a mail that is refused tells why, and is tried again', async () => {
  const { url } = await mailServer('refuse')
  const made = await world({ settings: { SMTP_URL: url } })
  await queue(made, [mail])
  await expect(made.deliver()).rejects.toThrow('could not send an email')
  const [failed] = await made.as('root').call(listMails, {})
  expect(failed).toMatchObject({ sentAt: null, failure: expect.stringContaining('no such mailbox') })
})
