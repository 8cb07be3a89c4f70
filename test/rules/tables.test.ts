import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { describeDatabase } from '#tools/describe-database.ts'

const advice = 'run: node tools/bootstrap.mjs migrate --generate'

test('db/tables.ts and db/structure.sql are those of the migrations', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    const { tables, structure } = await describeDatabase(client)
    expect(tables, advice).toBe(read('tables.ts'))
    expect(structure, advice).toBe(read('structure.sql'))
  } finally {
    await client.end()
  }
})

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, '../../db', file), 'utf8')
}
