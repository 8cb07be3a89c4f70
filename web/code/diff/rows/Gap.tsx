import { FoldDownIcon, FoldIcon, FoldUpIcon } from '@primer/octicons-react'
import { diffExpandStep } from '#contract/code/diffs/diff-steps.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './DiffRows.module.css'
import type { GapRow } from './rows.ts'

/** Show unchanged lines. */
export type ExpandGap = (gap: GapRow, from: 'above' | 'below' | 'all') => void

interface GapProps {
  readonly gap: GapRow
  readonly isBusy: boolean
  readonly onExpand: ExpandGap | undefined
}

/** Unchanged lines that are not shown, and the buttons that show them. @source DIFF-036 */
export function Gap({ gap, isBusy, onExpand }: GapProps) {
  const { first, last, at, heading } = gap
  const count = last === null ? null : last - first + 1
  const isShort = count !== null && count <= diffExpandStep
  return (
    <div className={styles.gap} data-kind="match">
      <span className={styles.expand}>
        {onExpand === undefined ? null : isShort ? (
          <IconButton
            label={`Show ${counted(count, 'line')}`}
            icon={<FoldIcon />}
            size="s"
            tooltip={false}
            disabled={isBusy}
            onClick={() => onExpand(gap, 'all')}
          />
        ) : (
          <>
            {at !== 'top' && (
              <IconButton
                label={`Show ${diffExpandStep} more lines below line ${first - 1}`}
                icon={<FoldDownIcon />}
                size="s"
                tooltip={false}
                disabled={isBusy}
                onClick={() => onExpand(gap, 'above')}
              />
            )}
            {at !== 'bottom' && last !== null && (
              <IconButton
                label={`Show ${diffExpandStep} more lines above line ${last + 1}`}
                icon={<FoldUpIcon />}
                size="s"
                tooltip={false}
                disabled={isBusy}
                onClick={() => onExpand(gap, 'below')}
              />
            )}
          </>
        )}
      </span>
      <span className={styles.heading}>
        {heading !== '' ? heading : count === null ? 'More lines' : counted(count, 'unchanged line')}
      </span>
      {!isShort && heading !== '' && count !== null && (
        <span className={styles.count}>{counted(count, 'unchanged line')}</span>
      )}
      {!isShort && onExpand !== undefined && (
        <button type="button" className={styles.all} disabled={isBusy} onClick={() => onExpand(gap, 'all')}>
          Show all
        </button>
      )}
    </div>
  )
}
