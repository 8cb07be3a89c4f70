import { IssueOpenedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { errorsTopic, projectTopic } from '#contract/live-topics.ts'
import { errorPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { getErrorDetails, getStackTrace } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
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
import { LevelChip, StatusChip } from './ErrorMarks.tsx'
import styles from './ErrorPage.module.css'
import { EventsByHour } from './EventsByHour.tsx'
import { errorInput } from './list-state.ts'
import { messages } from './messages.ts'
import { StackTrace } from './StackTrace.tsx'
import { StatusActions } from './StatusActions.tsx'
import { useErrorStatus } from './use-errors.ts'

type ErrorPageData = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorDetails>

const IssueDialog = onDemand(() => import('./IssueDialog.tsx').then(module => module.IssueDialog))

/** An error with its stack trace. @source ERRTRK-014 to ERRTRK-017 */
export function ErrorPage() {
  const input = errorInput(usePageParams())
  const { data } = useReading(getErrorDetails, input, {
    topics: page => [errorsTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <Page>
      <Skeleton rows={8} label="Loading error" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page }: { readonly page: ErrorPageData }) {
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
        {error.message !== '' && (
          <p className={styles.message}>
            <bdi>{error.message}</bdi>
          </p>
        )}
        <Facts error={error} />
        <ErrorBoundary label="Stack trace" resetKey={String(error.id)}>
          <ReadStackTrace namespace={namespace} errorId={error.id} title={error.title} />
        </ErrorBoundary>
      </Stack>
      {isCreating && <IssueDialog namespace={namespace} error={error} onClose={() => setCreating(false)} />}
    </Page>
  )
}

interface ReadStackTraceProps {
  readonly namespace: ErrorPageData['namespace']
  readonly errorId: number
  readonly title: string
}

function ReadStackTrace({ namespace, errorId, title }: ReadStackTraceProps) {
  const { data, isError, refetch } = useReading(
    getStackTrace,
    { namespace: namespace.fullPath, errorId },
    { topics: () => [errorsTopic(namespace.id)] },
  )
  if (data !== undefined) return <StackTrace entries={data.error.stackTraceEntries} title={title} />
  if (isError) return <RetryBanner onRetry={refetch}>{messages.stackTrace}</RetryBanner>
  return <Skeleton rows={5} label="Loading stack trace" />
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
          <Fact name="Issue">
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

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
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
