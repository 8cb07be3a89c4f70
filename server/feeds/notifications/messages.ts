import type { Reason } from './recipients.ts'

/** Why a mail came, as its last lines say it. */
export function reasonLine(reason: Reason | null): string {
  switch (reason) {
    case 'own_activity':
      return 'You receive this mail because you asked to hear of your own activity.'
    case 'assigned':
      return 'You receive this mail because you are assigned to it, or were.'
    case 'mentioned':
      return 'You receive this mail because you were mentioned.'
    case 'subscribed':
      return 'You receive this mail because you subscribed to it.'
    case null:
      return 'You receive this mail because you take part in it or watch its project.'
    default:
      return reason satisfies never
  }
}

/** The word for a type at the start of a sentence. */
export const typeTitle = (type: string): string => {
  const word = type.replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
