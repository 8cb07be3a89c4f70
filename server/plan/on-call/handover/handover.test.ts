import { expect, test } from 'vitest'
import {
  createHandoverNote,
  deleteHandoverNote,
  listHandoverNotes,
  updateHandoverNote,
} from '#contract/plan/incidents/handover-notes.ts'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

type Who = Member | 'anon'

/** A rotation of some hours in which dan is on call, and rita comes next. */
async function scene(hours = 8) {
  const made = await world()
  const { as, project, db } = made
  const projectPath = project.fullPath
  const mutate = async (name: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const query = `mutation($input: ${type}) { ${name}(input: $input) { errors } }`
    const { data } = await askGraphql(as('mina').ctx, query, { input })
    expect(data[name].errors).toEqual([])
  }
  await mutate('oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  const [date = '', time = ''] = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16).split('T')
  await mutate('oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary' },
    participants: [{ username: 'dan' }, { username: 'rita' }],
    rotationLength: { length: hours, unit: 'HOURS' },
    startsAt: { date, time },
  })
  const at = { id: project.id, scheduleIid: 1 }
  return {
    ...made,
    ...{ at, mutate },
    write: (who: Who, body = 'Watch **db 2**') => as(who).call(createHandoverNote, { ...at, body }),
    shown: async (who: Member) => (await as(who).call(getOnCallPage, { namespace: projectPath })).schedules[0],
    mails: async () => {
      const rows = await db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute()
      return rows.map(row => ({ ...row, who: row.recipient.split('@')[0] }))
    },
  }
}

test('a note is shown with its author on the page, and mailed to the people on call now and next, but not to its author', async () => {
  const it = await scene()
  const note = await it.write('dan')
  expect(note).toMatchObject({
    ...{ body: 'Watch **db 2**', bodyHtml: expect.stringContaining('<strong>db 2</strong>') },
    author: { username: 'dan' },
    canEdit: true,
  })
  const mails = await it.mails()
  expect(mails).toMatchObject([{ who: 'rita', subject: 'Hand-over note from Dan: Firmware' }])
  expect(mails[0]?.text).toContain('Watch **db 2**')
  expect(await it.shown('rita')).toMatchObject({
    ...{ handoverNote: { id: note.id, canEdit: false }, earlierNotes: 0, canWriteNote: true },
  })
  const next = await it.write('rita', 'All calm')
  expect((await it.mails()).map(({ who }) => who)).toEqual(['rita', 'dan'])
  expect(await it.shown('dan')).toMatchObject({ handoverNote: { id: next.id }, earlierNotes: 1 })
  const listed = await it.as('dan').call(listHandoverNotes, it.at)
  expect(listed.map(({ id }) => id)).toEqual([next.id, note.id])
})

test('a note is not mailed at once to people whose shift is further away: the email before the shift has it', async () => {
  const it = await scene(onCallLimits.noteHours + 2)
  await it.write('dan')
  expect(await it.mails()).toEqual([])
})

test.each<[Who, string, boolean | null]>([
  ['dan', 'ok', true],
  ['rita', 'ok', true],
  ['mina', 'ok', true],
  ['gus', 'forbidden', null],
  ['nina', 'not_found', null],
  ['anon', 'not_found', null],
])('%s writing a note: %s', async (who, outcome, isOffered) => {
  const it = await scene()
  expect(await outcomeOf(it.write(who))).toBe(outcome)
  if (isOffered !== null && who !== 'anon') expect((await it.shown(who))?.canWriteNote).toBe(isOffered)
})

test('a member who takes no turns writes a note only while they stand in', async () => {
  const it = await scene()
  await it.db
    .updateTable('oncallParticipants')
    .set({ userId: it.users.olga.id })
    .where('userId', '=', it.users.rita.id)
    .execute()
  expect((await it.shown('rita'))?.canWriteNote).toBe(false)
  expect(await outcomeOf(it.write('rita'))).toBe('forbidden')
  const { id } = await it.db.selectFrom('oncallRotations').select('id').executeTakeFirstOrThrow()
  await it.mutate('oncallOverrideCreate', {
    ...{ rotationId: `gid://gitlab/IncidentManagement::OncallRotation/${id}`, username: 'rita' },
    ...{ startsAt: { date: '2020-01-01', time: '00:00' }, endsAt: { date: '2099-01-01', time: '00:00' } },
  })
  expect(await outcomeOf(it.write('rita'))).toBe('ok')
})

test.each<[Member, string]>([
  ['dan', 'ok'],
  ['mina', 'ok'],
  ['rita', 'forbidden'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
])('%s changing and deleting a note of dan: %s', async (who, outcome) => {
  const it = await scene()
  const { id: noteId } = await it.write('dan')
  expect(await outcomeOf(it.as(who).call(updateHandoverNote, { ...it.at, noteId, body: 'Other' }))).toBe(outcome)
  expect(await outcomeOf(it.as(who).call(deleteHandoverNote, { ...it.at, noteId }))).toBe(outcome)
  const left = await it.as('dan').call(listHandoverNotes, it.at)
  expect(left.map(({ body }) => body)).toEqual(outcome === 'ok' ? [] : ['Watch **db 2**'])
})

test('a note of another schedule or project is not found', async () => {
  const it = await scene()
  const { id: noteId } = await it.write('dan')
  await it.mutate('oncallScheduleCreate', { projectPath: it.project.fullPath, name: 'Web', timezone: 'UTC' })
  for (const scheduleIid of [2, 3])
    expect(await outcomeOf(it.as('dan').call(deleteHandoverNote, { ...it.at, scheduleIid, noteId }))).toBe('not_found')
})

test.each(['', '  \n', '\u200b', 'x'.repeat(onCallLimits.handoverNote + 1)])('a note of %j is refused', async body => {
  const it = await scene()
  expect((await it.as('dan').reply(createHandoverNote, { ...it.at, body })).status).toBe(400)
})

test('of two people who edit one note, the second is told', async () => {
  const it = await scene()
  const { id: noteId } = await it.write('dan')
  const save = (who: Member, body: string, expected: string) =>
    outcomeOf(it.as(who).call(updateHandoverNote, { ...it.at, noteId, body, expected: { body: expected } }))
  expect(await save('dan', 'Watch db 3', 'Watch **db 2**')).toBe('ok')
  expect(await save('mina', 'Watch db 4', 'Watch **db 2**')).toBe('conflict')
  expect(await save('mina', 'Watch db 4', 'Watch db 3')).toBe('ok')
})

test('notes have a limit in an hour', async () => {
  const it = await scene()
  for (let count = 0; count < onCallLimits.notesPerHour; count++) await it.write('dan', `Note ${count}`)
  expect(await outcomeOf(it.write('dan'))).toBe('rate_limited')
})
