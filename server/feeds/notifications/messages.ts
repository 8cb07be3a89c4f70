import type { Reason } from './recipients.ts'

/** Why an email was sent, for its footer. */
export function reasonLine(reason: Reason | null): string {
  switch (reason) {
    case 'paged':
      return 'You are receiving this email because an escalation policy of the project names you.'
    case 'own_activity':
      return 'You are receiving this email because you turned on notifications about your own activity.'
    case 'assigned':
      return 'You are receiving this email because you are or were assigned to this issue.'
    case 'mentioned':
      return 'You are receiving this email because you were mentioned.'
    case 'subscribed':
      return 'You are receiving this email because you are subscribed to this issue.'
    case null:
      return 'You are receiving this email because you participate in this issue or watch its project.'
    default:
      return reason satisfies never
  }
}

/** The word for a type at the start of a sentence. */
export const typeTitle = (type: string): string => {
  const word = type.replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
