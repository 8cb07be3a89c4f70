import { decoderOfPage } from './charset.ts'

/** The dictionary to which every compressed text may refer from its beginning. @source MS-OXRTFCP 2.1.2.1 */
const usualWords =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const [compressed, uncompressed] = [0x75465a4c, 0x414c454d]
const windowSize = 4096
/** After this, only pictures follow, which are no text. */
const longestBytes = 4_000_000

/**
 * Decompress the RTF of a mail.
 *
 * @returns one character for each byte; empty for bytes of another form; bytes that end too early give the part before
 * @source MS-OXRTFCP 3.1.4.1
 */
export function decompressRtf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16) return ''
  const rawSize = Math.min(view.getUint32(4, true), longestBytes)
  const kind = view.getUint32(8, true)
  if (kind === uncompressed) return Buffer.from(bytes.subarray(16, 16 + rawSize)).toString('latin1')
  if (kind !== compressed) return ''
  const window = Buffer.alloc(windowSize, ' ')
  let end = window.write(usualWords, 'latin1')
  const raw = Buffer.alloc(rawSize)
  let length = 0
  const add = (byte: number) => {
    raw[length] = byte
    length += 1
    window[end] = byte
    end = (end + 1) % windowSize
  }
  for (let at = 16; at < bytes.length && length < rawSize; ) {
    const control = bytes[at] ?? 0
    at += 1
    for (let bit = 0; bit < 8 && at < bytes.length && length < rawSize; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        add(bytes[at] ?? 0)
        at += 1
        continue
      }
      if (at + 2 > bytes.length) return raw.toString('latin1', 0, length)
      const token = view.getUint16(at, false)
      at += 2
      const offset = token >> 4
      // A reference to its own position ends the text.
      if (offset === end) return raw.toString('latin1', 0, length)
      for (let nth = 0; nth < (token & 0xf) + 2 && length < rawSize; nth += 1)
        add(window[(offset + nth) % windowSize] ?? 0)
    }
  }
  return raw.toString('latin1', 0, length)
}

interface RtfWords {
  readonly text: string
  /** The HTML of a mail that was wrapped into RTF; empty otherwise. */
  readonly html: string
}

interface Group {
  /** The words of the group are not shown: fonts, colors, pictures, and unknown groups. */
  readonly isHidden: boolean
  /** Stands for HTML that follows as such. */
  readonly isRepeated: boolean
  /** The number of characters after one given by its number that readers without it show instead. */
  readonly replaced: number
  readonly font: number
}

const hiddenGroups =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|footnote|themedata|listtable|listoverridetable|fldinst)$/
const signs: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', sect: '\n', row: '\n', cell: '\t', tab: '\t', emdash: '—', endash: '–', bullet: '•' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', emspace: ' ', enspace: ' ' },
}
/** Code pages of Windows by the character set of a font. */
const codePages: Readonly<Record<number, number>> = {
  ...{ 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257 },
  ...{ 204: 1251, 222: 874, 238: 1250 },
}
const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi

/**
 * The words of an RTF text, one character for each byte.
 *
 * @source MS-OXRTFEX 2.1.3; RTF Specification 1.9.1
 */
export function readRtf(rtf: string): RtfWords {
  const isHtml = /\\fromhtml1\b/.test(rtf.slice(0, 2_000))
  const codePage = Number(/\\ansicpg(\d+)/.exec(rtf.slice(0, 2_000))?.[1] ?? 1252)
  const fontPages = new Map<number, number>()
  const groups: Group[] = []
  let group: Group = { isHidden: false, isRepeated: false, replaced: 1, font: 0 }
  let words = ''
  /** Bytes of one code page: a character may take two. */
  let bytes: number[] = []
  let bytesPage = codePage
  let skips = 0
  let isStarred = false
  const flush = () => {
    if (bytes.length > 0) words += decoderOfPage(bytesPage).decode(Uint8Array.from(bytes))
    bytes = []
  }
  const isShown = () => !group.isHidden && !group.isRepeated
  const add = (text: string) => {
    if (!isShown()) return
    flush()
    words += text
  }
  const addByte = (byte: number) => {
    if (!isShown()) return
    const page = fontPages.get(group.font) ?? codePage
    if (page !== bytesPage) flush()
    bytesPage = page
    bytes.push(byte)
  }
  token.lastIndex = 0
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [, word, number, hex, sign, brace, plain] = found
    if (brace === '{') {
      groups.push(group)
      isStarred = false
      continue
    }
    if (brace === '}') {
      flush()
      group = groups.pop() ?? group
      skips = 0
      continue
    }
    if (sign === '*') {
      isStarred = true
      continue
    }
    if (plain !== undefined) {
      const left = plain.slice(skips)
      skips = Math.max(0, skips - plain.length)
      for (const character of left) addByte(character.charCodeAt(0))
      continue
    }
    if (hex !== undefined) {
      if (skips > 0) skips -= 1
      else addByte(Number.parseInt(hex, 16))
      continue
    }
    if (sign !== undefined) {
      if ('\\{}'.includes(sign)) add(sign)
      else if (sign === '~') add(isHtml ? '&nbsp;' : ' ')
      else if (sign === '_') add(isHtml ? '&shy;' : '-')
      else if (sign === '\n' || sign === '\r') add('\n')
      continue
    }
    if (word === undefined) continue
    const value = number === undefined ? null : Number(number)
    // Bytes that are no RTF follow.
    if (word === 'bin') token.lastIndex += Math.max(0, value ?? 0)
    if (isStarred) {
      isStarred = false
      // The only group that a reader who does not know its name must show.
      if (word === 'htmltag' && isHtml) group = { ...group, isHidden: false }
      else group = { ...group, isHidden: true }
      continue
    }
    if (hiddenGroups.test(word)) group = { ...group, isHidden: true }
    else if (word === 'htmlrtf') group = { ...group, isRepeated: value !== 0 }
    else if (word === 'uc') group = { ...group, replaced: value ?? 1 }
    else if (word === 'f') group = { ...group, font: value ?? 0 }
    else if (word === 'fcharset' && value !== null) fontPages.set(group.font, codePages[value] ?? codePage)
    else if (word === 'plain') group = { ...group, font: 0 }
    else if (word === 'u' && value !== null) {
      add(String.fromCharCode(value < 0 ? value + 65_536 : value))
      skips = group.replaced
    } else if (signs[word] !== undefined) add(signs[word])
  }
  flush()
  return isHtml ? { text: '', html: words } : { text: words.trim(), html: '' }
}
