import { issuableKindOf, issuableKinds, kindWord } from '#contract/issuable-kinds.ts'
import type { Reason } from './recipients.ts'

/** The reason for an email, for its footer. @param type  of the item that it is about */
export function reasonLine(reason: Reason | null, type: string): string {
  const word = kindWord(type)
  switch (reason) {
    case 'paged':
      return 'You are receiving this email because you were paged.'
    case 'own_activity':
      return ownActivityLine
    case 'assigned':
      return `You are receiving this email because you are or were assigned to this ${word}.`
    case 'mentioned':
      return 'You are receiving this email because you were mentioned.'
    case 'subscribed':
      return `You are receiving this email because you are subscribed to this ${word}.`
    case null:
      return `You are receiving this email because you participate in this ${word} or watch its ${issuableKinds[issuableKindOf(type)].namespace}.`
    default:
      return reason satisfies never
  }
}

const ownActivityLine = 'You are receiving this email because you turned on notifications about your own activity.'

/** The reason for an email about a release. @param isOwn  the recipient created the release */
export const releaseReasonLine = (isOwn: boolean): string =>
  isOwn ? ownActivityLine : 'You are receiving this email because you are subscribed to new releases of this project.'

/** The state of an item in a mail. */
export function stateWord(state: string): 'Open' | 'Closed' | 'Merged' {
  if (state === 'merged') return 'Merged'
  return state === 'closed' ? 'Closed' : 'Open'
}

/** The word for a type at the start of a sentence. */
export const typeTitle = (type: string): string => {
  const word = type.replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
