/** Where signing in leads back to: a path of this site, or else its home. Nobody's link may lead elsewhere. */
export function returnPath(wanted: unknown, origin = window.location.origin): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, origin)
  if (url === null || url.origin !== origin || /^\/users\/(sign_|password)/.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
