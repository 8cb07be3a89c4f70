import type { Slice } from '#server/slice.ts'
import { diffNoteAnswers } from './answers.ts'
import { checkInDiff } from './check.ts'
import { diffNoteFollowers } from './follow.ts'

export const diffNotes: Slice = {
  name: 'diff-notes',
  answers: diffNoteAnswers,
  followers: diffNoteFollowers,
  plugs: {
    positionChecks: [{ type: 'merge_request', check: checkInDiff }],
    systemNoteIcons: { outdated: 'diff' },
  },
}
