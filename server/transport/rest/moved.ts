import type { Moved } from '#server/errors.ts'

/**
 * The target for readers of a former path: the API gets the id, which stays; the browser the current path.
 *
 * @param url  the address with the former path: in one encoded segment, in several as they are, or in the query
 */
export function movedLocation({ id, fullPath, formerPath }: Moved, url: URL): string {
  const former = formerPath.toLowerCase()
  const isApi = url.pathname.startsWith('/api/')
  const segments = url.pathname.split('/')
  const isFormer = (from: number, to: number) => decoded(segments.slice(from, to).join('/')).toLowerCase() === former
  const size = former.split('/').length
  const at = segments.findIndex((_segment, index) => isFormer(index, index + 1) || isFormer(index, index + size))
  if (at >= 0) segments.splice(at, isFormer(at, at + 1) ? 1 : size, ...(isApi ? [String(id)] : fullPath.split('/')))
  const query = new URLSearchParams(url.search)
  for (const [name, value] of [...query]) if (value.toLowerCase() === former) query.set(name, fullPath)
  return `${url.origin}${segments.join('/')}${query.size === 0 ? '' : `?${query}`}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
