import { isUtf8 } from 'node:buffer'
import { isBinary } from './blob.ts'

/**
 * The encodings of a text, by the names of `TextDecoder`. Only the first is certain: the others are a guess, or given
 * by a byte order mark.
 */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'gb18030'
  | 'windows-1251'
  | 'windows-1252'

interface FileText {
  /** The text, with replacement characters for invalid bytes. */
  readonly text: string
  /** Text that is not UTF-8 is shown, and never written back. */
  readonly encoding: Encoding
}

/** The text of a file, with its byte order mark where that is UTF-8; null for a binary one. */
export function fileText(content: Buffer): FileText | null {
  const encoding = encodingOf(content)
  if (encoding === null) return null
  return { text: encoding === 'utf-8' ? content.toString('utf8') : decode(content, encoding), encoding }
}

/** Guesses look at the beginning of a file. */
const lookedAt = 64 * 1024

/** The encoding of a file; null for a binary one. Git's own rule, but for UTF-16, which it takes for binary. */
export function encodingOf(content: Uint8Array): Encoding | null {
  const wide = wideEncoding(content)
  if (wide !== null) return wide
  if (isBinary(content)) return null
  return isUtf8(content) ? 'utf-8' : guess(content)
}

/** The kind of UTF-16, by its byte order mark, or by every other byte of what would be Latin letters. */
function wideEncoding(content: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [one, other] = content
  if (one === 0xff && other === 0xfe) return 'utf-16le'
  if (one === 0xfe && other === 0xff) return 'utf-16be'
  const head = content.subarray(0, 8_000)
  if (content.length % 2 !== 0 || head.length < 8 || !head.includes(0)) return null
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length / 2
  const encoding = even === 0 && odd > most * 0.7 ? 'utf-16le' : odd === 0 && even > most * 0.7 ? 'utf-16be' : null
  if (encoding === null) return null
  const text = decode(head, encoding)
  return isPlain(text) ? encoding : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell binary content
const isPlain = (text: string): boolean => !/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text)

function guess(content: Uint8Array): Encoding {
  const head = whole(content.subarray(0, lookedAt), content.length)
  // One bad byte does not change the encoding of the whole.
  const text = decode(head, 'utf-8')
  if (share(text, /[^\0-\x7f\ufffd]/g) >= 0.8) return 'utf-8'
  const japanese = (['shift_jis', 'euc-jp'] as const).find(encoding => {
    const text = strictly(head, encoding)
    return (
      text !== null && isPlain(text) && share(text, /[\u3040-\u30ff]/g) >= 0.2 && share(text, /[\uff61-\uff9f]/g) < 0.2
    )
  })
  if (japanese !== undefined) return japanese
  if (inPairs(head) >= 0.9) {
    const korean = strictly(head, 'euc-kr')
    if (korean !== null && share(korean, /[\uac00-\ud7a3]/g) >= 0.9) return 'euc-kr'
    const chinese = strictly(head, 'gb18030')
    if (chinese !== null && isPlain(chinese) && commonHanzi(head) >= 0.7) return 'gb18030'
  }
  return isCyrillic(head) ? 'windows-1251' : 'windows-1252'
}

/** The beginning of a longer file ends with a line, so that no character is halved. */
function whole(head: Uint8Array, length: number): Uint8Array {
  const end = head.lastIndexOf(10)
  return head.length === length || end < 0 ? head : head.subarray(0, end)
}

/** Null where some bytes are no character. */
function strictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // The decoder's way to say that it is another one.
    return null
  }
}

/** The share among the characters beyond ASCII, without East Asian punctuation and full-width forms. */
function share(text: string, wanted: RegExp): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const all = text.match(/[^\x00-\x7f\u3000-\u303f\uff00-\uff60]/g)?.length ?? 0
  return all === 0 ? 0 : (text.match(wanted)?.length ?? 0) / all
}

/** The share of bytes beyond ASCII that stand beside another: accented letters stand alone. */
function inPairs(bytes: Uint8Array): number {
  let all = 0
  let beside = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    all++
    if ((bytes[at - 1] ?? 0) >= 0x80 || (bytes[at + 1] ?? 0) >= 0x80) beside++
  }
  return all === 0 ? 0 : beside / all
}

/** The share of pairs that are signs or one of the 3,755 common characters of GB 2312. */
function commonHanzi(bytes: Uint8Array): number {
  let all = 0
  let common = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    all++
    const next = bytes[++at] ?? 0
    if (next >= 0xa1 && ((byte >= 0xb0 && byte <= 0xd7) || (byte >= 0xa1 && byte <= 0xa3))) common++
  }
  return all === 0 ? 0 : common / all
}

/** Words of letters of Windows-1251 alone, none of which would be a lone accent. */
function isCyrillic(bytes: Uint8Array): boolean {
  let all = 0
  let letters = 0
  for (const byte of bytes) {
    if (byte < 0x80) continue
    all++
    if (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8) letters++
  }
  return all >= 6 && letters / all >= 0.9 && inPairs(bytes) >= 0.9
}

const decode = (content: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(content)
