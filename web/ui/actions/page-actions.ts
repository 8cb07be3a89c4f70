import { useEffect, useEffectEvent } from 'react'

/** Something that a page can do to what it shows. */
export interface PageAction {
  readonly label: string
  /** The object of the action: "#7". By default that of the page's other actions. */
  readonly on?: string
  readonly run: () => void
}

const sets: (() => readonly PageAction[])[] = []

/**
 * Offer actions in the palette while the page is open.
 *
 * @param actions  asked for when the palette opens
 */
export function usePageActions(actions: () => readonly PageAction[]): void {
  const now = useEffectEvent(actions)
  // The palette stands outside of the page.
  useEffect(() => {
    // An effect's function may not leave it: this one does so only for as long as the effect lasts.
    const set = () => now()
    sets.push(set)
    return () => void sets.splice(sets.indexOf(set), 1)
  }, [])
}

/** The actions of the open page. To be asked while an event is handled. */
export const pageActionsNow = (): readonly PageAction[] => sets.flatMap(set => set())
