import type { Slice } from '#server/slice.ts'
import { diffNoteAnswers } from './answers.ts'
import { checkInDiff } from './check.ts'
import { diffNoteChecks } from './checks.ts'
import { diffNoteFollowers } from './follow.ts'

export const diffNotes: Slice = {
  name: 'diff-notes',
  answers: diffNoteAnswers,
  followers: diffNoteFollowers,
  checks: diffNoteChecks,
  plugs: {
    positionChecks: [{ type: 'merge_request', check: checkInDiff }],
    systemNoteIcons: { outdated: 'diff' },
  },
}
