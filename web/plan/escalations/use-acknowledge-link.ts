import { useEffect } from 'react'
import { acknowledgeWord } from '#contract/monitor/alerts/alert-words.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

interface Acknowledgeable {
  readonly status: string | null
  readonly canEscalate: boolean
  /** @param onShown  runs once it is saved */
  readonly acknowledge: (onShown: () => void) => void
}

/** Acknowledge an incident or alert whose page is opened by the link in the email of a page. */
export function useAcknowledgeLink({ status, canEscalate, acknowledge }: Acknowledgeable): void {
  const { [acknowledgeWord]: isAsked, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  // The address is outside of React: it asks once, and no longer after a reload.
  useEffect(() => {
    if (isAsked === undefined) return
    setSearch(search, { replace: true })
    if (status !== 'TRIGGERED') showToast(status === 'ACKNOWLEDGED' ? 'Already acknowledged' : 'No longer triggered')
    else if (canEscalate) acknowledge(() => showToast('Acknowledged'))
    else showToast('You need at least the Developer role to acknowledge this.', { tone: 'danger' })
  })
}
