import type { CodePlace, CodeRef } from '../shapes.ts'

/** The reason why this person cannot change files of the project; null if they can. */
export function whyNoCommit({ canCommit, canFork, isEmpty, header }: CodePlace): string | null {
  if (canCommit) return null
  if (header.pendingDeletion) return 'The project is marked for deletion and cannot be changed.'
  if (header.archived) return 'The project is archived and cannot be changed.'
  // The commit then goes to a fork.
  if (canFork && !isEmpty) return null
  return 'You need at least the Developer role to commit to this project.'
}

/** The same of the files of one ref: tags and commits never change. */
export function whyNoChange(place: CodePlace, at: CodeRef): string | null {
  return whyNoCommit(place) ?? (at.kind === 'branch' ? null : 'Switch to a branch to change its files.')
}
