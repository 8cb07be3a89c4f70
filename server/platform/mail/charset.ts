/** Of a mail that names none, or one that nobody knows, and is no UTF-8. */
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

/** Text of bytes whose character set is not named: UTF-8 where they are that. */
export function decodeUnnamed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return decoderFor(usual).decode(bytes)
    throw error
  }
}

const contentType = /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim

/**
 * A mail whose parts of text all name their character set: those that name none, or ASCII, and are no UTF-8 are taken for
 * Windows-1252, as most of them are.
 */
export function withCharsets(mail: Uint8Array): Uint8Array {
  const text = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength).toString('latin1')
  const named = text.replace(contentType, header => {
    if (!/^content-type:\s*text\//i.test(header)) return header
    if (!/\bcharset\s*=/i.test(header)) return `${header}; charset=${usual}`
    return header.replace(/(\bcharset\s*=\s*)"?(?:us-ascii|ascii|unknown-8bit|x-unknown|default)"?/i, `$1${usual}`)
  })
  return Buffer.from(named, 'latin1')
}

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
      if (last === 0 || between.trim() !== '') result += decodeUnnamed(Buffer.from(between, 'latin1'))
      open = { charset, parts: [] }
    }
    open.parts.push(decodedWord(encoding, given))
    last = index + found.length
  }
  flush()
  return result + decodeUnnamed(Buffer.from(value.slice(last), 'latin1'))
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
