import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { unsubscribeAtOnce, unsubscribeByMail } from '#contract/feeds/notifications.ts'
import { getIssuePage } from '#contract/plan/pages.ts'
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
  await say(`It **jams** again, see #${secret.iid}+`)
  const [toAnn, toBen] = await mails()
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
  expect(toAnn?.html).not.toContain('Choose what you hear of')
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
  expect(String(after.body)).toContain('You are unsubscribed')
  expect(String(after.body)).not.toContain('<form')
  await say('And once more')
  expect((await mails()).slice(2).map(mail => mail.recipient)).toEqual(['ben@weavers.example'])
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
