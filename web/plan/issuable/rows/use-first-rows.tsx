import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'

/** Rows that are drawn at first, and that each press of the button adds. */
const rowsAtOnce = 50

interface FirstRows<Item> {
  readonly rows: readonly Item[]
  /** The button for more of them. */
  readonly more: ReactNode
}

/** The rows of a list that are not loaded yet. */
interface UnreadRows {
  readonly hasMore: boolean
  readonly isReading: boolean
  readonly onMore: () => void
}

/** The first rows of a long list. */
export function useFirstRows<Item>(items: readonly Item[], unread?: UnreadRows): FirstRows<Item> {
  const [count, setCount] = useState(rowsAtOnce)
  const show = () => {
    setCount(count + rowsAtOnce)
    if (count + rowsAtOnce > items.length && unread?.hasMore) unread.onMore()
  }
  return {
    rows: items.slice(0, count),
    more: (items.length > count || unread?.hasMore) && (
      <Button variant="quiet" busy={unread?.isReading === true} onClick={show}>
        Show more
      </Button>
    ),
  }
}
