import { useSyncExternalStore } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import { unsentRows, watchRows } from './kept-rows.ts'
import type { UnsentOfferProps } from './OfferNotice.tsx'
import { isHere, waitingFor } from './waiting.ts'

const OfferNotice = onDemand(() => import('./OfferNotice.tsx').then(module => module.OfferNotice), {
  holdsKeys: false,
})
const OfferButton = onDemand(() => import('./OfferNotice.tsx').then(module => module.OfferButton), {
  holdsKeys: false,
})

/** Offers what the person typed in these boxes on another device. */
export function UnsentOffer(props: UnsentOfferProps) {
  return useIsOffered(props) && <OfferNotice {...props} />
}

/**
 * The same as a small button, no higher than a line of text: it appears after the page, and moves nothing that the user
 * is about to press. A press shows the unsent text.
 */
export function UnsentOfferButton(props: UnsentOfferProps) {
  return useIsOffered(props) && <OfferButton {...props} />
}

function useIsOffered({ places, from }: UnsentOfferProps): boolean {
  const rows = useSyncExternalStore(watchRows, unsentRows, unsentRows)
  return waitingFor(places, from ?? null, rows).length > 0
}

/** Whether a text may be offered for boxes whose names begin like this: asked once for hundreds of them. */
export function useIsOfferedUnder(prefixes: readonly string[]): boolean {
  const isOffered = () =>
    unsentRows().some(row => prefixes.some(prefix => row.place.startsWith(prefix)) && !isHere(row))
  return useSyncExternalStore(watchRows, isOffered, isOffered)
}
