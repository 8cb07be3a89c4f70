import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import type {
  getRepositoryChecksums,
  getRepositoryRefs,
  ReplicaReport,
  ReplicaSettings,
  WantedPack,
} from '#contract/foundation/geo/geo-replicas.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { camelCase, snakeCase } from '#server/platform/text/case.ts'
import { renamed } from '../renamed.ts'

export type SentReport = Static<typeof ReplicaReport>
export type CopyingNode = Static<typeof ReplicaSettings>

/** The primary refused a call, or could not answer it. */
export class PrimaryRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const answerMs = 60_000
const transferMs = 3_600_000

/** The calls of a replica to its primary. */
export class Primary {
  readonly #url: string
  readonly #key: string
  readonly #signal: AbortSignal

  /** @param signal  ends all calls */
  constructor(url: string, key: string, signal: AbortSignal) {
    this.#url = url
    this.#key = key
    this.#signal = signal
  }

  report(report: SentReport): Promise<CopyingNode> {
    return this.#json('report', report)
  }

  checksums(ids: readonly number[]): Promise<ReplyOf<typeof getRepositoryChecksums>> {
    return this.#json('checksums', { ids })
  }

  refs(id: number): Promise<ReplyOf<typeof getRepositoryRefs>> {
    return this.#json('refs', { id })
  }

  async pack(wanted: Static<typeof WantedPack>): Promise<Readable> {
    return streamOf(await this.#ask('pack', wanted, transferMs))
  }

  /** @returns null if the primary does not have the file */
  async file(storageKey: string): Promise<Readable | null> {
    try {
      return streamOf(await this.#ask(`files/${storageKey}`, undefined, transferMs))
    } catch (error) {
      if (error instanceof PrimaryRefusal && error.status === 404) return null
      throw error
    }
  }

  async #json<T>(path: string, body: object): Promise<T> {
    const reply = await this.#ask(path, body, answerMs)
    // Both sides are of one version, which the screen of the primary watches.
    return renamed(await reply.json(), camelCase) as T
  }

  async #ask(path: string, body: object | undefined, timeoutMs: number): Promise<Response> {
    const reply = await fetch(`${this.#url}/-/geo/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(renamed(body, snakeCase)) }),
      redirect: 'error',
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
    }).catch((cause: unknown) => {
      throw new PrimaryRefusal(0, `The primary cannot be reached (${reasonOf(cause)}).`)
    })
    if (reply.ok) return reply
    const text = (await reply.text().catch(() => '')).slice(0, 300)
    throw new PrimaryRefusal(reply.status, `The primary answered ${reply.status}: ${text}`)
  }
}

/** The types of the web and of Node for the same stream differ. */
const streamOf = ({ body }: Response): Readable => Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
