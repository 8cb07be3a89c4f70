import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { KeptReply } from '#server/platform/text/kept-reply.ts'

/** For shorter texts, compression takes longer than it saves. */
const worthwhileChars = 8_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The quickest that still makes a tenth of a discussion: it is done anew for each answer. */
const brotliQuality = 2
const gzipLevel = 1

type Encoding = 'br' | 'gzip'

/**
 * A long answer packed as the client likes it, off the event loop.
 *
 * Only for answers that hold no secret beside text that another user may have put in: their length would reveal it.
 *
 * @param kept  the answer, if it is cached: it is compressed once for each encoding
 * @returns null: it goes out as it is
 */
export async function compress(
  text: string,
  accepted: string,
  kept?: KeptReply<unknown>,
): Promise<{ readonly encoding: Encoding; readonly body: Buffer } | null> {
  const encoding = text.length < worthwhileChars ? null : encodingOf(accepted)
  if (encoding === null) return null
  const pack = () => packed(text, encoding)
  return { encoding, body: await (kept === undefined ? pack() : kept.packed(encoding, pack)) }
}

function encodingOf(accepted: string): Encoding | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

const packed = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : zip(text, { level: gzipLevel })
