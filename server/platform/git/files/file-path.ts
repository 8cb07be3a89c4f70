// biome-ignore lint/suspicious/noMisleadingCharacterClass: these are the characters some file systems do not see
const unseen = /[\u200c\u200d\u200e\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * Whether a commit may have a file with this path. Refuses all paths that git's own checks refuse, among them every
 * spelling that some file system takes for `.git`.
 */
export function isSafeFilePath(path: string): boolean {
  if (path === '' || path.includes('\0') || !path.isWellFormed() || Buffer.byteLength(path) > 4_096) return false
  if (path.split('/').some(part => part === '' || Buffer.byteLength(part) > 255)) return false
  // Some file systems treat a backslash as a separator too.
  return path.split(/[/\\]/).every(part => {
    if (part === '.' || part === '..') return false
    const plain = plainName(part)
    return plain !== '.git' && plain !== 'git~1'
  })
}

/** The name of a file as the file systems take it that see the least in it. */
export const plainName = (name: string): string =>
  name
    .replace(unseen, '')
    .split(':', 1)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '')
    .toLowerCase()
