/** Whether an address is that of this document, which the server did not redirect. */
export const isAddressOfDocument = (href: string): boolean => {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).href === new URL(href, location.origin).href
}

/**
 * The address to which the server redirects a reader.
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
