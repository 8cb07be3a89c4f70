import { expect, test } from 'vitest'
import { getPagingSettings, updatePagingSettings } from '#contract/feeds/paging.ts'
import { usualNoticeHours } from '#contract/feeds/paging-rules.ts'
import { createHandoverNote } from '#contract/plan/incidents/handover-notes.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { purgeShiftNotices, sendShiftNotices } from './shift-notices.ts'

/** A rotation of weeks, whose turns begin on Mondays at nine o'clock in Berlin: dan's on 23 November 2026, mina's on the 30th. */
async function scene(people: readonly string[] = ['dan', 'mina']) {
  const made = await world()
  const { as, project, db, services } = made
  const mutate = (name: string, input: object) =>
    askGraphql(
      as('mina').ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input },
    )
  const projectPath = project.fullPath
  await mutate('oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'Europe/Berlin' })
  await mutate('oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: people.map(username => ({ username })) },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2026-11-23', time: '09:00' } },
  })
  return {
    ...made,
    mutate,
    /** The users and subjects of all emails, once the job has run at a time. */
    mailsAt: async (now: string) => {
      await sendShiftNotices(db, services, now)
      const rows = await db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute()
      return rows.map(row => ({ ...row, who: row.recipient.split('@')[0] }))
    },
  }
}

test('a person is mailed once, a day before their next shift begins, with the times of the schedule', async () => {
  const it = await scene()
  expect(await it.mailsAt('2026-11-29T07:59:00Z')).toEqual([])
  const [mail] = await it.mailsAt('2026-11-29T08:00:00Z')
  expect(mail).toMatchObject({
    who: 'mina',
    subject: 'Your on-call shift begins on Monday, 30 November 2026 at 09:00: Firmware',
  })
  for (const line of ['Rotation: Primary', 'Until: Monday, 7 December 2026 at 09:00', 'Time zone: Europe/Berlin'])
    expect(mail?.text.split('\n')).toContain(line)
  expect(mail?.text).toContain(`/${it.project.fullPath}/-/oncall_schedules`)
  expect(await it.mailsAt('2026-11-30T07:59:00Z')).toHaveLength(1)
  expect((await it.mailsAt('2026-12-06T09:00:00Z')).map(({ who }) => who)).toEqual(['mina', 'dan'])
})

test.each([
  ['2026-11-28T12:00:00Z', true],
  ['2026-09-28T12:00:00Z', false],
])('the email before a shift contains the latest hand-over note, written at %s: %s', async (createdAt, isContained) => {
  const it = await scene()
  await it.as('dan').call(createHandoverNote, { id: it.project.id, scheduleIid: 1, body: 'An older one' })
  await it.as('dan').call(createHandoverNote, { id: it.project.id, scheduleIid: 1, body: 'Watch db 2' })
  await it.db.updateTable('handoverNotes').set({ createdAt }).execute()
  await it.db.deleteFrom('mails').execute()
  const [mail] = await it.mailsAt('2026-11-29T08:00:00Z')
  expect(mail?.text.includes('Watch db 2')).toBe(isContained)
  expect(mail?.text).not.toContain('An older one')
  if (isContained)
    expect(mail?.text).toContain('Hand-over note from Dan, Saturday, 28 November 2026 at 13:00 (Europe/Berlin):')
})

test.each([
  [{ noticeHours: 2 }, '2026-11-30T05:59:00Z', 0, ''],
  [{ noticeHours: 2 }, '2026-11-30T06:00:00Z', 1, 'Monday, 30 November 2026 at 09:00'],
  [{ noticeHours: 168 }, '2026-11-23T08:00:00Z', 1, 'Monday, 30 November 2026 at 09:00'],
  [{ noticeHours: null }, '2026-11-30T07:59:00Z', 0, ''],
  [{ timeZone: 'Asia/Tokyo' }, '2026-11-29T08:00:00Z', 1, 'Monday, 30 November 2026 at 17:00'],
])('with settings %j, at %s there are %i emails about the next shift', async (settings, now, count, time) => {
  const it = await scene()
  const zone = { timeZone: 'Europe/Berlin', ...settings }
  expect(await it.as('mina').call(updatePagingSettings, zone)).toMatchObject(settings)
  const mails = await it.mailsAt(now)
  expect(mails).toHaveLength(count)
  expect(mails[0]?.subject ?? '').toContain(time)
})

test('a shift that continues the own one in the same rotation has no notice, only the first one has', async () => {
  const it = await scene(['dan'])
  expect(await it.mailsAt('2026-11-29T08:00:00Z')).toEqual([])
  expect((await it.mailsAt('2026-11-22T12:00:00Z')).map(({ who }) => who)).toEqual(['dan'])
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => Promise<unknown>]>([
  [
    'a blocked person',
    ({ db, users }) => db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.mina.id).execute(),
  ],
  [
    'a person without a confirmed address',
    ({ db, users }) => db.updateTable('users').set({ confirmedAt: null }).where('id', '=', users.mina.id).execute(),
  ],
  [
    'a project without emails',
    ({ db, project }) =>
      db.updateTable('namespaces').set({ emailsEnabled: false }).where('id', '=', project.id).execute(),
  ],
])('%s has no notice', async (_who, change) => {
  const it = await scene(['dan', 'mina'])
  await change(it)
  expect(await it.mailsAt('2026-11-29T08:00:00Z')).toEqual([])
})

test('a moved rotation has new notices, and old marks are deleted', async () => {
  const it = await scene()
  expect(await it.mailsAt('2026-11-29T08:00:00Z')).toHaveLength(1)
  const { id } = await it.db.selectFrom('oncallRotations').select('id').executeTakeFirstOrThrow()
  await it.mutate('oncallRotationUpdate', {
    id: `gid://gitlab/IncidentManagement::OncallRotation/${id}`,
    startsAt: { date: '2026-11-23', time: '11:00' },
  })
  const moved = await it.mailsAt('2026-11-29T10:00:00Z')
  expect(moved.map(({ subject }) => /at (\d\d:\d\d)/.exec(subject)?.[1])).toEqual(['09:00', '11:00'])
  const old = { rotationId: id, userId: it.users.dan.id, startsAt: '2025-01-01T00:00:00Z' }
  await it.db.insertInto('shiftNotices').values(old).execute()
  await purgeShiftNotices(it.db)
  const marks = await it.db.selectFrom('shiftNotices').select('userId').where('startsAt', '<', '2026-01-01').execute()
  expect(marks).toEqual([])
})

test('people who have not chosen are mailed the usual hours ahead, and hours out of bounds are refused', async () => {
  const { as } = await world()
  expect((await as('dan').call(getPagingSettings, {})).noticeHours).toBe(usualNoticeHours)
  for (const noticeHours of [0, 169])
    expect((await as('dan').reply(updatePagingSettings, { noticeHours })).status).toBe(400)
})
