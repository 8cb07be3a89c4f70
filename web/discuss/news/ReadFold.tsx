import { UnfoldIcon } from '@primer/octicons-react'
import styles from './news.module.css'
import { foldWords } from './news.ts'

interface ReadFoldProps {
  readonly comments: number
  readonly changes: number
  readonly onUnfold: () => void
}

/** A long stretch of what was read before, as one line. */
export function ReadFold({ comments, changes, onUnfold }: ReadFoldProps) {
  return (
    <div className={styles.fold}>
      <button type="button" onClick={onUnfold}>
        <UnfoldIcon /> {foldWords(comments, changes)}
      </button>
    </div>
  )
}
