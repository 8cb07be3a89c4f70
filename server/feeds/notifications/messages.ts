import type { Recipient } from './recipients.ts'

/** Why a mail came, as its last line says it. */
export function reasonLine(reason: Recipient['reason']): string {
  switch (reason) {
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
