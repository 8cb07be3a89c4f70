/**
 * The security headers of every response. They are built once: they are the same for all.
 *
 * @param externalUrl  the origin of the site
 */
export function securityHeaders(externalUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(externalUrl, []),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(externalUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

/** @param scripts  sources beside the site's own files, such as `'sha256-...'` */
export function contentPolicy(externalUrl: string, scripts: readonly string[]): string {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...scripts].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https: http:",
    'media-src': "'self' blob: https: http:",
    'connect-src': `'self' ${externalUrl.replace(/^http/, 'ws')}`,
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
}
