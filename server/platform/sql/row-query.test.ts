import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { RowQuery } from './row-query.ts'
import { runStatement } from './statement.ts'

/** The members with a short hash of their code, which changes as soon as pg changes it; null for one that is missing. */
const fingerprints = (prototype: object, members: readonly string[]) =>
  Object.fromEntries(
    members.map(member => {
      const code: unknown = Object.getOwnPropertyDescriptor(prototype, member)?.value
      return [
        member,
        typeof code === 'function' ? createHash('sha256').update(String(code)).digest('hex').slice(0, 8) : null,
      ]
    }),
  )

// A version of pg that fails here may still work. Read what it changed in these members, see whether `RowQuery` has to follow, and then
// update the hashes: `prepare` replaces pg's, and the two handlers replace its reading of rows.
test('the members of pg that RowQuery overrides, and those that call them, are as they were when it was written', () => {
  const overridden = Object.getOwnPropertyNames(RowQuery.prototype).filter(name => name !== 'constructor')
  expect(fingerprints(pg.Query.prototype, overridden)).toEqual({
    submit: '44835850',
    prepare: '37a5d2a4',
    handleRowDescription: '67ca41be',
    handleDataRow: 'd1b78f40',
  })
  expect(fingerprints(pg.Query.prototype, ['handleReadyForQuery', 'handleError'])).toEqual({
    handleReadyForQuery: '31d37ea8',
    handleError: 'a5e58644',
  })
  expect(fingerprints(pg.Connection.prototype, ['bind', 'execute', 'sync'])).toEqual({
    bind: 'adbc1e6b',
    execute: '12691129',
    sync: 'e1cf9bb5',
  })
  expect(new pg.Query('select 1', [])).toMatchObject({ name: undefined, values: [], _canceledDueToError: false })
  expect(pg).toHaveProperty('utils.prepareValue', expect.any(Function))
})

test('a value that cannot be read fails its statement, and neither the statements beside it nor those after it', async () => {
  const { db, close } = openDatabase({ connectionString: inject('databaseUrl'), max: 4, maxPrepared: 100_000 })
  onTestFinished(close)
  const pipelined = (at: string) =>
    runStatement(db, 'row-query.test', { at }, ({ at }) => sql`select ${at}::timestamptz as row_query_test_at`)
  const ordinary = async (at: string) =>
    (await sql`select ${at}::timestamptz as row_query_test_own_at`.execute(db)).rows
  const moment = '2026-03-05T09:08:07.123Z'
  // A statement is prepared the third time; from the fourth, its columns are known.
  for (const _turn of [1, 2, 3, 4, 5]) {
    for (const ask of [pipelined, ordinary]) {
      const [before, unreadable, after] = await Promise.allSettled([ask(moment), ask('infinity'), ask(moment)])
      expect([before, after].map(each => each?.status)).toEqual(['fulfilled', 'fulfilled'])
      expect(unreadable).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) })
    }
  }
  expect(await pipelined(moment)).toEqual([{ rowQueryTestAt: moment }])
  expect(await ordinary(moment)).toEqual([{ rowQueryTestOwnAt: moment }])
})
