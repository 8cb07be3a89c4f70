import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { Malformed } from '#server/errors.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { compileInput } from '#server/platform/text/decode.ts'
import { slices } from '#server/slices.ts'
import { furnishedWorld } from '#test/world/furnished.ts'
import { snakeKeys } from '#test/world/world.ts'
import { groupsOf, isRead } from './groups.ts'

const operations = slices.flatMap(slice => slice.answers ?? []).map(each => each.operation)
const hundredKilobytes = 'x'.repeat(100_000)
/** Characters with a meaning in SQL, its patterns, regular expressions and lists. */
const ofEachLanguage = "a,,%_\\';--((((("
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
  'nil\u0000byte',
  '\uD800',
  ofEachLanguage,
  '../../etc/passwd',
  '--upload-pack=x',
  'é'.repeat(10_000),
  hundredKilobytes,
  '9999-12-31T23:59:59.999Z',
  '*'.repeat(3000),
  { 0: 'a' },
  { note: null },
]

/** A parameter of an operation, or one inside a parameter that is an object, as `not[…]` is. */
interface Field {
  readonly operation: Operation
  readonly name: string
  readonly inner?: string
  /** The decoder that reads it: its names, whether it occurs in the path, and its schema. */
  readonly decoder: string
}

/** Values that decoders accept and that may fail later: a number too large for its column, or a text that PostgreSQL cannot store. */
const hostileToColumns: readonly unknown[] = [
  2_147_483_648,
  9_007_199_254_740_991,
  'nil\u0000byte',
  '\uD800',
  ofEachLanguage,
]

// Operations that share a field read it by the same code, so one of them tries every value. The complete run asks a second one, which may
// do something else with what was read.
const isComplete = process.env.WEFT_COMPLETE_RUN === '1'
const trials = [...Map.groupBy(operations.flatMap(fieldsOf), ({ decoder }) => decoder).values()].flatMap(sharing => {
  const [first, last] = [sharing[0], sharing.at(-1)]
  if (!first || !last) return []
  const second = isComplete && last !== first ? [{ ...last, values: hostileToColumns }] : []
  return [{ ...first, values: hostile }, ...second]
})
const trialsOf = Map.groupBy(trials, ({ operation }) => operation)

test.each(groupsOf([...trialsOf.keys()]).map(group => [`${group[0]?.name} to ${group.at(-1)?.name}`, group] as const))(
  'PLATFORM-011 no input brings down an operation: %s',
  async (_name, group) => {
    const { as, db, inputFor, tokenId } = await furnishedWorld()
    const broken: string[] = []
    const root = as('root', { tokenId })
    for (const operation of group) {
      const base = inputFor(operation)
      const decode = compileInput(operation.input)
      const tried = new Set<string>()
      await sql`savepoint trial`.execute(db)
      const trial = async (input: Record<string, unknown>, what: string) => {
        try {
          // Inputs that the decoder turns into the same value are one trial.
          const decoded = decodedText(decode, input)
          if (tried.has(decoded)) return
          tried.add(decoded)
          const reply = await root.reply(operation, input)
          if (reply.status >= 500) broken.push(`${what}: ${reply.status}`)
          // A refused call has left nothing behind.
          if (isRead(operation) || reply.status >= 400) return
        } catch (error) {
          broken.push(`${what}: ${String(error).slice(0, 300)}`)
        }
        await sql`rollback to savepoint trial`.execute(db)
      }
      await trial(base, operation.name)
      for (const { name, inner, values } of trialsOf.get(operation) ?? [])
        for (const value of values) {
          if (operation.path.includes(`:${name}`) && typeof value !== 'string') continue
          const place = inner === undefined ? snakeCase(name) : `${name}[${inner}]`
          const what = `${operation.name}.${place} = ${JSON.stringify(value)?.slice(0, 40)}`
          await trial({ ...base, [name]: inner === undefined ? value : { [inner]: value } }, what)
        }
      await sql`rollback to savepoint trial`.execute(db)
      await sql`release savepoint trial`.execute(db)
    }
    expect(broken).toEqual([])
  },
  600_000,
)

function fieldsOf(operation: Operation): readonly Field[] {
  const { path, input } = operation
  return Object.entries(input.properties).flatMap(([name, schema]) => {
    const whole = { operation, name, decoder: JSON.stringify([name, path.includes(`:${name}`), schema]) }
    const inside = Object.entries(innerSchemas(schema)).map(([inner, of]) => ({
      ...whole,
      inner,
      decoder: JSON.stringify([name, inner, of]),
    }))
    return [whole, ...inside]
  })
}

/** The decoded input as text, or the reason for which the decoder refuses it. */
function decodedText(decode: (raw: Record<string, unknown>) => unknown, input: Record<string, unknown>): string {
  try {
    // JSON has no sign for a number without end.
    return JSON.stringify(decode(snakeKeys(input) as Record<string, unknown>), (_key, value) =>
      value === Number.POSITIVE_INFINITY ? 'infinite' : value,
    )
  } catch (error) {
    if (error instanceof Malformed) return `refused: ${error.message}`
    throw error
  }
}

/** The schemas within a field that is an object of its own, by name. */
function innerSchemas(schema: unknown): Readonly<Record<string, unknown>> {
  return typeof schema === 'object' && schema !== null && 'properties' in schema ? Object(schema.properties) : {}
}
