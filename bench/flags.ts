import { createHash, randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import pg from 'pg'
import { check } from './measure.ts'
import type { ProcessorTimes } from './processor.ts'
import type { Dataset } from './seed.ts'

const flags = 20
const environment = 'production'

/** How fast the flags of a project are read by clients that have a token of it. */
export interface FlagRates {
  readonly name: string
  /** Requests by the clock, and by a second of the server's processor time. */
  readonly perSecond: number
  readonly perProcessorSecond: number
  /** Bytes of an answer's body. */
  readonly bytes: number
}

/**
 * Read the flags as Unleash's clients do: the first time, and when nothing has changed.
 *
 * @param seconds  a measurement
 * @yields the rates as they are measured
 */
export async function* measureFlags(
  origin: string,
  { projectId, token }: Dataset,
  {
    connectionString,
    seconds,
    processor,
  }: {
    readonly connectionString: string
    readonly seconds: number
    readonly processor: () => ProcessorTimes
  },
): AsyncIterable<FlagRates> {
  for (let nth = 1; nth <= flags; nth += 1) await createFlag(origin, projectId, token, nth)
  const path = `/api/v4/feature_flags/unleash/${projectId}/client/features`
  const headers = { authorization: await createToken(connectionString, projectId) }
  const text = await check('flags', { origin, path, headers, holds: `flag_${flags}` })
  const etag = (await fetch(origin + path, { headers })).headers.get('etag') ?? ''
  const polls = [
    { name: `${flags} flags`, bytes: Buffer.byteLength(text), status: 200, headers },
    { name: `${flags} flags, none changed`, bytes: 0, status: 304, headers: { ...headers, 'if-none-match': etag } },
  ]
  for (const { name, bytes, status, headers } of polls)
    for (const connections of [1, 10, 100]) {
      const before = processor().server
      const result = await autocannon({ url: origin + path, connections, duration: seconds, headers })
      const others = result.requests.total - (result.statusCodeStats?.[`${status}`]?.count ?? 0)
      if (others > 0 || result.errors > 0) throw new Error(`${name}: ${others} other answers, ${result.errors} errors`)
      yield {
        name: `${name}, ${connections} at once`,
        perSecond: result.requests.total / result.duration,
        perProcessorSecond: (result.requests.total / (processor().server - before)) * 1_000,
        bytes,
      }
    }
}

async function createFlag(origin: string, projectId: number, token: string, nth: number): Promise<void> {
  const made = await fetch(`${origin}/api/v4/projects/${projectId}/feature_flags`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `flag_${nth}`,
      version: 'new_version_flag',
      description: 'Weave with the new loom',
      strategies: [
        {
          name: 'flexibleRollout',
          parameters: { rollout: '50', stickiness: 'default', groupId: `flag_${nth}` },
          scopes: [{ environment_scope: environment }],
        },
      ],
    }),
  })
  if (made.status !== 201) throw new Error(`The flag was refused: ${await made.text()}`)
}

async function createToken(connectionString: string, projectId: number): Promise<string> {
  const text = `glffct-${randomBytes(20).toString('hex')}`
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `insert into feature_flag_tokens (namespace_id, kind, name, environment, token_hash, ending, created_at)
       values ($1, 'client', 'bench', $2, $3, $4, now())`,
      [projectId, environment, createHash('sha256').update(text).digest(), text.slice(-4)],
    )
  } finally {
    await client.end()
  }
  return text
}
