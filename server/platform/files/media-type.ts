import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** The types that a browser may show in place, by the end of the file's name. Everything else is offered for saving. */
const shown: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mp3': 'audio/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.opus': 'audio/ogg',
  '.pdf': 'application/pdf',
}

const saved: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.log': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
}

/** The media type by which a file is kept and served. The type that the sender named does not count. */
export function mediaTypeOf(filename: string): string {
  const end = extname(filename).toLowerCase()
  return shown[end] ?? saved[end] ?? 'application/octet-stream'
}

/** Whether a browser may show a file of this type in place. */
export function isShownInPlace(mediaType: string): boolean {
  return Object.values(shown).includes(mediaType)
}

/** Whether markdown shows the file where it stands, instead of a link. */
export function isEmbedded(mediaType: string): boolean {
  return /^(image|video|audio)\//.test(mediaType) && mediaType !== 'image/svg+xml'
}

/** The type of an image by the first bytes of its file; null for all but the five types that are shown. */
export async function imageTypeOf(path: string): Promise<string | null> {
  const text = (await beginning(path)).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12))) return 'image/avif'
  return null
}

async function beginning(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
