import { SyncIcon } from '@primer/octicons-react'
import { type ComponentPropsWithRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { useHoverOrFocus } from '../actions/held.ts'
import { counted } from '../text/counted.ts'
import styles from './SteadyArea.module.css'
import { type SteadyRows, useSteadyRows } from './steady-rows.ts'

interface SteadyList<Row> extends SteadyRows<Row> {
  readonly attention: ReturnType<typeof useHoverOrFocus>
  /** To be called in each render, with whether the user works on rows from elsewhere on the page, such as a bar for selected rows. */
  readonly hold: (isHeld: boolean) => void
}

/**
 * A live list that does not shift while its `SteadyArea` is hovered or focused: rows keep their places, even if others
 * change them, and new rows wait behind a button.
 *
 * @param key  identifies the query; a new key shows its rows at once
 * @param now  the current rows, the same array until they change
 * @param isOwnChange  a change by the user is under way, and is shown at once
 */
export function useSteadyList<Row>(
  key: string,
  now: readonly Row[],
  idOf: (row: Row) => number | string,
  isOwnChange = false,
): SteadyList<Row> {
  const attention = useHoverOrFocus()
  const [isHeld, setHeld] = useState(false)
  const rows = useSteadyRows(key, now, idOf, isHeld || (attention.isActive && !isOwnChange))
  return { ...rows, attention, hold: next => next !== isHeld && setHeld(next) }
}

interface SteadyAreaProps extends ComponentPropsWithRef<'div'> {
  readonly of: SteadyList<unknown>
  /** One row, in the singular: "issue". */
  readonly noun: string
}

/** Contains a live list. */
export function SteadyArea({
  of: { attention, isBehind, arrived, showAll },
  noun,
  children,
  ...rest
}: SteadyAreaProps) {
  return (
    <div {...rest} {...attention.props}>
      <div role="status" className={styles.news}>
        {isBehind && (
          <Button
            size="s"
            icon={<SyncIcon />}
            onClick={() => {
              attention.clearFocus()
              showAll()
            }}
          >
            {arrived === 0 ? 'Update list' : counted(arrived, `new ${noun}`)}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}
