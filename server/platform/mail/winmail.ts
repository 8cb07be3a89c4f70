import { decoderFor, decoderOfPage } from './charset.ts'
import { decompressRtf, readRtf } from './rtf.ts'

/** The contents of a file `winmail.dat` of Outlook. */
interface Winmail {
  /** Empty when Outlook has put the words elsewhere. */
  readonly text: string
  /** The words of a mail that was written with marks; empty when it has none. */
  readonly html: string
  readonly files: readonly { readonly filename: string | null; readonly content: Uint8Array }[]
}

const magic = 0x223e9f78
/** Attributes with their types, as the file has them. */
const attributes = {
  codePage: 0x00069007,
  body: 0x0002800c,
  renderData: 0x00069002,
  title: 0x00018010,
  data: 0x0006800f,
  properties: 0x00069005,
  messageProperties: 0x00069003,
}

/**
 * Read the files and words out of Outlook's own wrapping.
 *
 * @returns null for bytes of another form
 * @source MS-OXTNEF
 */
export function readWinmail(bytes: Uint8Array): Winmail | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6 || view.getUint32(0, true) !== magic) return null
  let decoder = decoderFor('windows-1252')
  let text = ''
  let html = ''
  const files: { filename: string | null; content: Uint8Array }[] = []
  for (let at = 6; at + 11 <= bytes.length; ) {
    const id = view.getUint32(at + 1, true)
    const length = view.getUint32(at + 5, true)
    const data = bytes.subarray(at + 9, at + 9 + length)
    if (data.length < length) break
    const file = files.at(-1)
    if (id === attributes.codePage && length >= 4) decoder = decoderOfPage(view.getUint32(at + 9, true))
    else if (id === attributes.body) text = withoutEnd(decoder.decode(data))
    else if (id === attributes.renderData) files.push({ filename: null, content: new Uint8Array() })
    else if (id === attributes.title && file) file.filename ??= withoutEnd(decoder.decode(data))
    else if (id === attributes.data && file) file.content = data
    else if (id === attributes.properties && file) file.filename = longName(data) ?? file.filename
    else if (id === attributes.messageProperties) {
      const words = wordsIn(data, decoder)
      text ||= words.text
      html ||= words.html
    }
    // A checksum follows the value.
    at += 9 + length + 2
  }
  return { text, html, files: files.filter(({ content }) => content.length > 0) }
}

/** The sizes of values of the types of MAPI, padded to four bytes. */
const fixedSizes: Readonly<Record<number, number>> = {
  ...{ 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 },
}
const [string8, unicode, binary, object] = [0x1e, 0x1f, 0x102, 0x0d]
const [body, bodyHtml, bodyRtf] = [0x1000, 0x1013, 0x1009]
const filled = (length: number): number => Math.ceil(length / 4) * 4

/** The words of a mail among its properties: PidTagBody and PidTagHtml, and PidTagRtfCompressed, in which either may be wrapped. */
function wordsIn(data: Uint8Array, decoder: TextDecoder): { readonly text: string; readonly html: string } {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const words = { text: '', html: '' }
  let rtf = ''
  try {
    let at = 4
    for (let left = Math.min(bytes.readUInt32LE(0), 5_000); left > 0; left--) {
      const [type, id] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
      at += 4
      if (id >= 0x8000) at += bytes.readUInt32LE(at + 16) === 0 ? 24 : 24 + filled(bytes.readUInt32LE(at + 20))
      const single = type & 0xefff
      const isVariable = [string8, unicode, binary, object].includes(single)
      const size = fixedSizes[single]
      if (!isVariable && size === undefined) break
      const isCounted = isVariable || type !== single
      const count = isCounted ? bytes.readUInt32LE(at) : 1
      if (isCounted) at += 4
      if (!isVariable) {
        at += count * (size ?? 0)
        continue
      }
      for (let nth = 0; nth < count; nth++) {
        const length = bytes.readUInt32LE(at)
        const value = bytes.subarray(at + 4, at + 4 + length)
        const decoded = () => withoutEnd(single === unicode ? value.toString('utf16le') : decoder.decode(value))
        if (id === body) words.text ||= decoded()
        if (id === bodyHtml) words.html ||= decoded()
        if (id === bodyRtf && rtf === '') rtf = decompressRtf(value)
        at += 4 + filled(length)
      }
    }
  } catch (error) {
    // The file ends too early: values read until then are kept.
    if (!(error instanceof RangeError)) throw error
  }
  return rtf === '' || words.text !== '' || words.html !== '' ? words : readRtf(rtf)
}

const withoutEnd = (text: string): string => text.split('\0', 1)[0] ?? ''

/** The whole name of an attached file among its properties (PidTagAttachLongFilename); the title may be shortened to 8.3. */
function longName(data: Uint8Array): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (const [tag, encoding] of [
    [Buffer.from([0x1f, 0x00, 0x07, 0x37]), 'utf16le'],
    [Buffer.from([0x1e, 0x00, 0x07, 0x37]), 'latin1'],
  ] as const) {
    const at = bytes.indexOf(tag)
    // The tag, the number of values and a length come first.
    if (at === -1 || at + 12 > bytes.length) continue
    const length = bytes.readUInt32LE(at + 8)
    if (length > 0 && length < 1_000) return withoutEnd(bytes.subarray(at + 12, at + 12 + length).toString(encoding))
  }
  return null
}
