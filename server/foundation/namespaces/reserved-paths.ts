/**
 * Reserved first path segments, which no user or group can have: the server's own routes, paths that browsers request on their own,
 * names that API clients treat as reserved, and usernames of the site's own accounts.
 */
const ownSegments = new Set(
  `- .well-known 404.html 422.html 500.html 502.html 503.html admin alert-bot api apple-touch-icon.png assets automation-bot dashboard deploy.html
  explore favicon-todos.svg favicon.ico favicon.png favicon.svg files ghost groups health_check help icon-192.png icon-512.png
  icon-maskable-512.png import invites jwt login
  manifest.webmanifest new oauth profile projects public robots.txt s search service-worker.js sitemap sitemap.xml sitemap.xml.gz
  slash-command-logo.png snippets support-bot unsubscribes uploads users v2
  @fs @id @react-refresh @vite node_modules src`.split(/\s+/),
)

/** Segments that address something inside a group or project: nothing below the first segment has them. */
const innerSegments = new Set([
  '-',
  'badges',
  'blame',
  'blob',
  'builds',
  'commits',
  'create',
  'create_dir',
  'edit',
  'files',
  'find_file',
  'new',
  'notes',
  'preview',
  'preview_markdown',
  'raw',
  'refs',
  'todos',
  'tree',
  'update',
  'uploads',
  'wikis',
  'new_issuable_address',
])

/** The public keys of a user are at `/ann.keys` and `/ann.gpg`. */
const keysAddress = /\.(keys|gpg)$/i

/** Whether the server keeps a segment for itself: `top` for users and top-level groups, `inner` below. */
export function isReserved(segment: string, place: 'top' | 'inner'): boolean {
  if (place === 'inner') return innerSegments.has(segment.toLowerCase())
  return ownSegments.has(segment.toLowerCase()) || keysAddress.test(segment)
}
