import type { LineState } from '#contract/discuss/positions.ts'

export const messages = {
  started: 'started a thread on the diff',
  startedOn: 'started a thread on',
  oldVersion: 'an old version of the diff',
  startedOnCommit: 'started a thread on commit',
  startedOnOldCommit: 'started a thread on an outdated change in commit',
  lines: (first: string, last: string) => `Comment on lines ${first} to ${last}`,
  form: { lines: 'Comment on these lines', point: 'Comment on this point', file: 'Comment on this file' },
  /** The state of a thread whose lines have changed since. */
  state: {
    untouched: null,
    moved: 'Moved',
    edited: 'Outdated: lines changed',
    deleted: 'Outdated: lines deleted',
    file_gone: 'Outdated: file deleted',
  } satisfies Record<LineState, string | null>,
  /** The same for a point of an image. */
  imageChanged: 'Outdated: image changed',
  moveFailed: 'Could not move the pin. Please try again.',
  suggestFailed: 'Could not load the lines for this suggestion. Please try again.',
  /** @source ERRMSG-083 */
  noDiff: 'Unable to load the diff',
  noLineChange: 'These changes are no longer available.',
  lineChangeFailed: 'Could not load the changed lines.',
  elsewhere: 'Threads outside this diff',
  failed: 'Could not load the threads.',
  inCommentBox: 'The text is now in the comment box below the activity.',
} as const
