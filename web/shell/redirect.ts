/** Whether the server has answered an address with this document: it redirects it nowhere. */
export const isAddressOfDocument = (href: string): boolean => {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).href === new URL(href, location.origin).href
}

/**
 * Where the server sends a reader who types an address.
 *
 * @param href  path, query and hash
 * @returns the same of the page there; null where the address is not redirected
 */
export async function redirectOf(href: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(href, { headers: { accept: 'text/html' }, signal })
  void response.body?.cancel()
  const { origin, pathname, search } = new URL(response.url)
  if (!response.redirected || !response.ok || origin !== location.origin) return null
  return pathname + search + new URL(href, origin).hash
}
