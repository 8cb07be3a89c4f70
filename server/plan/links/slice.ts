import './events.ts'
import type { Slice } from '#server/slice.ts'
import { linkFollowers } from './follow.ts'
import { linkPageAnswers } from './page-answers.ts'
import { linkActions } from './quick-actions.ts'

export const links: Slice = {
  name: 'links',
  answers: linkPageAnswers,
  followers: linkFollowers,
  plugs: { quickActions: linkActions, systemNoteIcons: { relate: 'link', unrelate: 'unlink' } },
}
