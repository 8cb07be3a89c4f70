import { setChoice, useReader } from '#web/ui/reader.ts'

/** The parts of a card that a viewer can hide. */
export const cardParts = { labels: 'Labels', weight: 'Weight', 'due-date': 'Due date', comments: 'Comments' } as const

export type CardPart = keyof typeof cardParts

const hidingOf = (part: CardPart) => `cards-without-${part}`

/** The parts that cards show, as chosen in this browser, for all boards. */
export function useCardParts(): ReadonlySet<CardPart> {
  const { choices } = useReader()
  return new Set(partNames.filter(part => !choices.includes(hidingOf(part))))
}

// The keys of an object whose type names them all.
export const partNames = Object.keys(cardParts) as readonly CardPart[]

export const showPart = (part: CardPart, isShown: boolean): void => setChoice(hidingOf(part), !isShown)
