import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { errorsTopic } from '#contract/live-topics.ts'
import { errorPath } from '#contract/monitor/error-tracking/error-paths.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { listErrorEvents } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './ErrorEvents.module.css'
import { messages } from './messages.ts'

type Details = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorDetails>
type ListedEvent = ReplyOf<
  typeof import('#contract/monitor/error-tracking/errors.ts').listErrorEvents
>['events'][number]

const eventAddress = (path: string, id: number): string => `${path}?event=${id}`

interface EventBarProps {
  readonly event: NonNullable<Details['error']['event']>
  /** The path of the page of the error. */
  readonly path: string
}

/** The shown event, and links to the ones next to it. */
export function EventBar({ event, path }: EventBarProps) {
  const { olderId, newerId } = event
  return (
    <nav aria-label="Event" className={styles.bar}>
      <p className={styles.which}>
        {newerId === null ? 'Latest event' : 'Event'} <RelativeTime at={event.occurredAt} />
        {event.release !== null && (
          <>
            {' in '}
            <bdi>{event.release}</bdi>
          </>
        )}
      </p>
      <span className={styles.steps}>
        <Step label="Older" href={olderId === null ? null : eventAddress(path, olderId)} />
        <Step label="Newer" href={newerId === null ? null : eventAddress(path, newerId)} />
        {newerId !== null && (
          <LinkButton size="s" href={path}>
            Latest
          </LinkButton>
        )}
      </span>
    </nav>
  )
}

function Step({ label, href }: { readonly label: 'Older' | 'Newer'; readonly href: string | null }) {
  const icon = label === 'Older' ? { icon: <ChevronLeftIcon /> } : { trailing: <ChevronRightIcon /> }
  return href === null ? (
    <Button size="s" disabled {...icon}>
      {label}
    </Button>
  ) : (
    <LinkButton size="s" href={href} {...icon}>
      {label}
    </LinkButton>
  )
}

interface ErrorEventsProps {
  readonly namespace: Details['namespace']
  readonly errorId: number
  /** The event that the page shows. */
  readonly shown: number | null
}

/** The events of an error that are kept, each with its link. */
export function ErrorEvents({ namespace, errorId, shown }: ErrorEventsProps) {
  const [cursor, setCursor] = useState<string | null>(null)
  const { data, isError, refetch } = useReading(
    listErrorEvents,
    { namespace: namespace.fullPath, errorId, ...(cursor !== null && { cursor }) },
    { topics: () => [errorsTopic(namespace.id)] },
  )
  const { next = null, previous = null } = data?.pagination ?? {}
  return (
    <Card
      title="Events"
      flush
      footer={
        (next !== null || previous !== null) && (
          <nav aria-label="Pages of events" className={styles.bar}>
            <Button size="s" disabled={previous === null} onClick={() => setCursor(previous?.cursor ?? null)}>
              Newer events
            </Button>
            <Button size="s" disabled={next === null} onClick={() => setCursor(next?.cursor ?? null)}>
              Older events
            </Button>
          </nav>
        )
      }
    >
      {data !== undefined ? (
        data.events.length === 0 ? (
          <p className={styles.none}>Events are kept for 90 days. None is left.</p>
        ) : (
          <ul aria-label="Events" className={styles.events}>
            {data.events.map(event => (
              <EventRow
                key={event.id}
                event={event}
                href={eventAddress(errorPath(namespace.fullPath, errorId), event.id)}
                isShown={event.id === shown}
              />
            ))}
          </ul>
        )
      ) : isError ? (
        <RetryBanner onRetry={refetch}>{messages.events}</RetryBanner>
      ) : (
        <Skeleton rows={4} label="Loading events" />
      )}
    </Card>
  )
}

interface EventRowProps {
  readonly event: ListedEvent
  readonly href: string
  readonly isShown: boolean
}

function EventRow({ event, href, isShown }: EventRowProps) {
  const { type, message, occurredAt, release, environment, transaction } = event
  const details = [transaction, release, environment].filter(each => each !== null)
  return (
    <li className={styles.event} data-shown={isShown || undefined}>
      <TextLink href={href} aria-current={isShown ? 'true' : undefined}>
        <bdi>{message === '' ? type : message}</bdi>
      </TextLink>
      <span className={styles.details}>
        <RelativeTime at={occurredAt} />
        {details.map(each => (
          <bdi key={each}>{each}</bdi>
        ))}
      </span>
    </li>
  )
}
