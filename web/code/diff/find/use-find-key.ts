import { useEffect, useEffectEvent } from 'react'
import { latinKey } from '#web/ui/actions/keys.ts'

/** Mod+F finds in the diff; in its own field it is the browser's. */
export function useFindKey(isWanted: boolean, onFind: () => void): void {
  const find = useEffectEvent(onFind)
  // Keys arrive at the document, outside of any component.
  useEffect(() => {
    if (!isWanted) return
    const onKey = (event: KeyboardEvent) => {
      if (latinKey(event) !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.defaultPrevented || document.activeElement?.closest('[data-find], dialog') != null) return
      event.preventDefault()
      find()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isWanted])
}
