import { useSyncExternalStore } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import { unsentRows, watchRows } from './kept-sync.ts'
import { waitingFor } from './waiting.ts'

export interface UnsentOfferProps {
  /** The boxes that it is offered for; those of one form belong together. */
  readonly places: readonly string[]
  /** How the names of boxes begin whose texts may go on here. */
  readonly from?: string
  /** The text was taken over: show the box it is in now. */
  readonly onUse?: () => void
  /** Around the notice, which takes no room while nothing waits. */
  readonly className?: string | undefined
}

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
 * The same as a small button, no higher than a line of text: it comes when the page stands already, and in a line that is
 * there it moves nothing that one is about to press. What waits is shown when it is pressed.
 */
export function UnsentOfferButton(props: UnsentOfferProps) {
  return useIsOffered(props) && <OfferButton {...props} />
}

function useIsOffered({ places, from }: UnsentOfferProps): boolean {
  const rows = useSyncExternalStore(watchRows, unsentRows)
  return waitingFor(places, from ?? null, rows).length > 0
}
