import { SyncIcon } from '@primer/octicons-react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { geoTopic } from '#contract/live-topics.ts'
import { geoNodePage, requestGeoCopies, requestGeoCopy } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { Chip } from '../Chip.tsx'
import { Pages } from '../places/Pages.tsx'
import { copiesInput, filterOf, filters, typeOf, types } from './address.ts'
import styles from './GeoPage.module.css'
import { type GeoCopyShown, messages } from './messages.ts'
import { NodeFacts } from './NodeFacts.tsx'

const typeLabels = { project_repositories: 'Repositories', uploads: 'Files' } as const

/** The copies of a replica, by type and state. */
export function GeoNodePage() {
  const { id = '' } = usePageParams()
  const search = usePageSearch()
  const [type, filter] = [typeOf(search), filterOf(search)]
  const { data, isError, refetch } = useReading(geoNodePage, copiesInput(Number(id), search), {
    topics: () => [geoTopic],
    keepPrevious: true,
  })
  const retry = useOperation(requestGeoCopies, {
    refreshes: [geoNodePage],
    onSuccess: ({ count }) => showToast(count === 0 ? 'Nothing to retry' : `${counted(count, 'item')} requested again`),
  })
  const address = (wanted: { type: string; filter: string }) =>
    `/admin/geo/${id}?type=${wanted.type}${wanted.filter === 'all' ? '' : `&filter=${wanted.filter}`}`
  const action = filter.key === 'differs' ? 'reverify' : 'resync'
  return (
    <AdminFrame
      active="replicas"
      title={data?.node.name ?? foundationTitles.replicas}
      detail={<TextLink href="/admin/geo">All replicas</TextLink>}
      width="list"
    >
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={refetch}>{messages.copiesFailed}</RetryBanner>
        ) : (
          <Skeleton rows={6} shape="row" />
        )
      ) : (
        <>
          <Card>
            <NodeFacts node={data.node} />
          </Card>
          <LinkTabs
            label="Types of items"
            active={type}
            tabs={types.map(key => ({
              key,
              label: typeLabels[key],
              count: (key === 'uploads' ? data.node.uploads : data.node.repositories).items,
              href: address({ type: key, filter: filter.key }),
            }))}
          />
          <LinkTabs
            label="Items by state"
            active={filter.key}
            tabs={filters.map(({ key, label }) => ({
              key,
              label,
              count: null,
              href: address({ type, filter: key }),
            }))}
          />
          {(filter.key === 'failed' || filter.key === 'differs') && data.copies.length > 0 && (
            <div>
              <Button
                icon={<SyncIcon />}
                busy={retry.isPending}
                onClick={() => retry.mutate({ replicable: type, action, geoNodeId: data.node.id })}
              >
                {action === 'resync' ? 'Resync all' : 'Reverify all'}
              </Button>
            </div>
          )}
          {data.copies.length === 0 ? (
            <EmptyState
              illustration={<Illustration of={filter.key === 'all' ? 'nothing-yet' : 'nothing-found'} />}
              title={filter.key === 'all' ? 'No items yet' : 'No matching items'}
            >
              Items appear here once the replica has reported them.
            </EmptyState>
          ) : (
            <List aria-label="Items">
              {data.copies.map(copy => (
                <CopyRow key={copy.id} copy={copy} />
              ))}
            </List>
          )}
          <Pages label="Items pagination" hasNext={data.hasNext} />
        </>
      )}
    </AdminFrame>
  )
}

const stateChips = {
  pending: <Chip>Pending</Chip>,
  started: <Chip tone="accent">Syncing</Chip>,
  synced: <Chip tone="good">Synced</Chip>,
  failed: <Chip tone="danger">Failed</Chip>,
} as const

function CopyRow({ copy }: { readonly copy: GeoCopyShown }) {
  const request = useOperation(requestGeoCopy, {
    refreshes: [geoNodePage],
    onSuccess: () => showToast('Requested. The replica starts within seconds'),
  })
  const { name, itemId, replicable, lastSyncFailure, verificationFailure, retryAt, lastSyncedAt, verificationState } =
    copy
  const act = (action: string) => request.mutate({ replicable, id: copy.id, action })
  const shownName = name ?? `Deleted item ${itemId}`
  const failure = lastSyncFailure ?? verificationFailure
  return (
    <ListRow
      title={
        name !== null && replicable === 'project_repositories' ? <Anchor href={`/${name}`}>{name}</Anchor> : shownName
      }
      badges={
        <>
          {stateChips[copy.state]}
          {verificationState === 'failed' && <Chip tone="danger">Different</Chip>}
          {verificationState === 'verified' && copy.state === 'synced' && <Chip tone="good">Verified</Chip>}
        </>
      }
      detail={
        <>
          {lastSyncedAt !== null && (
            <span>
              Synced <RelativeTime at={lastSyncedAt} />
            </span>
          )}
          {retryAt !== null && (
            <span>
              Next try <RelativeTime at={retryAt} />
            </span>
          )}
          {copy.retryCount > 0 && <span>{counted(copy.retryCount, 'failure')}</span>}
          {failure !== null && <span className={styles.error}>{failure}</span>}
        </>
      }
      trailing={
        <RowMenu
          label={`Actions for ${shownName}`}
          items={[
            { label: 'Resync', onSelect: () => act('resync') },
            { label: 'Reverify', onSelect: () => act('reverify') },
          ]}
        />
      }
    />
  )
}
