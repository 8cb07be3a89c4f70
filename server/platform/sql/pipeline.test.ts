import type { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { runPlannedOnce, runStatement, runWrite } from './statement.ts'

function open() {
  // The tests before it in this process may have used the names up.
  const opened = openDatabase({ connectionString: inject('databaseUrl'), max: 24, maxPrepared: 100_000 })
  onTestFinished(() => opened.close())
  const half = (of: number) =>
    runStatement<{ readonly halfOfIt: number; readonly process: number }, { readonly of: number }>(
      opened.db,
      'pipeline.test half',
      { of },
      place => sql`select 10 / ${place.of}::int as half_of_it, pg_backend_pid() as process`,
    )
  return { ...opened, half }
}

test('statements of one turn go over one connection, each with its own answer', async () => {
  const { half, quick } = open()
  const answers = await Promise.all([1, 2, 5, 10].map(half))
  expect(answers.map(rows => rows[0]?.halfOfIt)).toEqual([10, 5, 2, 1])
  expect(new Set(answers.map(rows => rows[0]?.process)).size).toBe(1)
  expect(quick.totalCount).toBe(1)
  expect(quick.idleCount).toBe(1)
})

test('each is planned once on a connection, for any values, and so is a read of its own', async () => {
  const { db, half } = open()
  const own = (of: number) => runPlannedOnce(db, sql`select ${of}::int as pipeline_test_own`, of % 2 === 0)
  for (let of = 1; of <= 9; of += 1) {
    await half(of)
    await own(of)
  }
  const plans = await runPlannedOnce<{ readonly text: string; readonly isPlannedOnce: boolean }>(
    db,
    // A text gets its name the third time.
    sql`select case when statement like '%half_of_it%' then 'half' else 'own' end as text, generic_plans >= 7 and custom_plans = 0 as is_planned_once
      from pg_prepared_statements where statement ~ '^select (10 /|.*pipeline_test_own$)' order by 1`,
    true,
  )
  expect(plans).toEqual([
    { text: 'half', isPlannedOnce: true },
    { text: 'own', isPlannedOnce: true },
  ])
})

test('a write is planned once too, on connections that no read waits for', async () => {
  const { db, half, quick, writes } = open()
  const write = (of: number) =>
    runWrite<{ readonly process: number }, { readonly of: number }>(
      db,
      'pipeline.test write',
      { of },
      place => sql`select ${place.of}::int as pipeline_test_write, pg_backend_pid() as process,
        (select count(*) from pg_prepared_statements where statement like '%pipeline_test_write%' and custom_plans > 0) as custom`,
    )
  for (let of = 1; of <= 9; of += 1) expect(await write(of)).toMatchObject([{ pipelineTestWrite: of, custom: 0 }])
  expect([quick.totalCount, writes.totalCount]).toEqual([0, 1])
  const [ofWrite] = await write(1)
  const [ofRead] = await half(1)
  expect(ofRead?.process).not.toBe(ofWrite?.process)
})

test('many of them go over several', async () => {
  const { half, quick } = open()
  // The second time on connections that never saw the statement.
  for (const amount of [1, 20]) {
    const answers = await Promise.all(Array.from({ length: amount }, () => half(2)))
    expect(answers.every(rows => rows[0]?.halfOfIt === 5)).toBe(true)
  }
  expect(quick.totalCount).toBe(3)
})

/** A statement is prepared the third time; from the fourth, its columns are known. */
const turns = [1, 2, 3, 4, 5]

test('values are read as everywhere, each time', async () => {
  const { db } = open()
  const ask = () =>
    runStatement(
      db,
      'pipeline.test values',
      { day: '2026-03-05' },
      place => sql`select ${place.day}::date as day, '2026-03-05 09:08:07.1234+00'::timestamptz as seen_at, null::text as nothing,
        9007199254740991::bigint as id, '{1,2}'::bigint[] as ids, '{"a_b": [true]}'::json as json`,
    )
  for (const _turn of turns)
    expect(await ask()).toEqual([
      {
        day: '2026-03-05',
        seenAt: '2026-03-05T09:08:07.123Z',
        nothing: null,
        id: 9007199254740991,
        ids: [1, 2],
        json: { a_b: [true] },
      },
    ])
})

test('one that fails leaves those beside it alone', async () => {
  const { half, quick } = open()
  for (const _turn of turns) {
    const answers = await Promise.allSettled([half(1), half(0), half(2)])
    expect(answers.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(half(0)).rejects.toMatchObject({ code: '22012' })
  }
  expect(quick.idleCount).toBe(1)
})

test.each(['a pipelined statement', 'a statement of its own'])(
  'a value that cannot be sent fails %s, once and alone',
  async which => {
    const { db, quick } = open()
    const endless: { self?: unknown } = {}
    endless.self = endless
    const ask = (value: unknown) =>
      runStatement(
        db,
        `pipeline.test ${which}`,
        { value },
        place => sql`select ${place.value}::text as pipeline_test_value, ${which}::text as which`,
        which === 'a pipelined statement',
      )
    for (const _turn of turns) {
      const answers = await Promise.allSettled([ask('one'), ask(endless), ask('two')])
      expect(answers.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    }
    expect(await ask('three')).toEqual([{ pipelineTestValue: 'three', which }])
    expect(quick.idleCount).toBe(quick.totalCount)
  },
)

test('the columns of a prepared statement are described once, on the ordinary connections too', async () => {
  const { db, pool } = open()
  const described: string[] = []
  pool.on('connect', client => {
    // pg's types leave out its connection's events.
    const { connection } = client as unknown as { readonly connection: EventEmitter }
    connection.on('rowDescription', ({ fields }: { readonly fields: readonly { readonly name: string }[] }) =>
      described.push(fields.map(({ name }) => name).join()),
    )
  })
  const ask = () => sql`select ${7}::int as pipeline_test_seven`.execute(db)
  for (const _turn of turns) expect((await ask()).rows).toEqual([{ pipelineTestSeven: 7 }])
  // Twice as a text, and once when it is prepared.
  expect(described).toEqual(Array(3).fill('pipeline_test_seven'))
})

test('a database that is out of reach fails each of them', async () => {
  const { db, close } = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' })
  onTestFinished(close)
  const ask = () => runStatement(db, 'pipeline.test one', { one: 1 }, place => sql`select ${place.one}::int as one`)
  const answers = await Promise.allSettled([ask(), ask()])
  expect(answers.map(each => each.status)).toEqual(['rejected', 'rejected'])
})
