import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below it, packing takes longer than what it saves. */
const worthwhileChars = 8_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The quickest that still makes a tenth of a discussion: it is done anew for each answer. */
const brotliQuality = 2
const gzipLevel = 1

/**
 * A long answer packed as the client likes it, off the event loop.
 *
 * Only for answers that hold no secret beside what somebody else may have put in: the length of such would tell of it.
 *
 * @returns null: it goes out as it is
 */
export async function compress(
  text: string,
  accepted: string,
): Promise<{ readonly encoding: 'br' | 'gzip'; readonly body: Buffer } | null> {
  if (text.length < worthwhileChars) return null
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
    return { encoding: 'br', body: await brotli(text, { params }) }
  }
  return /\bgzip\b/.test(accepted) ? { encoding: 'gzip', body: await zip(text, { level: gzipLevel }) } : null
}
