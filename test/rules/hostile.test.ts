import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { snakeCase } from '#server/platform/text/case.ts'
import { slices } from '#server/slices.ts'
import { furnishedWorld } from '#test/world/furnished.ts'

const operations = slices.flatMap(slice => slice.answers ?? []).map(each => each.operation)
const hundredKilobytes = 'x'.repeat(100_000)
const hostile: readonly unknown[] = [
  null,
  '',
  [],
  {},
  [null],
  [{}],
  { a: { b: [] } },
  0,
  1.5,
  2_147_483_648,
  -9_007_199_254_740_991,
  9_007_199_254_740_991,
  1e308,
  Number.POSITIVE_INFINITY,
  '9223372036854775808',
  '-5',
  'nil\u0000byte',
  '\uD800',
  '%_\\%',
  "';--",
  '../../etc/passwd',
  '--upload-pack=x',
  'é'.repeat(10_000),
  hundredKilobytes,
  '9999-12-31T23:59:59.999Z',
  'a,b,,c',
  '(((((',
  '*'.repeat(3000),
  { 0: 'a' },
  { note: null },
]

// Worlds share the names of their cast, so one that lives long holds up the others.
const perGroup = 4
const groups = Array.from({ length: Math.ceil(operations.length / perGroup) }, (_each, index) =>
  operations.slice(index * perGroup, (index + 1) * perGroup),
)

test.each(groups.map(group => [`${group[0]?.name} to ${group.at(-1)?.name}`, group] as const))(
  'PLATFORM-011 no input brings down an operation: %s',
  async (_name, group) => {
    const { as, db, inputFor, tokenId } = await furnishedWorld()
    const broken: string[] = []
    const root = as('root', { tokenId })
    for (const operation of group) {
      const isRead = operation.method === 'GET' || operation.method === 'HEAD'
      const base = inputFor(operation)
      await sql`savepoint trial`.execute(db)
      const trial = async (input: Record<string, unknown>, what: string) => {
        try {
          const reply = await root.reply(operation, input)
          if (reply.status >= 500) broken.push(`${what}: ${reply.status}`)
          // What is refused has left nothing behind.
          if (isRead || reply.status >= 400) return
        } catch (error) {
          broken.push(`${what}: ${String(error).slice(0, 300)}`)
        }
        await sql`rollback to savepoint trial`.execute(db)
      }
      await trial(base, operation.name)
      for (const name of Object.keys(operation.input.properties)) {
        for (const value of hostile) {
          if (operation.path.includes(`:${name}`) && typeof value !== 'string') continue
          const shown = JSON.stringify(value)?.slice(0, 40)
          for (const inner of innerNames(operation.input.properties[name]))
            await trial({ ...base, [name]: { [inner]: value } }, `${operation.name}.${name}[${inner}] = ${shown}`)
          await trial({ ...base, [name]: value }, `${operation.name}.${snakeCase(name)} = ${shown}`)
        }
      }
      await sql`rollback to savepoint trial`.execute(db)
      await sql`release savepoint trial`.execute(db)
    }
    expect(broken).toEqual([])
  },
  600_000,
)

/** The names within a field that is an object of its own. */
const innerNames = (schema: unknown): readonly string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema ? Object.keys(Object(schema.properties)) : []
