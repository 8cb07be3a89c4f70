import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import { runStatement } from './statement.ts'

test('a statement is put together once and runs with the values of each call', async () => {
  const { db } = await world()
  let built = 0
  const run = (one: number, other: string) =>
    runStatement<{ oneValue: number; other: string; fixed: number }, { one: number; other: string }>(
      db,
      'statement.test',
      { one, other },
      place => {
        built += 1
        return sql`select ${place.one}::int as one_value, ${place.other}::text as other, ${7}::int as fixed, ${place.one}::int + 1`
      },
    )
  expect((await run(1, 'a'))[0]).toMatchObject({ oneValue: 1, other: 'a', fixed: 7 })
  expect((await run(2, 'b'))[0]).toMatchObject({ oneValue: 2, other: 'b', fixed: 7 })
  expect(built).toBe(1)
})
