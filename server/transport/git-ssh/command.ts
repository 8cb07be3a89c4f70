import type { Service } from '#server/platform/git/transport/advertise.ts'

interface GitCommand {
  readonly service: Service | 'git-upload-archive'
  /** The path without slashes at its ends. */
  readonly repository: string
}

/**
 * The one kind of command that the door takes: `git-upload-pack '/group/project.git'`, for a fetch, an archive or a push. Nothing of it ever
 * reaches a shell.
 *
 * @returns null for anything else
 */
export function readCommand(text: string): GitCommand | null {
  const [, verb, given] = /^git[- ](upload-pack|upload-archive|receive-pack) (.+)$/s.exec(text.trim()) ?? []
  if (given === undefined || verb === undefined) return null
  const path = unquoted(given)
  if (path === null || path.includes('\0') || path.length > longestPath) return null
  return {
    // The pattern has no other verbs.
    service: `git-${verb}` as GitCommand['service'],
    repository: path.replace(/^\/+|\/+$/g, ''),
  }
}

const longestPath = 1024

/** Read git's quoting as a shell would: single quotes around, with `'\''` or `'\!'` for those inside. */
function unquoted(text: string): string | null {
  if (!text.startsWith("'")) return /[\s'"\\]/.test(text) ? null : text
  const inner = /^'((?:[^']|'\\['!]')*)'$/s.exec(text)?.[1]
  return inner?.replace(/'\\(['!])'/g, '$1') ?? null
}
