import './events.ts'
import type { Slice } from '#server/slice.ts'
import { emailParticipantFollowers } from './follow.ts'
import { emailActions } from './quick-actions.ts'

export const emailParticipants: Slice = {
  name: 'email-participants',
  followers: emailParticipantFollowers,
  plugs: { quickActions: emailActions },
}
