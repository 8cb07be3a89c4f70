import { CheckCircleFillIcon, ChevronDownIcon, ChevronRightIcon, MoveToBottomIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import { AuthorName } from '../note/NoteByline.tsx'
import { type Discussion, standingOf } from '../reading/discussions.ts'
import { isInDiff, threadCode } from '../thread-code.ts'
import styles from './ThreadHead.module.css'

interface ThreadHeadProps {
  readonly discussion: Discussion
  readonly isOpen: boolean
  /** Null when there is nothing to fold. */
  readonly onToggle: (() => void) | null
}

/** The author and state of a thread, and the buttons that collapse it and move to the next one. */
export function ThreadHead({ discussion, isOpen, onToggle }: ThreadHeadProps) {
  const { nextOpen } = useTools()
  const standing = standingOf(discussion)
  const [first] = discussion.notes
  if (first === undefined) return null
  const { author } = first
  const { parts } = threadCode
  const comments = discussion.notes.filter(note => !note.system)
  const { lastReply } = standing
  return (
    <header className={styles.head}>
      <span className={styles.words}>
        <Avatar {...author} sizePx={20} named={false} />
        <span className={styles.sentence}>
          <AuthorName author={author} className={styles.author} />{' '}
          {parts !== null && isInDiff(discussion) ? <parts.Started discussion={discussion} /> : messages.startedThread}
        </span>
        {standing.isResolved ? (
          <span className={styles.said}>
            <CheckCircleFillIcon className={styles.resolved} />
            <span>
              {standing.isResolvedByPush ? messages.resolvedByPush : messages.resolved}
              {standing.resolvedBy && (
                <>
                  {' '}
                  by <bdi>{standing.resolvedBy.name}</bdi>
                </>
              )}{' '}
              {standing.resolvedAt && <RelativeTime at={standing.resolvedAt} />}
            </span>
          </span>
        ) : (
          lastReply && (
            <span className={styles.updated}>
              Last updated <RelativeTime at={lastReply.createdAt} /> by <bdi>{lastReply.author.name}</bdi>
            </span>
          )
        )}
      </span>
      {!isOpen && standing.isResolved && (
        <span className={styles.summary}>
          <AvatarStack
            people={[...new Map(comments.map(note => [note.author.id, note.author])).values()]}
            label="In this thread"
          />
          {comments.length} {comments.length === 1 ? 'comment' : 'comments'}
        </span>
      )}
      <span className={styles.actions}>
        {nextOpen !== null && standing.isResolvable && !standing.isResolved && (
          <IconButton
            label="Next open thread"
            icon={<MoveToBottomIcon />}
            size="s"
            onClick={() => nextOpen(first.id)}
          />
        )}
        {onToggle !== null && (
          <button type="button" data-toggle aria-expanded={isOpen} className={styles.toggle} onClick={onToggle}>
            {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            {isOpen ? 'Hide thread' : 'Show thread'}
          </button>
        )}
      </span>
    </header>
  )
}
