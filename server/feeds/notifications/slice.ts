import type { Slice } from '#server/slice.ts'
import { notificationsAnswers } from './answers.ts'
import { notificationsFollowers } from './follow.ts'

export const notifications: Slice = {
  name: 'notifications',
  answers: notificationsAnswers,
  followers: notificationsFollowers,
}
