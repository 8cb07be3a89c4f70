/** Width and height in pixels, as a browser shows the image. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The most bytes that the header of a file takes: photographs begin with previews and color profiles. */
export const imageHeadBytes = 256 * 1024

/**
 * The size of a PNG, GIF, BMP, WebP, JPEG, AVIF or SVG image, from its header.
 *
 * @param bytes  the beginning of the file, at least as far as its header goes
 * @returns null for all else, and for a header that is cut or empty
 */
export function imageSizeOf(bytes: Buffer): ImageSize | null {
  const size = readers.find(({ begins }) => begins(bytes))?.read(bytes) ?? null
  return size !== null && isSide(size.width) && isSide(size.height) ? size : null
}

const isSide = (pixels: number): boolean => pixels > 0 && pixels < 2 ** 31

interface SizeReader {
  readonly begins: (bytes: Buffer) => boolean
  readonly read: (bytes: Buffer) => ImageSize | null
}

const begins =
  (word: string, from = 0) =>
  (bytes: Buffer) =>
    bytes.toString('latin1', from, from + word.length) === word

/** Read only a whole header of `length` bytes. */
const whole = (length: number, read: (bytes: Buffer) => ImageSize | null) => (bytes: Buffer) =>
  bytes.length < length ? null : read(bytes)

/** @source PNG (ISO/IEC 15948) 11.2.1, GIF89a 18, BITMAPINFOHEADER, RFC 9649 (WebP), ITU-T T.81 B.2 (JPEG), ISO/IEC 23008-12 6.5 (AVIF) */
const readers: readonly SizeReader[] = [
  {
    begins: begins('\x89PNG\r\n'),
    read: whole(24, bytes => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })),
  },
  {
    begins: begins('GIF8'),
    read: whole(10, bytes => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) })),
  },
  {
    begins: begins('BM'),
    // A negative height means rows from the top.
    read: whole(26, bytes => ({ width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) })),
  },
  { begins: bytes => begins('RIFF')(bytes) && begins('WEBP', 8)(bytes), read: whole(30, ofWebp) },
  { begins: begins('\xff\xd8'), read: ofJpeg },
  { begins: begins('ftyp', 4), read: ofAvif },
  { begins: () => true, read: ofSvg },
]

function ofWebp(bytes: Buffer): ImageSize | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** The size is in the first segment that begins a frame; a camera may have stored previews before it. */
function ofJpeg(bytes: Buffer): ImageSize | null {
  let isTurned = false
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return turned({ width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }, isTurned)
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xe1) isTurned ||= isOnItsSide(bytes.subarray(at + 4, end))
    at = end
  }
  return null
}

const turned = ({ width, height }: ImageSize, isTurned: boolean): ImageSize =>
  isTurned ? { width: height, height: width } : { width, height }

/** Whether a browser turns the image by a quarter: its orientation is one of 5 to 8. @source Exif 2.32 4.6.4 */
function isOnItsSide(segment: Buffer): boolean {
  if (!begins('Exif\0\0')(segment)) return false
  const tiff = segment.subarray(6)
  const isLittle = begins('II')(tiff)
  // Past the end, all is zero.
  const read16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Array.from({ length: Math.min(read16(directory), 100) }, (_, index) => directory + 2 + index * 12)
  const orientation = entries.find(at => read16(at) === 0x0112)
  return orientation !== undefined && read16(orientation + 8) >= 5
}

/** The largest picture of the file: the others are tiles and previews of it. */
function ofAvif(bytes: Buffer): ImageSize | null {
  let largest: ImageSize = { width: 0, height: 0 }
  for (let at = bytes.indexOf('ispe'); at !== -1 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  const rotation = bytes.indexOf('irot')
  return turned(largest, rotation !== -1 && ((bytes[rotation + 4] ?? 0) & 1) === 1)
}

/** Only of an SVG that says its size in pixels: others fill the room there is. */
function ofSvg(bytes: Buffer): ImageSize | null {
  const tag = /<svg\s[^>]{0,2000}/.exec(bytes.toString('utf8', 0, 16 * 1024))?.[0] ?? ''
  const side = (name: string) => {
    const length = new RegExp(`\\s${name}="(\\d{1,5}(?:\\.\\d{1,6})?)(?:px)?"`).exec(tag)?.[1]
    return length === undefined ? 0 : Math.round(Number(length))
  }
  return { width: side('width'), height: side('height') }
}
