import { TasklistIcon } from '@primer/octicons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { shortTaskStatus, taskStatus } from '#contract/plan/work-items/task-status.ts'
import { Title } from '#web/plan/facts/Title.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { useIssuable } from '../issuable-context.tsx'
import { badgeOf, Marks } from './IssuableHeader.tsx'
import styles from './StickyHeader.module.css'

/** The height of the bar above the page. */
const barPx = 48

interface StickyHeaderProps {
  /** The element that must have scrolled out of sight. */
  readonly watched: HTMLElement | null
  readonly marks?: ReactNode
}

/** The reference and title of the issuable, once its title has scrolled out of sight. @source ISSUE-007, ISSUE-008 */
export function StickyHeader({ watched, marks }: StickyHeaderProps) {
  const { issuable } = useIssuable()
  const tasks = taskStatus(issuable.taskCompletionStatus)
  const [isShown, setShown] = useState(false)
  // Only the browser knows what is in sight.
  useEffect(() => {
    if (watched === null) return setShown(false)
    const observer = new IntersectionObserver(
      ([entry]) => setShown(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barPx),
      { rootMargin: `-${barPx}px 0px 0px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [watched])
  return (
    <div className={styles.place}>
      {isShown && (
        <div className={styles.bar} data-sticky-header>
          <StateBadge {...badgeOf(issuable)} />
          <Marks>{marks}</Marks>
          <button
            type="button"
            className={styles.title}
            title="Back to the top"
            onClick={() => {
              window.scrollTo({ top: 0 })
            }}
          >
            <Title title={issuable.title} html={issuable.titleHtml} />
          </button>
          <span className={styles.reference}>{issuable.reference.short}</span>
          {tasks !== '' && (
            <span className={styles.tasks} title={tasks}>
              <TasklistIcon size={12} /> {shortTaskStatus(tasks)}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
