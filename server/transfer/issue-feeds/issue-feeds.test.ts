import { expect, test } from 'vitest'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { getFeedToken, issueFeeds, resetFeedToken } from '#contract/transfer/issue-feeds.ts'
import { issueMailAddress } from '#contract/transfer/issue-mails.ts'
import { getOnCallCalendar } from '#contract/transfer/on-call-feeds.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, type World, world } from '#test/world/world.ts'

const tokenOf = async ({ as }: World, who: Member) => (await as(who).call(getFeedToken, {})).feedToken
const bodyOf = (reply: { readonly body: unknown }): string => String(reply.body)

/** The reply to a feed reader without a session. */
const read = ({ as, project, group }: World, name: keyof typeof issueFeeds, feedToken: string, more: object = {}) => {
  const namespace = name.startsWith('group') ? group.fullPath : project.fullPath
  return as('anon').reply(issueFeeds[name], { ...(name.startsWith('own') ? {} : { namespace }), feedToken, ...more })
}

const summaries = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(match => match[1])

test('LIST-012 calendars hold the open issues with due dates of a project, a group and a person, and Atom feeds the latest', async () => {
  const it = await world()
  await it.build.issue({ title: 'Warp', dueDate: '2026-04-01', assigneeIds: [it.users.gus.id] })
  await it.build.issue({ title: 'Weft, early', dueDate: '2026-03-31' })
  await it.build.issue({ title: 'Done', dueDate: '2026-03-31', state: 'closed' })
  await it.build.issue({ title: 'Some day <b>', description: 'A & B' })
  const token = await tokenOf(it, 'gus')
  expect(token).toMatch(/^glft-[0-9a-z]{26,35}$/)
  const both = ['Weft\\, early (weft/loom#2)', 'Warp (weft/loom#1)']
  expect(summaries(bodyOf(await read(it, 'projectCalendar', token)))).toEqual(both)
  expect(summaries(bodyOf(await read(it, 'groupCalendar', token)))).toEqual(both)
  expect(summaries(bodyOf(await read(it, 'ownCalendar', token)))).toEqual(['Warp (weft/loom#1)'])
  const atom = await read(it, 'projectAtom', token)
  expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const titles = [...bodyOf(atom).matchAll(/<title>(.*)<\/title>/g)].map(match => match[1])
  expect(titles).toEqual(['Weft / Loom: issues', 'Some day &lt;b&gt;', 'Weft, early', 'Warp'])
  expect(bodyOf(atom)).not.toContain('@weft.test')
  const filtered = bodyOf(await read(it, 'groupAtom', token, { search: 'Warp' }))
  expect([...filtered.matchAll(/<title>(.*)<\/title>/g)]).toHaveLength(2)
})

test('PERM-003 a feed shows what its person may see now, and nothing to somebody without a token', async () => {
  const it = await world()
  const { iid } = await it.build.issue({ title: 'Warp', dueDate: '2026-04-01' })
  const token = await tokenOf(it, 'gus')
  await it.as('mina').call(updateIssue, { id: it.project.id, issueIid: iid, confidential: true })
  expect(summaries(bodyOf(await read(it, 'projectCalendar', token)))).toEqual([])
  expect(summaries(bodyOf(await read(it, 'projectCalendar', await tokenOf(it, 'mina'))))).toHaveLength(1)
  expect((await read(it, 'projectCalendar', await tokenOf(it, 'nina'))).status).toBe(404)
  expect((await it.as('anon').reply(issueFeeds.projectAtom, { namespace: it.project.fullPath })).status).toBe(404)
  expect((await it.as('anon').reply(issueFeeds.ownAtom, {})).status).toBe(401)
  await it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.mina.id).execute()
  expect((await read(it, 'projectCalendar', await tokenOf(it, 'mina'))).status).toBe(401)
})

test('PERM-003 a feed token that was reset opens nothing, and none is taken for the token of another purpose', async () => {
  const it = await world({ settings: { SMTP_IN_PORT: '2525' } })
  const token = await tokenOf(it, 'gus')
  const { feedToken } = await it.as('gus').call(resetFeedToken, {})
  expect((await read(it, 'projectAtom', token)).status).toBe(401)
  expect((await read(it, 'projectAtom', feedToken)).status).toBe(200)
  const { address } = await it.as('gus').call(issueMailAddress, { namespace: it.project.fullPath })
  const ofMail = /-([0-9a-z]+)-issue@/.exec(address)?.[1]
  expect((await read(it, 'projectAtom', `glft-${ofMail}`)).status).toBe(401)
  for (const wrong of ['', 'glft-', feedToken.slice(5), `${feedToken}0`])
    expect((await read(it, 'projectAtom', wrong)).status).toBe(401)
})

test('PERM-003 the calendar of on-call shifts needs a token of someone who may read schedules, and can hold their own alone', async () => {
  const it = await world()
  const { namespace } = { namespace: it.project.fullPath }
  const ask = (name: string, input: object) =>
    askGraphql(
      it.as('mina').ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input: { projectPath: namespace, ...input } },
    )
  await ask('oncallScheduleCreate', { name: 'Firmware', timezone: 'Europe/Berlin' })
  await ask('oncallRotationCreate', {
    ...{ scheduleIid: '1', name: 'Primary', participants: [{ username: 'dan' }, { username: 'rita' }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2026-01-05', time: '09:00' } },
  })
  const shifts = async (who: Member, mine = false) => {
    const feedToken = await tokenOf(it, who)
    return it.as('anon').reply(getOnCallCalendar, { namespace, mine, feedToken })
  }
  const all = await shifts('mina')
  expect(all.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
  })
  const own = bodyOf(await shifts('rita', true))
  expect(new Set(summaries(bodyOf(all)))).toEqual(
    new Set(['Dan (@dan): Primary (Firmware)', 'Rita (@rita): Primary (Firmware)']),
  )
  expect(new Set(summaries(own))).toEqual(new Set(['On call: Primary (Firmware)']))
  // Hand-overs are at nine o'clock in Berlin, in summer and winter.
  for (const [, start = ''] of own.matchAll(/^DTSTART:(.*)\r$/gm)) expect(start).toMatch(/^\d{8}T0[78]0000Z$/)
  expect(own.match(/^DTEND:/gm)?.length).toBe(own.match(/^DTSTART:/gm)?.length)
  expect(summaries(bodyOf(await shifts('mina', true)))).toEqual([])
  expect((await shifts('gus')).status).toBe(403)
  expect((await shifts('nina')).status).toBe(404)
  expect((await it.as('anon').reply(getOnCallCalendar, { namespace })).status).toBe(404)
})

test('a calendar of more on-call shifts than its limit ends earlier for all rotations, and tells when', async () => {
  const it = await world()
  const namespace = it.project.fullPath
  const ask = (name: string, input: object) =>
    askGraphql(
      it.as('mina').ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input: { projectPath: namespace, ...input } },
    )
  await ask('oncallScheduleCreate', { name: 'Firmware', timezone: 'UTC' })
  const hourly = (name: string) =>
    ask('oncallRotationCreate', {
      ...{ scheduleIid: '1', name, participants: [{ username: 'dan' }] },
      ...{ rotationLength: { length: 1, unit: 'HOURS' }, startsAt: { date: '2026-01-05', time: '09:00' } },
    })
  const feedToken = await tokenOf(it, 'mina')
  const calendar = async () => {
    const text = bodyOf(await it.as('anon').reply(getOnCallCalendar, { namespace, feedToken })).replaceAll('\r\n ', '')
    return { text, told: /^X-WR-CALDESC:(.*)\r$/m.exec(text)?.[1], titles: summaries(text) }
  }
  for (const name of ['One', 'Two', 'Three']) await hourly(name)
  const whole = await calendar()
  expect(whole.told).toBeUndefined()
  expect(whole.titles.length).toBeGreaterThanOrEqual(3 * 67 * 24)
  await hourly('Four')
  const { told, titles } = await calendar()
  expect(told).toMatch(/^This calendar holds up to 5\\,000 shifts\\, so it ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  const until = Date.parse(`${/at (.*) UTC/.exec(told ?? '')?.[1]}Z`)
  expect((until - Date.now()) / 86_400_000).toBeCloseTo(20, 1)
  for (const name of ['One', 'Two', 'Three', 'Four'])
    expect(titles.filter(title => title === `Dan (@dan): ${name} (Firmware)`).length).toBeOneOf([20 * 24, 20 * 24 + 1])
})
