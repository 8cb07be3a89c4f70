import type { Slice } from '#server/slice.ts'
import './events.ts'
import { pushFollowers } from './follow.ts'
import { mergeRequestOptions } from './push-options.ts'

/** What the messages of pushed commits do to issues, and the options of a push to merge requests. */
export const pushes: Slice = {
  name: 'pushes',
  followers: pushFollowers,
  plugs: { pushOptions: [mergeRequestOptions] },
}
