import './events.ts'
import type { Slice } from '#server/slice.ts'
import { linkFollowers } from './follow.ts'
import { linkActions } from './quick-actions.ts'

export const links: Slice = {
  name: 'links',
  followers: linkFollowers,
  plugs: { quickActions: linkActions, systemNoteIcons: { relate: 'link', unrelate: 'unlink' } },
}
