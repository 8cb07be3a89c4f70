import { expect, test } from 'vitest'
import {
  broadcastMessagesPage,
  createBroadcastMessage,
  deleteBroadcastMessage,
  dismissBroadcastMessage,
  getBroadcastMessage,
  listBroadcastMessages,
  previewBroadcastMessage,
  updateBroadcastMessage,
} from '#contract/foundation/broadcast-messages.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

const hour = 3_600_000
const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString()

const shown = async ({ as }: World, who: 'root' | 'rita' | 'nina' | 'anon') =>
  (await as(who).call(getViewer, {})).broadcasts.map(each => each.html.replaceAll(/<[^>]+>/g, '').trim())

test('a message starts now and ends in an hour, unless it says otherwise', async () => {
  const { as } = await world()
  const made = await as('root').call(createBroadcastMessage, { message: 'Down **soon**' })
  expect(made).toEqual({
    id: expect.any(Number),
    message: 'Down **soon**',
    startsAt: expect.any(String),
    endsAt: expect.any(String),
    color: null,
    font: null,
    theme: 'indigo',
    active: true,
    targetAccessLevels: [],
    targetPath: null,
    broadcastType: 'banner',
    dismissable: false,
  })
  expect(Date.parse(made.endsAt) - Date.parse(made.startsAt)).toBe(hour)
})

test.each([
  [{ message: ' ' }, { message: ["can't be blank"] }],
  [{ startsAt: '9999-12-31T23:59:59.999Z' }, { ends_at: ['must be after the start'] }],
  [{ startsAt: at(hour), endsAt: at(0) }, { ends_at: ['must be after the start'] }],
  [{ targetAccessLevels: [5] }, { target_access_levels: ['can only be 10, 15, 20, 30, 40, 50'] }],
  [{ color: 'red' }, { color: ['must be a valid color code'] }],
])('PLATFORM-011 a message of %j is refused by the field', async (given, expected) => {
  const { as } = await world()
  const reply = await as('root').reply(createBroadcastMessage, { message: 'Down soon', ...given })
  expect(reply).toMatchObject({ status: 400, body: { message: expected } })
})

test.each([
  ['root', 'ok', 3],
  ['rita', 'forbidden', 1],
  ['anon', 'unauthenticated', 1],
] as const)('PERM-002 %s: writing is %s, and the list has %i messages', async (who, expected, count) => {
  const { as } = await world()
  const { id } = await as('root').call(createBroadcastMessage, { message: 'Now' })
  const later = await as('root').call(createBroadcastMessage, { message: 'Later', startsAt: at(hour) })
  await as('root').call(createBroadcastMessage, { message: 'Before', startsAt: at(-2 * hour), endsAt: at(-hour) })
  const caller = as(who)
  expect(await caller.call(listBroadcastMessages, {})).toHaveLength(count)
  expect(await outcomeOf(caller.call(getBroadcastMessage, { id }))).toBe('ok')
  expect(await outcomeOf(caller.call(getBroadcastMessage, { id: later.id }))).toBe(who === 'root' ? 'ok' : 'not_found')
  expect(await outcomeOf(caller.call(createBroadcastMessage, { message: 'More' }))).toBe(expected)
  expect(await outcomeOf(caller.call(updateBroadcastMessage, { id, theme: 'red' }))).toBe(expected)
  expect(await outcomeOf(caller.call(previewBroadcastMessage, { message: '**More**' }))).toBe(expected)
  expect(await outcomeOf(caller.call(deleteBroadcastMessage, { id }))).toBe(expected)
})

test('PERM-003 a message for a role comes to whoever has that role somewhere, and to nobody else', async () => {
  const made = await world()
  await made.as('root').call(createBroadcastMessage, { message: 'Reporters', targetAccessLevels: [20] })
  await made.as('root').call(createBroadcastMessage, { message: 'Owners', targetAccessLevels: [50] })
  expect(await shown(made, 'rita')).toEqual(['Reporters'])
  expect(await shown(made, 'nina')).toEqual([])
  expect(await shown(made, 'anon')).toEqual([])
  expect(await shown(made, 'root')).toEqual(['Owners'])
  expect(await made.as('nina').call(listBroadcastMessages, {})).toEqual([])
})

test('a page knows when the next message starts, and nothing else of it', async () => {
  const { as } = await world()
  const next = await as('root').call(createBroadcastMessage, { message: 'Secret plan', startsAt: at(hour) })
  const viewer = await as('anon').call(getViewer, {})
  expect(viewer).toMatchObject({ broadcasts: [], nextBroadcastAt: next.startsAt })
  expect(JSON.stringify(viewer)).not.toContain('Secret')
})

test('a dismissed message stays away until its words change', async () => {
  const made = await world()
  const { as } = made
  const { id } = await as('root').call(createBroadcastMessage, { message: 'Once', dismissable: true })
  await as('rita').call(dismissBroadcastMessage, { id })
  await as('root').call(updateBroadcastMessage, { id, endsAt: at(2 * hour) })
  expect(await shown(made, 'rita')).toEqual([])
  expect(await shown(made, 'nina')).toEqual(['Once'])
  await as('root').call(updateBroadcastMessage, { id, message: 'Twice' })
  expect(await shown(made, 'rita')).toEqual(['Twice'])
})

test.each([
  ['banner', false, 'not_found'],
  ['banner', true, 'ok'],
  ['notification', false, 'ok'],
] as const)('dismissing a %s whose dismissable is %s: %s', async (broadcastType, dismissable, expected) => {
  const { as } = await world()
  const { id } = await as('root').call(createBroadcastMessage, { message: 'Stay', broadcastType, dismissable })
  expect(await outcomeOf(as('rita').call(dismissBroadcastMessage, { id }))).toBe(expected)
})

test('the administration has active, scheduled and past messages apart', async () => {
  const { as } = await world()
  await as('root').call(createBroadcastMessage, { message: 'Now' })
  await as('root').call(createBroadcastMessage, { message: 'Later', startsAt: at(hour) })
  await as('root').call(createBroadcastMessage, { message: 'Before', startsAt: at(-2 * hour), endsAt: at(-hour) })
  for (const [state, message] of [
    ['active', 'Now'],
    ['scheduled', 'Later'],
    ['past', 'Before'],
  ] as const)
    expect(await as('root').call(broadcastMessagesPage, { state })).toMatchObject({
      messages: [{ message }],
      counts: { active: 1, scheduled: 1, past: 1 },
      hasNext: false,
    })
})

test('of two changes of the same words the second is refused', async () => {
  const { as } = await world()
  const { id } = await as('root').call(createBroadcastMessage, { message: 'One' })
  await as('root').call(updateBroadcastMessage, { id, message: 'Two', expected: { message: 'One' } })
  const second = as('root').call(updateBroadcastMessage, { id, message: 'Three', expected: { message: 'One' } })
  expect(await outcomeOf(second)).toBe('conflict')
})

test('a change that expects the current color and font is accepted', async () => {
  const { as } = await world()
  const { id } = await as('root').call(createBroadcastMessage, { message: 'One', color: '#112233', font: '#ffffff' })
  const expected = { color: '#112233', font: '#ffffff' }
  expect(await as('root').call(updateBroadcastMessage, { id, color: '#445566', expected })).toMatchObject({
    color: '#445566',
  })
})

test('all open pages hear of a message, and its markup is safe', async () => {
  const { as, db } = await world()
  await as('root').call(createBroadcastMessage, { message: '<script>alert(1)</script>\n\n**Down**' })
  const told = await db.selectFrom('events').select(['name', 'topics']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(told).toEqual({ name: 'broadcast_message.created', topics: ['site:1'] })
  const { broadcasts } = await as('anon').call(getViewer, {})
  expect(broadcasts[0]?.html).toContain('<strong>Down</strong>')
  expect(broadcasts[0]?.html).not.toContain('<script')
})
