/** The charset of a mail that names none, or an unknown one, if no other charset is detected. */
const usual = 'windows-1252'

/** Bytes to text in a character set by its name in a mail. */
export function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder(usual)
    throw error
  }
}

/** Code pages that have another name on the web. */
const pageNames: Readonly<Record<number, string>> = {
  ...{ 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 20127: 'us-ascii', 20866: 'koi8-r', 20932: 'euc-jp' },
  ...{ 28591: 'iso-8859-1', 28592: 'iso-8859-2', 28605: 'iso-8859-15', 50220: 'iso-2022-jp', 51949: 'euc-kr' },
  ...{ 54936: 'gb18030', 65001: 'utf-8' },
}

/** Bytes to text in a code page of Windows, by its number. */
export const decoderOfPage = (page: number): TextDecoder => decoderFor(pageNames[page] ?? `windows-${page}`)

/** The text of bytes in a character set; null when they are invalid in it, or it is unknown. */
function strictly(charset: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

/**
 * The character set of bytes that do not name theirs: UTF-8 where they are that, else the Japanese one that makes Japanese of
 * them, else Windows-1252.
 *
 * @param hint  named nearby, such as for the text of a mail with such a subject
 */
export function charsetOf(bytes: Uint8Array, hint = ''): string {
  // Escape sequences are the only sign of this charset: all bytes are ASCII.
  if (escapes.some(each => Buffer.from(bytes).includes(each))) return 'iso-2022-jp'
  if (strictly('utf-8', bytes) !== null) return 'utf-8'
  if (hint !== '' && !vague.test(hint) && strictly(hint, bytes) !== null) return hint
  const scored = ['shift_jis', 'euc-jp'].map(charset => ({
    charset,
    score: japaneseIn(strictly(charset, bytes) ?? ''),
  }))
  const [best] = scored.sort((a, b) => b.score - a.score)
  return best !== undefined && best.score > 0 ? best.charset : usual
}

const escapes = ['$@', '$B', '$(D', '(I', '(J'].map(each => Buffer.from(`\x1b${each}`))
const vague = /^(?:us-ascii|ascii|utf-?8|unknown-8bit|x-unknown|default|iso-8859-1|windows-1252|latin1)$/i

/** A measure of how much a decoded text looks like Japanese; 0 for one that is hardly any. */
function japaneseIn(text: string): number {
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length
  // European letters come out as single ideographs beside ASCII, as half-width Katakana, or as private-use characters.
  const strange = count(/[\ue000-\uf8ff\u0080-\u009f]/g) + count(/(?<!\P{ASCII})[\u4e00-\u9fff](?!\P{ASCII})/gu)
  const kana = count(/[\u3041-\u3096\u30a1-\u30fc\u3001\u3002]/g)
  const ideographs = count(/[\u4e00-\u9fff]{2,}/g)
  const halfWidth = count(/[\uff61-\uff9f]/g)
  return Math.max(0, 2 * kana + ideographs - halfWidth - 3 * strange)
}

/** Text of bytes whose character set is not named. @param hint  named nearby */
export const decodeUnnamed = (bytes: Uint8Array, hint = ''): string => decoderFor(charsetOf(bytes, hint)).decode(bytes)

const contentType = /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim
/** Names that programs write when they do not know. */
const named = /\bcharset\s*=\s*"?([^"\s;]*)"?/i
const unknownNames = /^(?:|us-ascii|ascii|unknown-8bit|x-unknown|default|utf-?8)$/i
/** Bytes of a part that tell its character set. */
const sampleBytes = 65_536

/**
 * A mail whose parts of text all name their character set: those that name none, ASCII, or UTF-8 that they are not, get the
 * name of the one that they are in.
 */
export function withCharsets(mail: Uint8Array): Uint8Array {
  const text = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength).toString('latin1')
  const boundaries = [...text.matchAll(/\bboundary\s*=\s*"?([^";\r\n]+)"?/gi)]
    .slice(0, 100)
    .map(([, each = '']) => each.trim())
  const result = text.replace(contentType, (header, at: number) => {
    if (!/^content-type:\s*text\//i.test(header)) return header
    const name = named.exec(header)?.[1]
    if (name !== undefined && !unknownNames.test(name)) return header
    const charset = charsetOf(sampleOf(text, at, boundaries))
    return name === undefined ? `${header}; charset=${charset}` : header.replace(named, `charset=${charset}`)
  })
  return Buffer.from(result, 'latin1')
}

/** The first bytes of a part without its transfer encoding. @param at  within the header of the part */
function sampleOf(text: string, at: number, boundaries: readonly string[]): Buffer {
  const nearby = text.slice(Math.max(0, at - 4_000), at)
  const begin = at - nearby.length + Math.max(0, ...['\n\n', '\n\r\n', '\n--'].map(each => nearby.lastIndexOf(each)))
  const window = text.slice(at, at + 2 * sampleBytes)
  const blank = /\r?\n\r?\n/.exec(window)
  if (blank === null) return Buffer.alloc(0)
  const body = window.slice(blank.index + blank[0].length)
  const ends = boundaries.map(each => body.indexOf(`\n--${each}`)).filter(end => end !== -1)
  const part = body.slice(0, Math.min(sampleBytes, ...ends))
  const header = text.slice(begin, at + blank.index)
  const encoding = /^content-transfer-encoding:\s*([\w-]+)/im.exec(header)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(part, 'base64')
  return encoding === 'quoted-printable' ? quotedPrintable(part.replace(/=\r?\n/g, '')) : Buffer.from(part, 'latin1')
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const word = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi

/** The header lines of a mail before the first empty line; bytes as latin1. */
const headersOf = (mail: Uint8Array): string => {
  const text = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.byteLength, 200_000)).toString('latin1')
  return text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length)
}

/**
 * A header of a mail as text. Encoded words of one character set are joined before they are decoded, as some programs cut a
 * character in two, and bytes that are not encoded are read all the same.
 *
 * @source RFC 2047
 */
export function headerText(mail: Uint8Array, name: string): string {
  const line = new RegExp(`^${name}:([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(headersOf(mail))?.[1] ?? ''
  const value = line.replace(/\r?\n(?=[ \t])/g, '').trim()
  const hint = named.exec(headersOf(mail))?.[1] ?? ''
  let result = ''
  let last = 0
  let open: { readonly charset: string; readonly parts: Buffer[] } | null = null
  const flush = () => {
    if (open !== null) result += decoderFor(open.charset).decode(Buffer.concat(open.parts))
    open = null
  }
  for (const { 0: found, 1: named = '', 2: encoding = '', 3: given = '', index } of value.matchAll(word)) {
    const between = value.slice(last, index)
    const charset = named.toLowerCase().replace(/\*.*$/, '')
    if (open === null || between.trim() !== '' || open.charset !== charset) {
      flush()
      // White space between two encoded words belongs to neither.
      if (last === 0 || between.trim() !== '') result += decodeUnnamed(Buffer.from(between, 'latin1'), hint)
      open = { charset, parts: [] }
    }
    open.parts.push(decodedWord(encoding, given))
    last = index + found.length
  }
  flush()
  return result + decodeUnnamed(Buffer.from(value.slice(last), 'latin1'), hint)
}

const decodedWord = (encoding: string, given: string): Buffer =>
  encoding.toLowerCase() === 'b'
    ? Buffer.from(given, 'base64')
    : Buffer.from(
        given
          .replaceAll('_', ' ')
          .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
