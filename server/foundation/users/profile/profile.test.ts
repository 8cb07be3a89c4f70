import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { outcomeOf, world } from '#test/world/world.ts'

test('UI-008 a status is set, changed in part, and cleared', async () => {
  const { as, users } = await world()
  const rita = as('rita')
  const set = await rita.call(contract.setStatus, { emoji: 'coffee', message: 'A <break>', availability: 'busy' })
  expect(set).toEqual({
    emoji: 'coffee',
    message: 'A <break>',
    availability: 'busy',
    messageHtml: 'A &lt;break&gt;',
    clearStatusAt: null,
  })
  expect(await as('nina').call(contract.getStatus, { userId: 'RITA' })).toEqual(set)
  expect(await as('anon').call(contract.getStatus, { userId: users.rita.id })).toEqual(set)
  const changed = await rita.call(contract.changeStatus, { message: 'Back soon' })
  expect(changed).toMatchObject({ emoji: 'coffee', message: 'Back soon', availability: 'busy' })
  const replaced = await rita.call(contract.setStatus, { message: 'Here' })
  expect(replaced).toMatchObject({ emoji: 'speech_balloon', message: 'Here', availability: 'not_set' })
  const cleared = await rita.call(contract.setStatus, {})
  expect(cleared).toEqual({ emoji: null, message: null, availability: null, messageHtml: '', clearStatusAt: null })
  expect(await outcomeOf(rita.call(contract.setStatus, { emoji: 'no such thing' }))).toBe('invalid')
  expect(await outcomeOf(as('nina').call(contract.getStatus, { userId: 'nobody' }))).toBe('not_found')
})

test.each([
  ['30_minutes', 0.5],
  ['3_hours', 3],
  ['8_hours', 8],
  ['1_day', 24],
  ['3_days', 72],
  ['7_days', 168],
  ['30_days', 720],
] as const)(
  'UI-007 a status that is cleared after %s ends in %f hours and then reads as none',
  async (clearStatusAfter, hours) => {
    const { as, db, users } = await world()
    const before = Date.now()
    const set = await as('rita').call(contract.setStatus, { message: 'Away', clearStatusAfter })
    const ends = Date.parse(set.clearStatusAt ?? '')
    expect(Math.round((ends - before) / 60_000)).toBe(hours * 60)
    await db
      .updateTable('users')
      .set({ statusClearAt: new Date(before - 1000) })
      .where('id', '=', users.rita.id)
      .execute()
    expect(await as('rita').call(contract.getOwnStatus, {})).toMatchObject({
      emoji: null,
      message: null,
      availability: null,
    })
    expect((await as('rita').call(contract.getViewer, {})).user?.status.message).toBeNull()
  },
)

test('the profile is edited by its owner', async () => {
  const { as } = await world()
  const changes = {
    name: ' Margarita ',
    bio: 'Weaves',
    pronouns: 'she/her',
    location: 'Lyon',
    jobTitle: 'Weaver',
    organization: 'Guild',
    websiteUrl: 'https://weft.test/~rita',
    publicEmail: 'rita@weft.test',
  }
  const saved = await as('rita').call(contract.updateProfile, changes)
  expect(saved).toMatchObject({ ...changes, name: 'Margarita', username: 'rita' })
  expect(await as('rita').call(contract.getProfile, {})).toEqual(saved)
  expect(await outcomeOf(as('anon').call(contract.updateProfile, { name: 'X' }))).toBe('unauthenticated')
})

test.each([
  [{ name: '' }, { name: ["can't be blank"] }],
  [{ websiteUrl: 'javascript:alert(1)' }, { website_url: ['is not a valid URL'] }],
  [{ publicEmail: 'gus@weft.test' }, { public_email: ['must be your own email address'] }],
  [{ email: 'new@weft.test', currentPassword: 'wrong' }, { current_password: ['is incorrect'] }],
])('a profile with %j is refused', async (wrong, message) => {
  const { as } = await world()
  const reply = await as('rita').reply(contract.updateProfile, wrong)
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('FILTER-009 preferences are kept', async () => {
  const { as } = await world()
  expect(await as('rita').call(contract.getPreferences, {})).toEqual({
    theme: 'auto',
    timeFormat: 'system',
    timeDisplay: 'relative',
    firstDayOfWeek: 1,
    issueNotesFilter: 0,
  })
  const changes = { theme: 'dark_high_contrast', firstDayOfWeek: 0, issueNotesFilter: 1 } as const
  await as('rita').call(contract.updatePreferences, changes)
  const { user } = await as('rita').call(contract.getViewer, {})
  expect(user).toMatchObject({ ...changes, timeFormat: 'system' })
  expect(await outcomeOf(as('rita').call(contract.updatePreferences, { firstDayOfWeek: 3 }))).toBe('invalid')
})

test('the API knows how one wants to see diffs', async () => {
  const { as, users } = await world()
  const before = await as('rita').call(contract.getDiffPreferences, {})
  expect(before).toMatchObject({ userId: users.rita.id, viewDiffsFileByFile: false, showWhitespaceInDiffs: true })
  const after = await as('rita').call(contract.updateDiffPreferences, { viewDiffsFileByFile: true })
  expect(after).toEqual({ ...before, viewDiffsFileByFile: true })
  expect(await outcomeOf(as('rita').call(contract.updateDiffPreferences, {}))).toBe('malformed')
})
