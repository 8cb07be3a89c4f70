import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { KeptReply } from '#server/platform/text/kept-reply.ts'

/** The response on the wire. */
export interface Outgoing {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | NodeJS.ReadableStream | undefined
  /** The answer, if it is cached: `body` is its JSON. */
  readonly kept?: KeptReply<unknown>
}

/** Add the requested reads to the answer of a write. */
export type CarryReads = (request: FastifyRequest, ctx: Context, answer: Outgoing, url: () => URL) => Promise<Outgoing>
