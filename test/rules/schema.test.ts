import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printedSchema, schemaOf } from '#server/graphql/schema.ts'
import { slices } from '#server/slices.ts'
import { generateDocuments } from '#tools/generate-documents.ts'

const file = join(import.meta.dirname, '../../contract/schema.graphql')

test('contract/schema.graphql matches the schema; UPDATE_SCHEMA=1 rewrites it', () => {
  const text = printedSchema(schemaOf(slices))
  if (process.env.UPDATE_SCHEMA === '1') writeFileSync(file, text)
  expect(
    readFileSync(file, 'utf8') === text,
    'run `UPDATE_SCHEMA=1 npx vitest run test/rules/schema.test.ts` and commit what it writes',
  ).toBe(true)
})

/** Second names of mutations, with the input and payload of the first. */
const aliases: Readonly<Record<string, string>> = { createWorkItem: 'workItemCreate' }

test('every mutation takes one input and returns errors', () => {
  const fields = Object.values(schemaOf(slices).getMutationType()?.getFields() ?? {})
  expect(fields.length).toBeGreaterThan(10)
  for (const field of fields) {
    const own = aliases[field.name] ?? field.name
    const name = `${own.charAt(0).toUpperCase()}${own.slice(1)}`
    expect(field.args.map(arg => `${arg.name}: ${arg.type}`)).toEqual([`input: ${name}Input!`])
    expect(String(field.type)).toBe(`${name}Payload`)
  }
})

test('the documents of the pages fit the schema, and their modules are fresh', () => {
  for (const [path, text] of generateDocuments()) {
    const known = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
    expect(known === text, `run \`node tools/generate-documents.ts\` on Node 24 and commit ${path}`).toBe(true)
  }
})
