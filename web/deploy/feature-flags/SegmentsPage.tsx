import { PlusIcon } from '@primer/octicons-react'
import { flagsPath, newSegmentPath, segmentsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { featureFlagsTopic } from '#contract/live-topics.ts'
import { getFlagSegmentsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages } from './messages.ts'

/** The segments of a project. */
export function SegmentsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(
    getFlagSegmentsPage,
    { namespace },
    { topics: page => [featureFlagsTopic(page.projectId)] },
  )
  usePlace({
    title: flagTitles.segments,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace) },
      { label: flagTitles.segments, href: segmentsPath(namespace) },
    ],
  })
  const create = data?.permissions.canAdmin && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newSegmentPath(namespace)}>
      New segment
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader title={flagTitles.segments} actions={create} />
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={() => void refetch()}>{messages.segments}</RetryBanner>
        ) : (
          <Skeleton rows={4} shape="row" />
        )
      ) : data.segments.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No segments yet" action={create}>
          Describe a group of users by constraints once, and use it in the strategies of several feature flags.
        </EmptyState>
      ) : (
        <List aria-label="Segments">
          {data.segments.map(({ id, name, description, path, constraints, updatedAt }) => (
            <ListRow
              key={id}
              title={<Anchor href={path}>{name}</Anchor>}
              detail={
                <span>
                  {description !== null && `${description} · `}
                  {counted(constraints.length, 'constraint')}, updated <RelativeTime at={updatedAt} />
                </span>
              }
            />
          ))}
        </List>
      )}
    </Page>
  )
}
