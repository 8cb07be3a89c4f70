import './events.ts'
import type { Slice } from '#server/slice.ts'
import { emailActions } from './quick-actions.ts'

export const emailParticipants: Slice = {
  name: 'email-participants',
  plugs: { quickActions: emailActions, systemNoteIcons: { issue_email_participants: 'mail' } },
}
