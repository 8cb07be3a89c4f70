import './events.ts'
import type { Slice } from '#server/slice.ts'
import { linkFollowers } from './follow.ts'

export const links: Slice = {
  name: 'links',
  followers: linkFollowers,
  plugs: { systemNoteIcons: { relate: 'link', unrelate: 'unlink' } },
}
