import { segmentLimit } from '#contract/foundation/path-from-name.ts'
import type { FieldErrors } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems, tooLong } from '#server/platform/text/problems.ts'

/**
 * Reserved first path segments, which no user or group can have: the server's own routes, paths that browsers request on their own,
 * and names that API clients treat as reserved.
 */
const ownSegments = new Set(
  `- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard deploy.html
  explore favicon.ico favicon.png favicon.svg files groups health_check help import invites jwt login
  manifest.webmanifest new oauth profile projects public robots.txt s search sitemap sitemap.xml sitemap.xml.gz
  slash-command-logo.png snippets unsubscribes uploads users v2
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

/** Groups in groups at most, the project included. */
export const depthLimit = 20

const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. It must not start with '-', end in '.', or end in '.git' or '.atom'"
const nameRule =
  "can contain only letters, digits, emojis, '_', '.', '+', dashes, spaces or parentheses. It must start with a letter, digit, emoji or '_'"

// Joiners and variation selectors stand between the parts of one emoji.
const nameShape =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Pd}_.+() -]|\u200d|\ufe0f)*$/u

/** What is wrong with a path as the last segment of a full path; empty when it is fine. */
export function pathProblems(path: string, place: 'top' | 'inner'): readonly string[] {
  if (path.trim() === '') return ["can't be blank"]
  if (path.length > segmentLimit) return [tooLong(segmentLimit)]
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || /(\.|\.git|\.atom)$/i.test(path)) return [pathRule]
  return isReserved(path, place) ? ['is a reserved name'] : []
}

/** The public keys of a user stand at `/ann.keys` and `/ann.gpg`. */
const keysAddress = /\.(keys|gpg)$/i

/** Whether the server keeps a segment for itself: `top` for users and top-level groups, `inner` below. */
export function isReserved(segment: string, place: 'top' | 'inner'): boolean {
  if (place === 'inner') return innerSegments.has(segment.toLowerCase())
  return ownSegments.has(segment.toLowerCase()) || keysAddress.test(segment)
}

export function nameProblems(name: string): readonly string[] {
  const problems = lineProblems(name, segmentLimit)
  if (problems.length > 0) return problems
  return nameShape.test(name) && oneLine(name) === name.trim() ? [] : [nameRule]
}

/** The fields that have problems, or null when none has. */
export function problemsOf(fields: FieldErrors): FieldErrors | null {
  const wrong = Object.entries(fields).filter(([, problems]) => problems.length > 0)
  return wrong.length === 0 ? null : Object.fromEntries(wrong)
}
