import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { listMigrations, migrate } from './migrate.ts'

const schema = `migrate_${process.pid}`
let client: pg.Client
let folder: string

beforeEach(async () => {
  client = await connect()
  await client.query(`create schema ${schema}`)
  folder = mkdtempSync(join(tmpdir(), 'weft-migrations-'))
})

afterEach(async () => {
  await client.query(`drop schema ${schema} cascade`)
  await client.end()
  rmSync(folder, { recursive: true })
})

test('applies new migrations, oldest first, once', async () => {
  add('0001-shelves.sql', 'create table shelves (id integer primary key)')
  await expect(migrate(client, folder)).resolves.toEqual(['0001-shelves.sql'])
  add('0003-more.sql', 'alter table books add column title text')
  add('0002-books.sql', 'create table books (shelf integer references shelves)')
  await expect(migrate(client, folder)).resolves.toEqual(['0002-books.sql', '0003-more.sql'])
  await expect(migrate(client, folder)).resolves.toEqual([])
  await client.query(`insert into books (title) values ('The Waves')`)
})

test('a migration that fails leaves nothing of itself, and names its file and line', async () => {
  add('0001-shelves.sql', 'create table shelves (id integer primary key)')
  add('0002-books.sql', 'create table books (id integer);\n\ncreate tabel pens (id integer)')
  await expect(migrate(client, folder)).rejects.toThrow(/0002-books\.sql, line 3: syntax error/)
  const found = await client.query('select version from schema_migrations')
  expect(found.rows).toEqual([{ version: 1 }])
  await expect(client.query('select from books')).rejects.toThrow(/does not exist/)
})

test('a release refuses the schema of a newer one', async () => {
  add('0001-shelves.sql', 'create table shelves (id integer primary key)')
  add('0002-books.sql', 'create table books (id integer)')
  await migrate(client, folder)
  rmSync(join(folder, '0002-books.sql'))
  await expect(migrate(client, folder)).rejects.toThrow(
    'The database is from a newer release: its schema has version 2, and this release knows 1. Start the newer release',
  )
})

test('two processes that migrate at once share the work', async () => {
  add('0001-shelves.sql', 'create table shelves (id integer primary key)')
  const other = await connect()
  const applied = await Promise.all([migrate(client, folder), migrate(other, folder)])
  await other.end()
  expect(applied.flat()).toEqual(['0001-shelves.sql'])
})

test('refuses a wrong name and a number taken twice', () => {
  add('0001-shelves.sql', '')
  add('0001-books.sql', '')
  expect(() => listMigrations(folder)).toThrow(/number 0001 twice/)
  add('1-pens.sql', '')
  expect(() => listMigrations(folder)).toThrow(/should be named NNNN-what\.sql/)
})

function add(name: string, statements: string): void {
  writeFileSync(join(folder, name), statements)
}

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: inject('databaseUrl'), options: `-c search_path=${schema}` })
  await made.connect()
  return made
}
