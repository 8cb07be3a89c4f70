import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Whether a change by the user is under way: from its sending until the data it made stale are fetched again. So is one whose data a page
 * is still waiting for when it opens, such as the deletion on another page that led to it.
 */
export function useOwnChange(): boolean {
  const isSending = useIsMutating() > 0
  const isFetching = useIsFetching() > 0
  const [wasUnderWay, setUnderWay] = useState(true)
  const isUnderWay = isSending || (wasUnderWay && isFetching)
  if (isUnderWay !== wasUnderWay) setUnderWay(isUnderWay)
  return isUnderWay
}
