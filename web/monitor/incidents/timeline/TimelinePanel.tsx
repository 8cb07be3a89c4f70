import {
  AlertIcon,
  BeakerIcon,
  BellIcon,
  BroadcastIcon,
  ClockIcon,
  CommentIcon,
  GitCommitIcon,
  GitPullRequestIcon,
  type Icon,
  IssueClosedIcon,
  IssueOpenedIcon,
  LinkIcon,
  PencilIcon,
  PersonIcon,
  PlusIcon,
  RocketIcon,
  TagIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { useContext, useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { issueTopic } from '#contract/live-topics.ts'
import { timelineLimits } from '#contract/monitor/incidents/timeline-limits.ts'
import { getIncidentTimeline } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useReader } from '#web/ui/reader.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { TimeFormatContext } from '#web/ui/text/RelativeTime.tsx'
import { dayIn, describeTimeInFull, describeTimeOfDay, describeWeekday } from '#web/ui/text/time.ts'
import { messages } from '../messages.ts'
import { removeEvent, type Timeline, type TimelineEntry, timelineReadings } from './calls.ts'
import styles from './Timeline.module.css'

const EventDialog = onDemand(() => import('./EventDialog.tsx').then(module => module.EventDialog))

/** The event whose dialog is open. */
type OpenedEvent =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'edit'; readonly event: TimelineEntry }
  | { readonly dialog: 'delete'; readonly event: TimelineEntry }

/** The course of an incident, by day. @source INCIDENT-011, INCIDENT-012 */
export function TimelinePanel() {
  const { namespace, issue } = useIssuePage()
  const { data, isError, refetch } = useReading(
    getIncidentTimeline,
    { namespace: namespace.fullPath, iid: issue.iid },
    { topics: () => [issueTopic(issue.id)] },
  )
  const [opened, setOpened] = useState<OpenedEvent | null>(null)
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={refetch}>{messages.loadTimeline}</RetryBanner>
    ) : (
      <Skeleton rows={6} label="Loading timeline" />
    )
  const { events, hasEarlier, tags, permissions } = data
  const { canEditTimeline, canCreateTags } = permissions
  const close = () => setOpened(null)
  const add = canEditTimeline && (
    <Button icon={<PlusIcon />} onClick={() => setOpened({ dialog: 'add' })}>
      Add event
    </Button>
  )
  return (
    <section aria-label="Timeline" className={styles.timeline}>
      {events.length === 0 ? (
        <EmptyState size="s" title={messages.noEvents} action={add || undefined}>
          {canEditTimeline ? messages.addFirst : messages.noEventsYet}
        </EmptyState>
      ) : (
        <>
          {add && <div className={styles.actions}>{add}</div>}
          {hasEarlier && <p className={styles.earlier}>{messages.earlier(timelineLimits.shown)}</p>}
          <Days events={events} canEdit={canEditTimeline} onOpen={setOpened} />
        </>
      )}
      {opened?.dialog === 'delete' && <DeleteDialog event={opened.event} onClose={close} />}
      {(opened?.dialog === 'add' || opened?.dialog === 'edit') && (
        <EventDialog
          incidentId={issue.id}
          projectPath={namespace.fullPath}
          event={opened.dialog === 'edit' ? nowOf(events, opened.event) : null}
          tags={tags}
          canCreateTags={canCreateTags}
          onClose={close}
        />
      )}
    </section>
  )
}

interface DaysProps {
  readonly events: Timeline['events']
  readonly canEdit: boolean
  readonly onOpen: (opened: OpenedEvent) => void
}

function Days({ events, canEdit, onOpen }: DaysProps) {
  const reader = useReader()
  const days = Map.groupBy(events, ({ occurredAt }) => dayIn(new Date(occurredAt), reader))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`timeline-${day}`} className={styles.day}>
      <h2 id={`timeline-${day}`} className={styles.date}>
        {describeWeekday(day)}, {dayWords(day)}
      </h2>
      <ol className={styles.events}>
        {ofDay.map(event => (
          <Entry key={event.id} event={event} canEdit={canEdit} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  ))
}

const icons: Readonly<Record<string, Icon>> = {
  comment: CommentIcon,
  status: BroadcastIcon,
  severity: AlertIcon,
  user: PersonIcon,
  sla: ClockIcon,
  label: TagIcon,
  link: LinkIcon,
  bell: BellIcon,
  issues: IssueOpenedIcon,
  'issue-close': IssueClosedIcon,
  deployments: RocketIcon,
  'feature-flag': BeakerIcon,
  commit: GitCommitIcon,
  'merge-request': GitPullRequestIcon,
}

interface EntryProps extends Omit<DaysProps, 'events'> {
  readonly event: TimelineEntry
}

function Entry({ event, canEdit, onOpen }: EntryProps) {
  const { author, noteHtml, tags, isEditable, action } = event
  const Sign = icons[action] ?? CommentIcon
  return (
    <li className={styles.event} data-own={isEditable || undefined}>
      <span className={styles.sign} aria-hidden="true">
        <Sign size={14} />
      </span>
      <Clock at={event.occurredAt} />
      <div className={styles.text}>
        {isEditable ? (
          <>
            <Prose html={noteHtml} wide />
            {author && (
              <p className={styles.by}>
                <TextLink tone="muted" href={`/${author.username}`}>
                  {author.name}
                </TextLink>
              </p>
            )}
          </>
        ) : (
          <div className={styles.sentence}>
            {author && (
              <TextLink tone="plain" href={`/${author.username}`}>
                {author.name}
              </TextLink>
            )}
            <Prose html={noteHtml} wide />
          </div>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className={styles.tags}>
            {tags.map(tag => (
              <li key={tag} className={styles.tag}>
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
      {canEdit && (
        <div className={styles.buttons}>
          {isEditable && (
            <IconButton
              size="s"
              variant="quiet"
              label="Edit event"
              icon={<PencilIcon />}
              onClick={() => onOpen({ dialog: 'edit', event })}
            />
          )}
          <IconButton
            size="s"
            variant="quiet"
            label="Delete event"
            icon={<TrashIcon />}
            onClick={() => onOpen({ dialog: 'delete', event })}
          />
        </div>
      )}
    </li>
  )
}

function Clock({ at }: { readonly at: string }) {
  const reader = useReader()
  const { clock } = useContext(TimeFormatContext)
  const time = new Date(at)
  return (
    <time dateTime={at} title={describeTimeInFull(time, clock, reader)} className={styles.time}>
      {describeTimeOfDay(time, clock, reader)}
    </time>
  )
}

interface DeleteEventProps {
  readonly event: TimelineEntry
  readonly onClose: () => void
}

function DeleteDialog({ event, onClose }: DeleteEventProps) {
  const remove = useCall((_: null) => removeEvent(event.id), {
    refreshes: timelineReadings,
    onSuccess: () => {
      showToast('Timeline event deleted')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete timeline event?"
      confirm="Delete event"
      write={remove}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    >
      <p>The event is removed from the timeline for everyone. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
