import { isEmbedded } from '#server/platform/files/media-type.ts'
import type { KeptUpload } from './keep.ts'

/** An upload as the contract shows it, with the markdown that shows or links it. */
export function presentUpload(upload: KeptUpload, place: { readonly id: number; readonly kind: 'project' | 'group' }) {
  const { id, secret, filename, mediaType } = upload
  const url = `/uploads/${secret}/${encodeURIComponent(filename)}`
  const embedded = isEmbedded(mediaType)
  const alt = embedded ? filename.replace(/\.[^.]+$/, '') : filename
  const link = `[${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`
  return { id, alt, url, fullPath: `/-/${place.kind}/${place.id}${url}`, markdown: embedded ? `!${link}` : link }
}
