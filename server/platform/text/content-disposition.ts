import { oneLine } from './one-line.ts'

/**
 * The header `Content-Disposition`, with the name of the file in ASCII and in full.
 *
 * @param given  the name, or a path that ends in it, with slashes or backslashes
 */
export function contentDisposition(disposition: 'inline' | 'attachment', given: string): string {
  const name = oneLine(given.split(/[/\\]/).at(-1) ?? '') || 'file'
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
