import type { Service } from '#server/platform/git/transport/advertise.ts'

interface GitCommand {
  readonly service: Service
  /** Without slashes at its ends. */
  readonly repository: string
}

/**
 * The one kind of command that the door takes: `git-upload-pack '/group/project.git'`. Nothing of it ever reaches a shell.
 *
 * @returns null for anything else
 */
export function readCommand(text: string): GitCommand | null {
  const [, verb, given] = /^git[- ](upload-pack|receive-pack) (.+)$/s.exec(text.trim()) ?? []
  if (given === undefined || verb === undefined) return null
  const path = unquoted(given)
  if (path === null || path.includes('\0') || path.length > longestPath) return null
  return {
    service: verb === 'upload-pack' ? 'git-upload-pack' : 'git-receive-pack',
    repository: path.replace(/^\/+|\/+$/g, ''),
  }
}

const longestPath = 1024

/** What a shell would make of git's way to quote: single quotes around, with `'\''` or `'\!'` for those inside. */
function unquoted(text: string): string | null {
  if (!text.startsWith("'")) return /[\s'"\\]/.test(text) ? null : text
  const inner = /^'((?:[^']|'\\['!]')*)'$/s.exec(text)?.[1]
  return inner?.replace(/'\\(['!])'/g, '$1') ?? null
}
