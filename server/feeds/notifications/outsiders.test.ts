import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import {
  askToConfirmAddress,
  confirmAddress,
  declineAddress,
  unsubscribeAtOnce,
  unsubscribeByMail,
} from '#contract/feeds/notifications.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { world } from '#test/world/world.ts'
import { outsiderKey, readOutsiderKey } from './outsider-key.ts'

test('FORM-027 who takes part by mail alone ends the mails with one click, signed out', async () => {
  const { as, build, db, deliver } = await world()
  const secret = await build.issuable({ title: 'Of the house' })
  const issue = await build.issuable({ title: 'The shuttle jams' })
  const say = (note: string) => as('rita').call(createPageNote, { ...issue.target, note: { note } })
  const mails = async () => {
    await deliver()
    return db.selectFrom('mails').selectAll().where('userId', 'is', null).orderBy('id').execute()
  }
  await say('/add_email ann@weavers.example ben@weavers.example')
  const invitations = await mails()
  for (const { text } of invitations) await as('anon').reply(confirmAddress, { key: invitationKey(text) })
  await say(`It **jams** again, see #${secret.iid}+`)
  const [toAnn, toBen] = (await mails()).slice(2)
  expect(toAnn?.recipient).toBe('ann@weavers.example')
  const headers = toAnn?.headers as Record<string, string>
  const address = /^<(http:\/\/weft\.test\/-\/sent_notifications\/([\w.-]+)\/unsubscribe)>$/.exec(
    headers['List-Unsubscribe'] ?? '',
  )
  const [, link = '', key = ''] = address ?? []
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(toAnn?.text).toContain(`Unsubscribe: ${link}`)
  expect(toAnn?.html).toContain(`href="${link}"`)
  expect(toAnn?.html).toContain('<strong>jams</strong>')
  expect(toAnn?.html).not.toContain('Of the house')
  expect(toAnn?.html).not.toContain('Notification settings')
  // Neither the one nor the other address, nor a number, is in the key; each mail has its own.
  expect(Buffer.from(key, 'base64url').toString('latin1')).not.toContain('ann')
  expect(toBen?.text).not.toContain(key)

  // Looking at the link changes nothing.
  const asking = await as('anon').reply(unsubscribeByMail, { key })
  expect(asking.status).toBe(200)
  expect(String(asking.body)).toContain('<form method="post">')
  const listed = async () => (await as('rita').call(getIssuePage, issue.page)).issue.emailParticipants
  expect(await listed()).toEqual(['ann@weavers.example', 'ben@weavers.example'])

  expect((await as('anon').reply(unsubscribeAtOnce, { key })).status).toBe(200)
  expect(await listed()).toEqual(['ben@weavers.example'])
  expect((await as('anon').reply(unsubscribeAtOnce, { key })).status).toBe(200)
  const after = await as('anon').reply(unsubscribeByMail, { key })
  expect(String(after.body)).toContain('Unsubscribed from')
  expect(String(after.body)).not.toContain('<form')
  await say('And once more')
  expect((await mails()).slice(4).map(mail => mail.recipient)).toEqual(['ben@weavers.example'])
})

const invitationKey = (text: string): string => /sent_notifications\/([\w.-]+)\/confirm/.exec(text)?.[1] ?? ''

async function invited(settings: Readonly<Record<string, string>> = {}) {
  const made = await world({ settings })
  const { as, build, db, deliver } = made
  const issue = await build.issuable({ title: 'Buy\u202e gold\u200b now' })
  const say = (note: string, who: 'rita' | 'dan' = 'rita') =>
    as(who).call(createPageNote, { ...issue.target, note: { note } })
  const mails = async () => {
    await deliver()
    return db.selectFrom('mails').selectAll().where('userId', 'is', null).orderBy('id').execute()
  }
  return { ...made, issue, say, mails }
}

test('FORM-027 an address outside of the site gets one invitation, and nothing else until its owner confirms', async () => {
  const { as, say, mails } = await invited()
  const { quickActionsStatus } = await say('/add_email ann@weavers.example')
  expect(quickActionsStatus?.messages).toEqual([
    'Added ann@weavers.example. Comments are sent to ann@weavers.example once they confirm.',
  ])
  await say('Buy gold')
  const [invitation, ...rest] = await mails()
  expect(rest).toEqual([])
  expect(`${invitation?.subject}${invitation?.text}`).not.toMatch(/gold/)
  const key = invitationKey(invitation?.text ?? '')
  const page = await as('anon').reply(askToConfirmAddress, { key })
  expect(String(page.body)).toContain('<form method="post">')
  await say('Not yet')
  expect(await mails()).toHaveLength(1)
  expect((await as('anon').reply(confirmAddress, { key })).status).toBe(200)
  await say('Now')
  const [, comment, ...others] = await mails()
  expect(others).toEqual([])
  expect(comment?.text).toContain('Now')
  expect(comment?.subject).toMatch(/\| Buy gold now \(#\d+\)$/)
})

test('FORM-027 an address whose owner declined is not asked again, whoever adds it', async () => {
  const { as, say, mails, build } = await invited()
  await say('/add_email ann@weavers.example')
  const [invitation] = await mails()
  await as('anon').reply(declineAddress, { key: invitationKey(invitation?.text ?? '') })
  const other = await build.issuable()
  const again = await as('dan').call(createPageNote, {
    ...other.target,
    note: { note: 'x\n/add_email ann@weavers.example' },
  })
  expect(again.quickActionsStatus?.errorMessages).toEqual([
    'Could not apply add_email command. ann@weavers.example has declined emails from this site.',
  ])
  expect(await mails()).toHaveLength(1)
})

test('FORM-027 mails to strangers end at a limit by hour, for one author and for one address', async () => {
  const { as, say, mails } = await invited({ RATE_LIMITS: 'on' })
  await say('/add_email a@x.example b@x.example c@x.example d@x.example')
  for (const { text } of await mails()) await as('anon').reply(confirmAddress, { key: invitationKey(text) })
  for (let count = 0; count < 25; count += 1) await say(`Comment ${count}`)
  const sent = (await mails()).slice(4)
  expect(sent).toHaveLength(60)
  await say('By somebody else', 'dan')
  const toA = (await mails()).slice(4).filter(mail => mail.recipient === 'a@x.example')
  expect(toA.length).toBeLessThanOrEqual(20)
})

test('FORM-027 one person invites so many in an hour, also when many are asked at once', async () => {
  const { as, build, db } = await world({ commits: true, settings: { RATE_LIMITS: 'on' } })
  const many = []
  for (let count = 0; count < 8; count += 1) many.push(await build.issuable())
  await Promise.all(
    many.map(({ target }, at) => {
      const note = `x\n/add_email ${[1, 2, 3, 4].map(each => `a${at}-${each}@x.example`).join(' ')}`
      return as('dan').call(createPageNote, { ...target, note: { note } })
    }),
  )
  expect(await db.selectFrom('outsideConsents').select('email').execute()).toHaveLength(20)
})

test('FORM-027 an address is asked so often in a day, also when the groups that asked are deleted', async () => {
  const { db, mails, say } = await invited({ RATE_LIMITS: 'on' })
  for (let count = 0; count < 5; count += 1) {
    await say('x\n/add_email ann@x.example')
    await say('x\n/remove_email ann@x.example')
    // Consents go with their group.
    await db.deleteFrom('outsideConsents').execute()
  }
  expect(await mails()).toHaveLength(3)
})

test('FORM-027 an address with a sign that nobody sees is none', async () => {
  const { as, build, mails } = await invited()
  const { target } = await build.issuable()
  const added = await as('rita').call(createPageNote, {
    ...target,
    note: { note: 'x\n/add_email a\u202enna@x.example' },
  })
  expect(added.quickActionsStatus?.errorMessages).toHaveLength(1)
  expect(await mails()).toEqual([])
})

test('a key of an outsider is sealed', () => {
  const outsider = { participantId: 12, issuableId: 2 ** 40 }
  const key = outsiderKey('secret', outsider)
  expect(key.length).toBeLessThanOrEqual(100)
  expect(key).not.toBe(outsiderKey('secret', outsider))
  expect(readOutsiderKey('secret', key)).toEqual(outsider)
  expect(readOutsiderKey('another', key)).toBeNull()
  for (const at of [2, 20, 30, key.length - 2]) {
    const changed = `${key.slice(0, at)}${key[at] === 'A' ? 'B' : 'A'}${key.slice(at + 1)}`
    expect(readOutsiderKey('secret', changed)).toBeNull()
  }
  for (const nonsense of ['', 'o.', 'o.abc', key.slice(2), `${key}AAAA`])
    expect(readOutsiderKey('secret', nonsense)).toBeNull()
})
