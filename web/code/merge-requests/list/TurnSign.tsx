import { turnText } from './messages.ts'
import type { MergeRequestRowData } from './shapes.ts'
import styles from './TurnSign.module.css'

interface TurnSignProps {
  readonly turn: NonNullable<MergeRequestRowData['turn']>
}

/** The user whose turn it is on a merge request, and the reason. */
export function TurnSign({ turn }: TurnSignProps) {
  return (
    <span className={styles.turn} data-mine={turn.isMine || undefined}>
      {turnText(turn)}
    </span>
  )
}
