import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import styles from './ChangeCounts.module.css'

interface ChangeCountsProps {
  readonly additions: number
  readonly deletions: number
}

/** The numbers of added and removed lines: +1,200 −7. */
export function ChangeCounts({ additions, deletions }: ChangeCountsProps) {
  return (
    <span className={styles.counts}>
      <span className={styles.added}>+{additions.toLocaleString('en')}</span>{' '}
      <span className={styles.removed}>−{deletions.toLocaleString('en')}</span>
    </span>
  )
}

interface FileChangeCountsProps {
  readonly file: Pick<DiffFileHead, 'addedLines' | 'removedLines' | 'binary'>
  readonly className?: string | undefined
}

/** The counts of a file; nothing where no lines changed, or none are shown. */
export function FileChangeCounts({ file, className }: FileChangeCountsProps) {
  const { addedLines, removedLines, binary } = file
  if (binary || addedLines + removedLines === 0) return null
  return (
    <span className={className}>
      <ChangeCounts additions={addedLines} deletions={removedLines} />
    </span>
  )
}
