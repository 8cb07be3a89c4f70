import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { projectHooks, projectHooksPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { told, type Webhook } from './events.ts'
import styles from './WebhooksPage.module.css'

const WebhookDialog = onDemand(() => import('./WebhookDialog.tsx').then(module => module.WebhookDialog))
const DeliveriesDialog = onDemand(() => import('./DeliveriesDialog.tsx').then(module => module.DeliveriesDialog))

/** The webhooks of a project in its settings. */
export function WebhooksPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(projectHooksPage, { namespace }, { topics: page => [projectTopic(page.header.id)] })
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  usePlace({
    title: feedTitles.webhooks,
    namespace: data === undefined ? null : shownNamespace(data.header),
    active: 'settings',
    crumbs: [
      { label: 'Settings', href: `/${namespace}/-/edit` },
      { label: feedTitles.webhooks, href: `/${namespace}/-/hooks` },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={feedTitles.webhooks}
        detail="Webhooks send a request to your URL for each event in the project."
        actions={
          data !== undefined && (
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setEditing('new')}>
              Add webhook
            </Button>
          )
        }
      />
      {data === undefined ? (
        <Skeleton rows={3} shape="row" />
      ) : data.hooks.length === 0 ? (
        <EmptyState title="No webhooks yet">
          Add one to start a build, post to a chat, or keep another system up to date.
        </EmptyState>
      ) : (
        <Stack gap={4}>
          {data.hooks.map(hook => (
            <HookCard key={hook.id} projectId={data.header.id} hook={hook} onEdit={() => setEditing(hook)} />
          ))}
        </Stack>
      )}
      {editing !== null && data !== undefined && (
        <WebhookDialog
          projectId={data.header.id}
          hook={editing === 'new' ? null : nowOf(data.hooks, editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  )
}

interface HookCardProps {
  readonly projectId: number
  readonly hook: Webhook
  readonly onEdit: () => void
}

function HookCard({ projectId, hook, onEdit }: HookCardProps) {
  const [open, setOpen] = useState<'log' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const ref = { id: projectId, hookId: hook.id }
  const test = useOperation(projectHooks.test, {
    refreshes: [projectHooksPage],
    onSuccess: () => setOpen('log'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const remove = useOperation(projectHooks.remove, {
    refreshes: [projectHooksPage],
    onSuccess: () => {
      close()
      showToast('Webhook deleted')
    },
  })
  const events = told.filter(({ flag }) => hook[flag])
  return (
    <Card
      title={hook.name ?? hook.url}
      {...(hook.description !== null && { description: hook.description })}
      aside={<Status hook={hook} />}
    >
      <div className={styles.facts}>
        {hook.name !== null && <code className={styles.url}>{hook.url}</code>}
        <span className={styles.events}>
          {events.length === 0 ? 'No events chosen' : events.map(({ label, flag }) => <Chip key={flag}>{label}</Chip>)}
        </span>
      </div>
      <div className={styles.actions}>
        <Button size="s" onClick={onEdit}>
          Edit
        </Button>
        <Button size="s" onClick={() => setOpen('log')}>
          Recent requests
        </Button>
        <Menu
          label="Test request"
          trigger={
            <Button size="s" busy={test.isPending}>
              Test
            </Button>
          }
          items={told.map(({ label, trigger }) => ({ label, onSelect: () => test.mutate({ ...ref, trigger }) }))}
        />
        <Button size="s" variant="danger-quiet" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {open === 'log' && <DeliveriesDialog projectId={projectId} hook={hook} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete webhook?"
          confirm="Delete webhook"
          write={remove}
          onConfirm={() => remove.mutate(ref)}
          onClose={close}
        >
          {hook.url} will no longer receive requests. Its recent requests are deleted.
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Status({ hook }: { readonly hook: Webhook }) {
  switch (hook.alertStatus) {
    case 'executable':
      return null
    case 'temporarily_disabled':
      return (
        <span className={styles.paused}>
          Paused after repeated failures{' '}
          {hook.disabledUntil !== null && (
            <>
              until <RelativeTime at={hook.disabledUntil} />
            </>
          )}
        </span>
      )
    case 'disabled':
      return (
        <span className={styles.paused}>Disabled after repeated failures. A successful test enables it again.</span>
      )
    default:
      return hook.alertStatus satisfies never
  }
}
