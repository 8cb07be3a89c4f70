import { PlusIcon } from '@primer/octicons-react'
import { flagsPath, newUserListPath, userListsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { featureFlagsTopic } from '#contract/live-topics.ts'
import { getFlagUserListsPage } from '#web/api/operations.gen.ts'
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

/** The user lists of a project. */
export function UserListsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(
    getFlagUserListsPage,
    { namespace },
    { topics: page => [featureFlagsTopic(page.projectId)] },
  )
  usePlace({
    title: flagTitles.userLists,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace) },
      { label: flagTitles.userLists, href: userListsPath(namespace) },
    ],
  })
  const create = data?.permissions.canAdmin && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newUserListPath(namespace)}>
      New user list
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader title={flagTitles.userLists} actions={create} />
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={() => void refetch()}>{messages.userLists}</RetryBanner>
        ) : (
          <Skeleton rows={4} shape="row" />
        )
      ) : data.userLists.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No user lists yet" action={create}>
          Name some users once, and turn several feature flags on for them.
        </EmptyState>
      ) : (
        <List aria-label="User lists">
          {data.userLists.map(({ id, name, path, userXids, updatedAt }) => (
            <ListRow
              key={id}
              title={<Anchor href={path}>{name}</Anchor>}
              detail={
                <span>
                  {counted(userXids.split(',').length, 'user')}, updated <RelativeTime at={updatedAt} />
                </span>
              }
            />
          ))}
        </List>
      )}
    </Page>
  )
}
