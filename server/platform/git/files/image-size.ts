/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * The size of a PNG, GIF, BMP, WebP or JPEG image, from its header.
 *
 * @param bytes  the beginning of the file, at least as far as its header goes
 * @returns null for all else, and for a header that is cut or empty
 */
export function imageSizeOf(bytes: Buffer): ImageSize | null {
  const size = readers.find(({ begins }) => begins(bytes))?.read(bytes) ?? null
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

interface Reader {
  readonly begins: (bytes: Buffer) => boolean
  readonly read: (bytes: Buffer) => ImageSize | null
}

const begins =
  (word: string, from = 0) =>
  (bytes: Buffer) =>
    bytes.toString('latin1', from, from + word.length) === word

/** A header of so many bytes. */
const whole = (length: number, read: (bytes: Buffer) => ImageSize | null) => (bytes: Buffer) =>
  bytes.length < length ? null : read(bytes)

/** @source PNG (ISO/IEC 15948) 11.2.1, GIF89a 18, BITMAPINFOHEADER, RFC 9649 (WebP), ITU-T T.81 B.2 (JPEG) */
const readers: readonly Reader[] = [
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
    // A negative height stands for rows from the top.
    read: whole(26, bytes => ({ width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) })),
  },
  { begins: bytes => begins('RIFF')(bytes) && begins('WEBP', 8)(bytes), read: whole(30, ofWebp) },
  { begins: begins('\xff\xd8'), read: ofJpeg },
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

/** The size stands in the first segment that begins a frame; a camera may have stored previews before it. */
function ofJpeg(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
