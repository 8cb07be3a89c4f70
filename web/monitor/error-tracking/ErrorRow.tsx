import { errorPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { abbreviate } from '#web/ui/status/abbreviate.ts'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { LevelChip, StatusChip } from './ErrorMarks.tsx'
import styles from './Errors.module.css'
import { StatusActions } from './StatusActions.tsx'
import { type ListedError, useErrorStatus } from './use-errors.ts'

/** The names of the columns, where they stand beside each other. */
export function ErrorRowHead({ canUpdate }: { readonly canUpdate: boolean }) {
  return (
    <div aria-hidden="true" className={styles.head} data-can-update={canUpdate || undefined}>
      <span>Error</span>
      <span className={styles.number}>Events</span>
      <span className={styles.number}>Users</span>
      <span>First seen</span>
      <span>Last seen</span>
    </div>
  )
}

interface ErrorRowProps {
  readonly error: ListedError
  readonly namespace: string
  readonly canUpdate: boolean
}

/** @source ERRTRK-001 */
export function ErrorRow({ error, namespace, canUpdate }: ErrorRowProps) {
  const { id, title, type, message, culprit, count, userCount, firstSeen, lastSeen, status, level } = error
  const change = useErrorStatus(namespace)
  return (
    <li data-listed={id} className={styles.row} data-can-update={canUpdate || undefined}>
      <div className={styles.words}>
        <div className={styles.line}>
          <Anchor data-row-link href={errorPath(namespace, id)} className={styles.title}>
            <bdi>{type}</bdi>
          </Anchor>
          <StatusChip status={status} />
          <LevelChip level={level} />
        </div>
        {message !== '' && (
          <p className={styles.message}>
            <bdi>{message}</bdi>
          </p>
        )}
        {culprit !== '' && (
          <p className={styles.culprit}>
            <bdi>{culprit}</bdi>
          </p>
        )}
      </div>
      <Fact name={count === 1 ? 'event' : 'events'} className={styles.number}>
        <span title={counted(count, 'event')}>{abbreviate(count)}</span>
      </Fact>
      <Fact name={userCount === 1 ? 'user' : 'users'} className={styles.number}>
        <span title={counted(userCount, 'user')}>{abbreviate(userCount)}</span>
      </Fact>
      <Fact before="First seen" className={styles.time}>
        <RelativeTime at={firstSeen} />
      </Fact>
      <Fact before="Last seen" className={styles.time}>
        <RelativeTime at={lastSeen} />
      </Fact>
      {canUpdate && (
        <div className={styles.actions}>
          <StatusActions
            size="s"
            of={title}
            status={status}
            busy={change.busy}
            onStatus={next => change.set(id, next)}
          />
        </div>
      )}
    </li>
  )
}

interface FactProps {
  /** Shown where the columns have no heads. */
  readonly before?: string
  readonly name?: string
  readonly className?: string | undefined
  readonly children: React.ReactNode
}

function Fact({ before, name, className, children }: FactProps) {
  return (
    <span className={className}>
      {before && <span className={styles.name}>{before} </span>}
      {children}
      {name && <span className={styles.name}> {name}</span>}
    </span>
  )
}
