import type { KeptReply } from '#server/platform/text/kept-reply.ts'
import { deflate, gzipOf } from './gzip.ts'

/** For shorter texts, compression takes longer than it saves. */
const worthwhileChars = 8_000

/**
 * A long answer compressed with gzip, which all clients can read that read any compression, off the event loop.
 *
 * Only for answers that hold no secret beside text that another user may have put in: their length would reveal it.
 *
 * @param accepted  the request's `Accept-Encoding`
 * @param kept  the answer, if it is cached: it is compressed once
 * @returns null: it is sent as it is
 */
export async function compress(text: string, accepted: string, kept?: KeptReply<unknown>): Promise<Buffer | null> {
  if (text.length < worthwhileChars || !acceptsGzip(accepted)) return null
  const pack = async () => gzipOf(await deflate(text))
  return kept === undefined ? pack() : kept.packed(pack)
}

/** @param accepted  the header of the request, in which a weight of 0 refuses an encoding */
export const acceptsGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)
