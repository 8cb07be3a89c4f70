import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { slices } from '#server/slices.ts'
import { plain, type Shape } from '#test/world/plain.ts'
import { world } from '#test/world/world.ts'
import { generateClient } from '#tools/generate-client.ts'

const answers = slices.flatMap(slice => slice.answers ?? [])

test('each operation is answered once, at an address of its own', () => {
  const addresses = answers.map(
    ({ operation }) => `${operation.door} ${operation.method} ${operation.path.replace(/:[A-Za-z]+/g, ':')}`,
  )
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  const names = answers.map(({ operation }) => operation.name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the browser has the address of every operation', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../web/api/operations.gen.ts'), 'utf8')
  expect(
    text === (await generateClient()),
    'run `node tools/bootstrap.mjs generate-client` and commit what it writes',
  ).toBe(true)
})

const needsSignIn = answers.filter(each => each.access.kind === 'signed-in' || each.access.kind === 'admin')

test.each(needsSignIn.map(each => [each.operation.name, each.operation] as const))(
  'PERM-002 %s asks a visitor to sign in',
  async (_name, operation) => {
    const { as } = await world()
    const reply = await as('anon').reply(operation, sample(operation, {}))
    expect([400, 401]).toContain(reply.status)
    if (reply.status === 400) expect(reply.body).toHaveProperty('error')
  },
)

const forAdministrators = answers.filter(each => each.access.kind === 'admin')

test.each(forAdministrators.map(each => [each.operation.name, each.operation] as const))(
  'PERM-002 %s is refused to who is no administrator',
  async (_name, operation) => {
    const { as } = await world()
    const reply = await as('olga').reply(operation, sample(operation, {}))
    expect([400, 403]).toContain(reply.status)
  },
)

const aboutPlaces = answers.filter(
  each =>
    each.access.kind === 'subject' && ['project', 'group', 'issuable', 'note', 'draft'].includes(each.access.subject),
)

test.each(aboutPlaces.map(each => [each.operation.name, each.operation] as const))(
  'PERM-003 %s does not know a private place for a stranger',
  async (_name, operation) => {
    const { as, project, group } = await world()
    const isGroup = operation.path.startsWith('/groups') || operation.path.startsWith('/namespaces')
    const place = isGroup ? group : project
    for (const who of ['nina', 'anon'] as const) {
      const reply = await as(who).reply(
        operation,
        sample(operation, { id: place.id, namespace: place.fullPath, namespaceId: place.id, path: place.fullPath }),
      )
      expect([400, 404]).toContain(reply.status)
    }
  },
)

/** An input that fits an operation's schema: its required fields, filled with plain values. */
function sample(operation: Operation, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schema = operation.input as unknown as {
    readonly properties: Readonly<Record<string, Shape>>
    readonly required?: readonly string[]
  }
  const names = new Set([
    ...(schema.required ?? []),
    ...[...operation.path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1] ?? ''),
  ])
  return Object.fromEntries([...names].map(name => [name, known[name] ?? plain(schema.properties[name] ?? {})]))
}
