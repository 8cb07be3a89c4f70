import { isUtf8 } from 'node:buffer'
import { fileModes } from '../objects.ts'
import { isBinary } from './blob.ts'
import { encodingOf } from './file-text.ts'

/** The way in which a page shows a file. */
export type FileKind = 'text' | 'image' | 'video' | 'audio' | 'pdf' | 'binary'

const shown: Readonly<Record<string, readonly [FileKind, mediaType: string]>> = {
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  gif: ['image', 'image/gif'],
  webp: ['image', 'image/webp'],
  avif: ['image', 'image/avif'],
  bmp: ['image', 'image/bmp'],
  ico: ['image', 'image/x-icon'],
  mp4: ['video', 'video/mp4'],
  m4v: ['video', 'video/mp4'],
  webm: ['video', 'video/webm'],
  ogv: ['video', 'video/ogg'],
  mov: ['video', 'video/quicktime'],
  mp3: ['audio', 'audio/mpeg'],
  m4a: ['audio', 'audio/mp4'],
  oga: ['audio', 'audio/ogg'],
  ogg: ['audio', 'audio/ogg'],
  wav: ['audio', 'audio/wav'],
  flac: ['audio', 'audio/flac'],
  pdf: ['pdf', 'application/pdf'],
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Whether browsers show a file of that name as an image: a drawing in text too. */
export const isImageName = (name: string): boolean => endingOf(name) === 'svg' || shown[endingOf(name)]?.[0] === 'image'

const iconsOfKinds: Partial<Record<FileKind, string>> = {
  image: 'doc-image',
  video: 'live-preview',
  audio: 'volume-up',
}
const archives: readonly string[] = ['zip', 'tar', 'gz', 'tgz', 'bz2', 'tbz2', 'xz', 'zst', '7z', 'rar', 'jar']

/** The name of a file's icon, as clients of the API know them. @source rest.md 17.9 "diff file" */
export function fileIcon({ name, mode }: { readonly name: string; readonly mode: string }): string {
  if (mode === fileModes.link) return 'share'
  if (archives.includes(endingOf(name))) return 'doc-compressed'
  return (isImageName(name) ? iconsOfKinds.image : iconsOfKinds[shown[endingOf(name)]?.[0] ?? 'text']) ?? 'doc-text'
}

/** @param head  the first 8000 bytes at least, or all of it */
export function fileKindOf(name: string, head: Uint8Array): FileKind {
  if (endingOf(name) === 'svg') return 'image'
  if (encodingOf(head) !== null) return 'text'
  return shown[endingOf(name)]?.[0] ?? 'binary'
}

/**
 * The media type with which a file's bytes are sent. A browser runs none of them: text is plain text whatever its name;
 * a file that is neither text nor an image, sound, video or PDF is offered for saving.
 */
export function rawTypeOf(name: string, head: Uint8Array): { readonly mediaType: string; readonly isInline: boolean } {
  const known = shown[endingOf(name)]
  if (!isBinary(head)) {
    // An SVG is shown inside of pages by `img`, where it runs nothing; the sandbox of the headers holds it elsewhere.
    if (endingOf(name) === 'svg') return { mediaType: 'image/svg+xml', isInline: true }
    return { mediaType: isUtf8(whole(head)) ? 'text/plain; charset=utf-8' : 'text/plain', isInline: true }
  }
  return known === undefined
    ? { mediaType: 'application/octet-stream', isInline: false }
    : { mediaType: known[1], isInline: true }
}

/** The head without a character that its cut may have halved. */
function whole(head: Uint8Array): Uint8Array {
  let end = head.length
  while (end > 0 && end > head.length - 4 && ((head[end - 1] ?? 0) & 0b1100_0000) === 0b1000_0000) end--
  return ((head[end - 1] ?? 0) & 0b1000_0000) === 0 ? head : head.subarray(0, end - 1)
}
