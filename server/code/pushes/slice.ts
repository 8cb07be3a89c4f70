import type { Slice } from '#server/slice.ts'
import './events.ts'
import { pushFollowers } from './follow.ts'
import { mergeRequestOptions } from './push-options.ts'

/** The effects of the messages of pushed commits on issues, and the options of a push to merge requests. */
export const pushes: Slice = {
  name: 'pushes',
  followers: pushFollowers,
  plugs: { pushOptions: [mergeRequestOptions] },
}
