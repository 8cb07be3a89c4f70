/** Stands for the site, whatever its name. */
const anySite = 'https://site.invalid'

/** The address after signing in: a path of this site, or else its home. No link may lead elsewhere. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, anySite)
  if (url === null || url.origin !== anySite || /^\/users\/(sign_|password)/.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
