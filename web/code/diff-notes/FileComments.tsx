import { CommentDiscussionIcon, CommentIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import styles from './DiffDiscussions.module.css'

interface FileCommentsProps {
  readonly count: number
  readonly isHidden: boolean
  readonly onToggle: () => void
  /** Null for users who may not. */
  readonly onComment: (() => void) | null
}

/** @source DIFF-019 */
export const visibilityLabel = (isHidden: boolean): string =>
  isHidden ? 'Show comments on this file' : 'Hide comments on this file'

export function FileComments({ count, isHidden, onToggle, onComment }: FileCommentsProps) {
  return (
    <>
      {count > 0 && (
        <span className={styles.count}>
          <IconButton
            label={visibilityLabel(isHidden)}
            icon={<CommentDiscussionIcon />}
            size="s"
            aria-pressed={!isHidden}
            onClick={onToggle}
          />
          {count}
        </span>
      )}
      {onComment !== null && (
        <IconButton label="Comment on this file" icon={<CommentIcon />} size="s" onClick={onComment} />
      )}
    </>
  )
}
