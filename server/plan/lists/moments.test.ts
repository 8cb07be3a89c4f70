import { expect, test } from 'vitest'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Asked, dataset, titlesOf } from '#test/world/scenes/listed-issues.ts'
import { world } from '#test/world/world.ts'

test.each<[zone: string, asked: Asked, titles: string]>([
  // Half past ten in the evening of 4 March in UTC.
  ['UTC', { created_after: '2026-03-04' }, 'late'],
  ['UTC', { created_before: '2026-03-03' }, ''],
  ['Asia/Tokyo', { created_after: '2026-03-05' }, 'late'],
  ['Asia/Tokyo', { created_before: '2026-03-04' }, ''],
  ['America/New_York', { created_before: '2026-03-04' }, 'late'],
  ['America/New_York', { created_after: '2026-03-05' }, ''],
])('in %s a day is a day of the viewer: %j', async (timeZone, asked, titles) => {
  const { as, project, build } = await world()
  await build.issue({ title: 'late', createdAt: '2026-03-04T22:30:00.000Z' })
  const list = await as('rita').reply(listProjectIssues, { id: project.id, timeZone, ...asked })
  expect(titlesOf(list.body)).toBe(titles)
})

test.each<[zone: string | null, now: string, asked: string, titles: string]>([
  [null, '2026-03-05T12:00:00Z', 'createdAfter: "today"', ''],
  [null, '2026-03-05T12:00:00Z', 'createdBefore: "-1d"', 'late'],
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdAfter: "today"', 'late'],
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdBefore: "-1d"', ''],
  ['America/New_York', '2026-03-05T02:00:00Z', 'createdBefore: "today"', 'late'],
  ['America/New_York', '2026-03-05T02:00:00Z', 'createdAfter: "tomorrow"', ''],
  ['America/New_York', '2026-03-05T02:00:00Z', 'dueBefore: "today"', 'late'],
  ['Asia/Tokyo', '2026-03-05T02:00:00Z', 'dueAfter: "today"', ''],
  // Midnight of the day in UTC, as clients of the API mean it.
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdAfter: "2026-03-05"', ''],
])(
  'FILTER-001 GraphQL counts days in the time zone of the caller (%s) at %s: %s',
  async (timeZone, now, asked, titles) => {
    const { as, build } = await world()
    await build.issue({ title: 'late', createdAt: '2026-03-04T22:30:00.000Z', dueDate: '2026-03-04' })
    const query = `{ project(fullPath: "weft/loom") { issues(${asked}) { nodes { title } } } }`
    const { data } = await askGraphql({ ...as('rita').ctx, now, timeZone }, query)
    expect(titlesOf(data?.project.issues.nodes)).toBe(titles)
  },
)

test('FILTER-001 the last days that have a name are days in every time zone', async () => {
  const { as, project } = await dataset()
  for (const timeZone of ['America/New_York', 'Etc/GMT+12', 'Pacific/Kiritimati'])
    for (const asked of [{ createdBefore: '9999-12-31' }, { createdAfter: '1000-01-01' }, { dueBefore: '9999-12-31' }])
      expect((await as('rita').reply(listProjectIssues, { id: project.id, timeZone, ...asked })).status).toBe(200)
  const ask = (moment: string) =>
    askGraphql(
      as('rita').ctx,
      `{ project(fullPath: "weft/loom") { issues(createdBefore: "${moment}") { nodes { id } } } }`,
    )
  for (const moment of ['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00'])
    expect((await ask(moment)).errors).toMatchObject([{ message: expect.stringContaining('is not a valid time') }])
})
