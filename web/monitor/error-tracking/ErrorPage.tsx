import { IssueOpenedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { errorsTopic, projectTopic } from '#contract/live-topics.ts'
import { errorPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { getErrorDetails, getStackTrace } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { queryClient, reading, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { ErrorEvents, EventBar } from './ErrorEvents.tsx'
import { LevelChip, StatusChip } from './ErrorMarks.tsx'
import styles from './ErrorPage.module.css'
import { EventsByHour } from './EventsByHour.tsx'
import { Grouping } from './Grouping.tsx'
import { errorInput } from './list-state.ts'
import { messages } from './messages.ts'
import { StackTraces } from './StackTrace.tsx'
import { StatusActions } from './StatusActions.tsx'
import { useErrorStatus } from './use-errors.ts'

export type ErrorPageData = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorDetails>

const IssueDialog = onDemand(() => import('./IssueDialog.tsx').then(module => module.IssueDialog))

/** An error with its stack trace. @source ERRTRK-014 to ERRTRK-017 */
export function ErrorPage() {
  const input = errorInput(usePageParams(), usePageSearch())
  const { data } = useReading(getErrorDetails, input, {
    topics: page => [errorsTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <Page>
      <Skeleton rows={8} label="Loading error" />
    </Page>
  ) : (
    <Shown page={data} event={input.event} />
  )
}

interface ShownErrorProps {
  readonly page: ErrorPageData
  /** The one that the address names. */
  readonly event: number | undefined
}

function Shown({ page, event }: ShownErrorProps) {
  const { error, namespace, permissions } = page
  const list = errorsPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.error(error.title),
    namespace: shownNamespace(namespace),
    active: 'errors',
    crumbs: [
      { label: monitorTitles.errors, href: list },
      { label: error.type, href: errorPath(namespace.fullPath, error.id) },
    ],
  })
  const goTo = useGoTo()
  // Events that were stored by earlier versions have no message of their own.
  const message = error.event?.message || error.message
  const [isCreating, setCreating] = useState(false)
  // After an error is resolved or ignored, the reader goes on with the list. @source ERRTRK-022
  const change = useErrorStatus(namespace.fullPath, { onDone: status => status !== 'unresolved' && goTo(list) })
  return (
    <Page>
      <PageHeader
        title={error.type}
        badges={
          <>
            <StatusChip status={error.status} />
            <LevelChip level={error.level} />
          </>
        }
        detail={error.culprit !== '' && <bdi className={styles.culprit}>{error.culprit}</bdi>}
        actions={
          <>
            {permissions.canUpdateErrors && (
              <StatusActions
                status={error.status}
                busy={change.busy}
                onStatus={status => change.set(error.id, status)}
              />
            )}
            {error.issue !== null ? (
              <LinkButton variant="primary" icon={<IssueOpenedIcon />} href={error.issue.path}>
                View issue #{error.issue.iid}
              </LinkButton>
            ) : (
              permissions.canCreateIssue && (
                <Button variant="primary" icon={<IssueOpenedIcon />} onClick={() => setCreating(true)}>
                  Create issue
                </Button>
              )
            )}
          </>
        }
      />
      <Stack gap={5}>
        {message !== '' && (
          <p className={styles.message}>
            <bdi>{message}</bdi>
          </p>
        )}
        <Facts error={error} />
        {error.event !== null && <EventBar event={error.event} path={errorPath(namespace.fullPath, error.id)} />}
        <ErrorBoundary label="Stack trace" resetKey={`${error.id} ${event}`}>
          <ReadStackTrace page={page} event={event} />
        </ErrorBoundary>
        {/* Nothing below the trace moves when it comes: the events are read meanwhile, and shown after it. */}
        <div className={styles.after}>
          <Grouping parts={error.groupedBy} />
          <ErrorBoundary label="Events" resetKey={String(error.id)}>
            <ErrorEvents namespace={namespace} errorId={error.id} shown={error.event?.id ?? null} />
          </ErrorBoundary>
        </div>
      </Stack>
      {isCreating && <IssueDialog namespace={namespace} error={error} onClose={() => setCreating(false)} />}
    </Page>
  )
}

interface ReadStackTraceProps {
  readonly page: ErrorPageData
  readonly event: number | undefined
}

const traceInput = ({ namespace, error }: ErrorPageData, event: number | undefined) => ({
  namespace: namespace.fullPath,
  errorId: error.id,
  ...(event !== undefined && { event }),
})

/** Ask for the stack trace while the page is made: that of a document comes with it. */
export const readTraceAhead = (page: ErrorPageData, search: Search): Promise<void> =>
  queryClient.prefetchQuery(reading(getStackTrace, traceInput(page, errorInput({}, search).event)))

function ReadStackTrace({ page, event }: ReadStackTraceProps) {
  const { data, isError, refetch } = useReading(getStackTrace, traceInput(page, event), {
    topics: () => [errorsTopic(page.namespace.id)],
  })
  const { title } = page.error
  if (data !== undefined) return <StackTraces error={data.error} title={title} />
  if (isError) return <RetryBanner onRetry={refetch}>{messages.stackTrace}</RetryBanner>
  return <Skeleton rows={5} label="Loading stack trace" className={styles.reading} />
}

function Facts({ error }: { readonly error: ErrorPageData['error'] }) {
  const { issue, ownTags, tags } = error
  return (
    <Card>
      <dl className={styles.facts}>
        <Fact name="Events">{error.count.toLocaleString('en')}</Fact>
        <Fact name="Users">{error.userCount.toLocaleString('en')}</Fact>
        <Fact name="First seen">
          <RelativeTime at={error.firstSeen} />
          <Release version={error.firstReleaseVersion} />
        </Fact>
        <Fact name="Last seen">
          <RelativeTime at={error.lastSeen} />
          <Release version={error.lastReleaseVersion} />
        </Fact>
        <Fact name="Platform">{error.platform}</Fact>
        {error.environment !== null && <Fact name="Environment">{error.environment}</Fact>}
        {error.serverName !== null && <Fact name="Server">{error.serverName}</Fact>}
        {tags.logger !== null && <Fact name="Logger">{tags.logger}</Fact>}
        {issue !== null && (
          <Fact name="Issue" isWide>
            <StateBadge state={issue.state} of="issue" look="icon" />{' '}
            <TextLink href={issue.path}>
              <bdi>{issue.title}</bdi> #{issue.iid}
            </TextLink>
          </Fact>
        )}
      </dl>
      <EventsByHour frequency={error.frequency} />
      {ownTags.length > 0 && (
        <ul aria-label="Tags" className={styles.tags}>
          {ownTags.map(([name = '', value = '']) => (
            <li key={name}>
              <Chip>
                <bdi>
                  {name}: {value}
                </bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface FactProps {
  readonly name: string
  /** Whether it takes a line of its own. */
  readonly isWide?: boolean
  readonly children: React.ReactNode
}

function Fact({ name, isWide, children }: FactProps) {
  return (
    <div className={styles.fact} data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Release({ version }: { readonly version: string | null }) {
  return version === null ? null : (
    <span className={styles.release}>
      in <bdi>{version}</bdi>
    </span>
  )
}
