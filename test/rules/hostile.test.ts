import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { Malformed } from '#server/errors.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { compileInput } from '#server/platform/text/decode.ts'
import { slices } from '#server/slices.ts'
import { furnishedWorld } from '#test/world/furnished.ts'
import { snakeKeys } from '#test/world/world.ts'

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

// Operations that share a field read it by the same code: the complete run tries two of them, any other run one.
const isComplete = process.env.WEFT_COMPLETE_RUN === '1'
const sharing = Map.groupBy(
  operations.flatMap(operation =>
    Object.keys(operation.input.properties).map(name => ({ operation, decoder: decoderOf(operation, name) })),
  ),
  ({ decoder }) => decoder,
)
const triedWith = new Map(
  [...sharing].map(([decoder, fields]) => {
    const places = isComplete ? [0, fields.length - 1] : [0]
    return [decoder, new Set(places.map(place => fields[place]?.operation))]
  }),
)
const isTried = (operation: Operation, name: string): boolean =>
  triedWith.get(decoderOf(operation, name))?.has(operation) === true

const isRead = ({ method }: Operation) => method === 'GET' || method === 'HEAD'

// A group shares one world, which takes longer to build than most operations take to try. Writes roll back their rows but
// not what they did to a repository, so their groups are small.
const walked = operations.filter(each => Object.keys(each.input.properties).some(name => isTried(each, name)))
const groups = [
  ...groupsOf(48, walked.filter(isRead)),
  ...groupsOf(
    24,
    walked.filter(operation => !isRead(operation)),
  ),
]

test.each(groups.map(group => [`${group[0]?.name} to ${group.at(-1)?.name}`, group] as const))(
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
          // What is refused has left nothing behind.
          if (isRead(operation) || reply.status >= 400) return
        } catch (error) {
          broken.push(`${what}: ${String(error).slice(0, 300)}`)
        }
        await sql`rollback to savepoint trial`.execute(db)
      }
      await trial(base, operation.name)
      for (const name of Object.keys(operation.input.properties)) {
        if (!isTried(operation, name)) continue
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

/** What reads a field: its name, whether it stands in the path, and its schema. */
function decoderOf({ path, input }: Operation, name: string): string {
  return JSON.stringify([name, path.includes(`:${name}`), input.properties[name]])
}

function groupsOf<T>(size: number, all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  )
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

/** The names within a field that is an object of its own. */
const innerNames = (schema: unknown): readonly string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema ? Object.keys(Object(schema.properties)) : []
