import { useCallback, useSyncExternalStore } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { KeptTextProps } from './KeptWords.tsx'
import { watchKept } from './kept-store.ts'
import { startKeeping } from './kept-sync.ts'
import { wordsIn } from './kept-text.ts'

const KeptWords = onDemand(() => import('./KeptWords.tsx').then(module => module.KeptWords), { holdsKeys: false })

/**
 * The unsent text of a box that no longer exists: to be read, copied or discarded. Renders nothing if there is none.
 */
export function KeptText({ place, label }: KeptTextProps) {
  const subscribe = useCallback(
    (listener: () => void) => {
      startKeeping()
      return watchKept(place, listener)
    },
    [place],
  )
  const words = useSyncExternalStore(
    subscribe,
    () => wordsIn(place),
    () => '',
  )
  return words !== '' && <KeptWords place={place} label={label} words={words} />
}
