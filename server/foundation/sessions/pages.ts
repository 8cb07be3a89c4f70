import { listSessions } from '#contract/foundation/sessions.ts'
import { getViewer } from '#contract/foundation/users.ts'
import type { PageAddress } from '#server/slice.ts'

export const sessionsPages: readonly PageAddress[] = [
  { name: 'sign-in', address: '/users/sign_in', operation: getViewer },
  { name: 'register', address: '/users/sign_up', operation: getViewer },
  { name: 'forgot-password', address: '/users/password/new', operation: getViewer },
  { name: 'reset-password', address: '/users/password/edit', operation: getViewer },
  { name: 'confirm-email', address: '/users/confirmation', operation: getViewer },
  { name: 'account', address: '/-/user_settings/account', operation: listSessions },
]
