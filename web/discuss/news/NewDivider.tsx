import { useEffect, useRef } from 'react'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { bringIntoSight } from '../reading/in-sight.ts'
import { hasActed } from './has-acted.ts'
import styles from './news.module.css'

interface NewDividerProps {
  readonly count: number
  readonly seenAt: string | null
  /** The new notes are above the divider, not below. */
  readonly isAbove: boolean
  /** Come into sight when the page opens, unless the reader is under way already. */
  readonly opensHere: boolean
}

/** Stands before what came since the last visit. */
export function NewDivider({ count, seenAt, isAbove, opensHere }: NewDividerProps) {
  const element = useRef<HTMLDivElement>(null)
  // The scroll position is the browser's: the page scrolls to the new comments once, when they are loaded.
  useEffect(() => {
    if (!opensHere || hasActed() || element.current === null) return
    return bringIntoSight(element.current)
  }, [opensHere])
  return (
    <div ref={element} className={styles.divider} data-new-divider>
      <h3 className={styles.pill}>
        {count} new{isAbove && ' above'}
        {seenAt !== null && (
          <>
            {' '}
            since your last visit · <RelativeTime at={seenAt} />
          </>
        )}
      </h3>
      <span className={styles.keys}>
        <KeyHint keys="N" /> <KeyHint keys="P" />
      </span>
    </div>
  )
}
