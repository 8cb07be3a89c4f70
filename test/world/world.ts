import { type CompiledQuery, sql } from 'kysely'
import { pino } from 'pino'
import type { Static, TObject, TSchema } from 'typebox'
import { inject, onTestFinished } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { type Actor, anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { deliverEvent } from '#server/deliver.ts'
import { type Db, openDatabase } from '#server/platform/sql/database.ts'
import { camelCase, snakeCase } from '#server/platform/text/case.ts'
import { createServices } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { slices } from '#server/slices.ts'
import { type CompiledAnswer, compileAnswer, perform } from '#server/transport/rest/door.ts'
import type { Outgoing } from '#server/transport/rest/outgoing.ts'
import { ownDatabase } from '#test/setup/database.ts'
import { type Builders, createBuilders } from './builders/builders.ts'
import { type Member, populate } from './cast.ts'

export type { Member } from './cast.ts'

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The JSON as it goes over the wire; text or null where there is none. */
  readonly body: unknown
}

/** The error of a refused call. `kind` is the failure's name. */
export class Refused extends Error {
  readonly kind: string
  readonly status: number
  readonly body: unknown
  constructor(kind: string, status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.kind = kind
    this.status = status
    this.body = body
  }
}

/** `ok`, or the name of the failure with which a call was refused. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    error => error.kind,
  )

export interface Caller {
  /** Call an operation as the contract has it, through the door's own decoding and encoding. */
  call<I extends TObject, R extends TSchema>(operation: Operation<I, R>, input: Static<I>): Promise<Static<R>>
  /** The same, with the reply as it goes over the wire. Input names are camelCase. */
  reply(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<WireReply>
  readonly ctx: Context
}

type Way = Partial<Pick<Context, 'sessionId' | 'tokenId' | 'ip'>>

export interface World {
  /** A member of the cast, or a user by id; `by` tells with which session or token they come, and from where. */
  readonly as: (who: Member | 'root' | 'anon' | number, by?: Way) => Caller
  readonly build: Builders
  readonly db: Db
  readonly services: Services
  /** The project weft/loom (private) in the group weft. */
  readonly project: { readonly id: number; readonly fullPath: string }
  readonly group: { readonly id: number; readonly fullPath: string }
  readonly users: Readonly<Record<Member | 'root', { readonly id: number; readonly username: string }>>
  /** Run what follows later, for everything recorded so far. */
  deliver(): Promise<void>
  /** The number of SQL statements that `run` takes. */
  statements(run: () => Promise<unknown>): Promise<number>
  /** The statements of a run, with their parameters. */
  queries(run: () => Promise<unknown>): Promise<readonly CompiledQuery[]>
}

/** The queries, recorded while a test wants to know them. */
let heard: CompiledQuery[] | null = null
let opened: ReturnType<typeof openDatabase> | null = null
const settings = readSettings({
  RATE_LIMITS: 'off',
  EXTERNAL_URL: 'http://weft.test',
  DATA_DIR: inject('dataDir'),
  LOG_LEVEL: 'silent',
})
const compiled = new Map<Operation, CompiledAnswer>(
  slices.flatMap(slice => slice.answers ?? []).map(each => [each.operation, compileAnswer(each)]),
)

interface WorldOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Each call commits, on a connection of its own, so that calls can meet each other. All of it is removed at the end. */
  readonly commits?: boolean
  /** Hears of the topics of each change. */
  readonly onCommit?: Services['onCommit']
}

/** A small world in a transaction that is rolled back when the test ends. */
export async function world(options: WorldOptions = {}): Promise<World> {
  opened ??= openDatabase({
    connectionString: ownDatabase(inject('databaseUrl'), process.env.VITEST_POOL_ID ?? '1'),
    max: 24,
    // The tests of all slices share these connections, and ask more statements again than a server does.
    maxPrepared: 4_000,
    onStatement: query => {
      heard?.push(query)
    },
  })
  const db = options.commits === true ? committing(opened.db) : await rolledBack(opened.db)
  const own =
    options.settings === undefined
      ? settings
      : readSettings({ RATE_LIMITS: 'off', EXTERNAL_URL: 'http://weft.test', LOG_LEVEL: 'silent', ...options.settings })
  const services = createServices(slices, own, pino({ level: 'silent' }), options.onCommit)
  const populated = await populate(db)
  const actors = new Map<string | number, Actor>()
  for (const [name, user] of Object.entries(populated.users)) {
    actors.set(name, {
      kind: 'user',
      isAdmin: name === 'root',
      isExternal: false,
      name: user.name,
      id: user.id,
      username: user.username,
    })
  }
  actors.set('anon', anonymous)

  const contextFor = (who: string | number, by: Way = {}): Context => {
    const actor = actors.get(who) ?? {
      kind: 'user',
      id: Number(who),
      username: `user${who}`,
      name: `User ${who}`,
      isAdmin: false,
      isExternal: false,
    }
    return createContext({ actor, db, services, requestId: 'test', ip: '127.0.0.1', userAgent: 'test', ...by })
  }

  const reply = async (
    who: string | number,
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    by: Way = {},
  ): Promise<WireReply> => {
    const answer = compiled.get(operation)
    if (answer === undefined) throw new Error(`${operation.name} is answered by no slice`)
    const url = () => new URL(`http://weft.test/api/v4${operation.path}`)
    return received(await perform(answer, contextFor(who, by), snakeKeys(input) as Record<string, unknown>, url))
  }

  let delivered = 0
  return {
    db,
    services,
    ...populated,
    as: (who, by) => ({
      ctx: contextFor(who, by),
      reply: (operation, input) => reply(who, operation, input, by),
      call: async (operation, input) => {
        const answer = await reply(who, operation, input as Record<string, unknown>, by)
        if (answer.status >= 300) throw new Refused(failureOf(answer), answer.status, answer.body)
        // The reply was encoded by the operation's own schema.
        return camelKeys(answer.body) as never
      },
    }),
    build: createBuilders({
      db,
      project: populated.project,
      users: populated.users,
      transact: run => transact(contextFor('root'), run),
    }),
    deliver: async () => {
      const events = await db.selectFrom('events').select('id').where('id', '>', delivered).orderBy('id').execute()
      for (const event of events) {
        delivered = event.id
        await deliverEvent(db, services, event.id)
      }
    },
    // A process reads the settings of the site once a second, whatever it does.
    statements: async run => (await queriesOf(run)).filter(({ sql }) => !/from "instance_settings"/.test(sql)).length,
    queries: queriesOf,
  }
}

async function queriesOf(run: () => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  const own: CompiledQuery[] = []
  heard = own
  try {
    await run()
  } finally {
    heard = null
  }
  return own
}

async function rolledBack(db: Db): Promise<Db> {
  const transaction = await db.startTransaction().execute()
  onTestFinished(async () => {
    await transaction.rollback().execute()
  })
  return transaction
}

/** The tests of one worker run one after the other, in a database of its own. */
function committing(db: Db): Db {
  onTestFinished(async () => {
    // The tags that all projects have came with the migrations, and go with the namespaces that others refer to.
    const tags = db.selectFrom('timelineEventTags').select(['id', 'name']).where('namespaceId', 'is', null)
    const seeded = await tags.execute()
    await sql`truncate users, namespaces, events, batched_events cascade`.execute(db)
    await sql`insert into timeline_event_tags (id, name) overriding system value
      select id, name from json_to_recordset(${JSON.stringify(seeded)}::json) as g(id bigint, name text)`.execute(db)
  })
  return db
}

async function received(outgoing: Outgoing): Promise<WireReply> {
  const { status, headers, body } = outgoing
  if (body === undefined) return { status, headers, body: null }
  if (typeof body === 'string')
    return { status, headers, body: headers['content-type'] === 'application/json' ? JSON.parse(body) : body }
  if (body instanceof Uint8Array) return { status, headers, body }
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk))
  return { status, headers, body: Buffer.concat(chunks) }
}

const kinds: Readonly<Record<number, string>> = {
  304: 'unchanged',
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_allowed',
  409: 'conflict',
  410: 'gone',
  412: 'precondition',
  413: 'too_large',
  422: 'unprocessable',
  429: 'rate_limited',
  503: 'unavailable',
}

const failureOf = ({ status, body }: WireReply): string =>
  status === 400 && typeof body === 'object' && body !== null && 'error' in body
    ? 'malformed'
    : (kinds[status] ?? String(status))

export function snakeKeys(value: unknown): unknown {
  return renameKeys(value, snakeCase)
}

function camelKeys(value: unknown): unknown {
  return renameKeys(value, camelCase)
}

function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(each => renameKeys(each, rename))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [rename(name), renameKeys(each, rename)]))
}
