import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'

/** Rows that are drawn at first, and that each press of the button adds. */
const rowsAtOnce = 50

interface FirstRows<Item> {
  readonly rows: readonly Item[]
  /** The button for more of them. */
  readonly more: ReactNode
}

/** The first rows of a long list. */
export function useFirstRows<Item>(items: readonly Item[]): FirstRows<Item> {
  const [count, setCount] = useState(rowsAtOnce)
  return {
    rows: items.slice(0, count),
    more: items.length > count && (
      <Button variant="quiet" onClick={() => setCount(count + rowsAtOnce)}>
        Show more
      </Button>
    ),
  }
}
