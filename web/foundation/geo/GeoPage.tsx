import { KeyIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { geoTopic } from '#contract/live-topics.ts'
import { geoNodeOperations, geoPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { Chip } from '../Chip.tsx'
import styles from './GeoPage.module.css'
import { KeyDialog } from './KeyDialog.tsx'
import { type GeoNodeShown, messages } from './messages.ts'
import { NodeDialog } from './NodeDialog.tsx'
import { NodeFacts } from './NodeFacts.tsx'

/** The replicas of this site with their health, for administrators. */
export function GeoPage() {
  const { edit } = usePageSearch()
  const { data, isError, refetch } = useReading(geoPage, {}, { topics: () => [geoTopic], keepPrevious: true })
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<number | null>(Number(edit) > 0 ? Number(edit) : null)
  const edited = data?.nodes.find(each => each.id === editing)
  return (
    <AdminFrame
      active="replicas"
      title={foundationTitles.replicas}
      detail={
        <>
          {messages.detail} <TextLink href="/help/replicas">Learn more</TextLink>
        </>
      }
      width="list"
      actions={
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          Add node
        </Button>
      }
    >
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={refetch}>{messages.loadFailed}</RetryBanner>
        ) : (
          <Skeleton rows={4} shape="row" />
        )
      ) : data.nodes.length === 0 ? (
        <SetUp />
      ) : (
        <div className={styles.nodes}>
          {data.nodes.map(node => (
            <NodeCard key={node.id} node={node} onEdit={() => setEditing(node.id)} />
          ))}
        </div>
      )}
      {isAdding && (
        <NodeDialog
          node={null}
          nodes={data?.nodes ?? []}
          siteUrl={data?.siteUrl ?? ''}
          onClose={() => setAdding(false)}
        />
      )}
      {edited !== undefined && (
        <NodeDialog
          node={nowOf(data?.nodes, edited)}
          nodes={data?.nodes ?? []}
          siteUrl={data?.siteUrl ?? ''}
          onClose={() => setEditing(null)}
        />
      )}
    </AdminFrame>
  )
}

function SetUp() {
  return (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="No replicas yet">
      <ol className={styles.steps}>
        <li>Add this site as the primary node, and the other machine as a second node.</li>
        <li>On the other machine, create a streaming standby of the database with the name of the node.</li>
        <li>Start Weft there as a replica, with the key of the node. Its state then appears here.</li>
      </ol>
      <TextLink href="/help/replicas">See all commands</TextLink>
    </EmptyState>
  )
}

function NodeCard({ node, onEdit }: { readonly node: GeoNodeShown; readonly onEdit: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const [isKeying, setKeying] = useState(false)
  const remove = useOperation(geoNodeOperations.remove, {
    refreshes: [geoPage],
    onSuccess: () => showToast('Node removed'),
  })
  return (
    <Card
      title={node.primary ? node.name : <TextLink href={`/admin/geo/${node.id}`}>{node.name}</TextLink>}
      description={node.url}
      aside={
        <>
          {node.primary ? (
            <Chip tone="accent">Primary</Chip>
          ) : (
            <Chip tone={node.problems.length === 0 ? 'good' : 'danger'}>
              {node.problems.length === 0 ? 'Healthy' : 'Unhealthy'}
            </Chip>
          )}
          <RowMenu
            label={`Actions for ${node.name}`}
            items={[
              { label: 'Edit node', icon: <PencilIcon />, onSelect: onEdit },
              ...(node.primary ? [] : [{ label: 'Create key…', icon: <KeyIcon />, onSelect: () => setKeying(true) }]),
              { label: 'Remove node…', icon: <TrashIcon />, onSelect: () => setRemoving(true) },
            ]}
          />
        </>
      }
    >
      <NodeFacts node={node} />
      {isKeying && <KeyDialog node={node} onClose={() => setKeying(false)} />}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${node.name}?`}
          confirm="Remove node"
          write={remove}
          onConfirm={() => remove.mutate({ id: node.id })}
          onClose={() => setRemoving(false)}
        >
          {node.primary ? messages.removePrimary : messages.remove}
        </ConfirmDialog>
      )}
    </Card>
  )
}
