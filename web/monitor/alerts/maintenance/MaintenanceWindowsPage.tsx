import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { issuablesTopic } from '#contract/live-topics.ts'
import { maintenanceWindowsPath } from '#contract/monitor/alerts/maintenance-limits.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { call } from '#web/api/client.ts'
import { deleteMaintenanceWindow, getMaintenanceWindowsPage, updateMaintenanceWindow } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { planTopics } from '#web/plan/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import type { WindowData, WindowsPageData } from '../shapes.ts'
import { WindowDialog } from './WindowDialog.tsx'

/** The times in which a project's alerts do not page. */
export function MaintenanceWindowsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getMaintenanceWindowsPage,
    { namespace },
    { topics: page => [...planTopics(page.namespace), issuablesTopic('alert', page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.maintenanceWindows} /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: WindowsPageData }) {
  const { namespace, windows, permissions } = page
  const [editing, setEditing] = useState<WindowData | 'new' | null>(null)
  const [removing, setRemoving] = useState<WindowData | null>(null)
  usePlace({
    title: monitorTitles.maintenanceWindows,
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [
      { label: monitorTitles.alerts, href: pagesPath('alert', namespace.fullPath) },
      { label: monitorTitles.maintenanceWindows, href: maintenanceWindowsPath(namespace.fullPath) },
    ],
  })
  const create = permissions.canEdit && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setEditing('new')}>
      New maintenance window
    </Button>
  )
  return (
    <Page>
      <PageHeader title={monitorTitles.maintenanceWindows} actions={windows.length > 0 && create} />
      {windows.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No maintenance windows yet" action={create}>
          Alerts that come in during a maintenance window do not create incidents or page anyone. Alerts that are still
          open when it ends do.
        </EmptyState>
      ) : (
        <List aria-label={monitorTitles.maintenanceWindows}>
          {windows.map(window => (
            <Row
              key={window.id}
              projectId={namespace.id}
              window={window}
              canEdit={permissions.canEdit}
              onEdit={() => setEditing(window)}
              onRemove={() => setRemoving(window)}
            />
          ))}
        </List>
      )}
      {editing !== null && (
        <WindowDialog
          projectId={namespace.id}
          services={page.services}
          components={page.components}
          window={editing === 'new' ? null : nowOf(windows, editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && <Removal projectId={namespace.id} window={removing} onClose={() => setRemoving(null)} />}
    </Page>
  )
}

const exact = { style: 'absolute' } as const

interface RowProps {
  readonly projectId: number
  readonly window: WindowData
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Row({ projectId, window, canEdit, onEdit, onRemove }: RowProps) {
  // The clock goes by half minutes: a window that has just been ended is over at once.
  const now = Math.max(useNow(), Date.parse(window.updatedAt))
  const isOver = Date.parse(window.endsAt) <= now
  const isRunning = !isOver && Date.parse(window.startsAt) <= now
  const endNow = useCall(
    (endsAt: string) => call(updateMaintenanceWindow, { id: projectId, windowId: window.id, endsAt }),
    {
      refreshes: [getMaintenanceWindowsPage],
      saysErrors: true,
      onSuccess: () => showToast('Maintenance window ended'),
    },
  )
  return (
    <SettingRow
      name={window.title}
      note={
        isOver ? (
          <>
            Ended <RelativeTime at={window.endsAt} />
          </>
        ) : isRunning ? (
          <>
            In progress, ends <RelativeTime at={window.endsAt} />
          </>
        ) : (
          <>
            Starts <RelativeTime at={window.startsAt} />
          </>
        )
      }
      actions={
        canEdit && (
          <RowMenu
            label={`Actions for ${window.title}`}
            items={[
              { label: 'Edit', onSelect: onEdit },
              ...(isRunning ? [{ label: 'End now', onSelect: () => endNow.mutate(new Date().toISOString()) }] : []),
              { label: 'Delete', tone: 'danger' as const, onSelect: onRemove },
            ]}
          />
        )
      }
    >
      <span>
        <RelativeTime at={window.startsAt} format={exact} /> to <RelativeTime at={window.endsAt} format={exact} />
        {' · '}
        <bdi>{window.services.length === 0 ? 'All services' : window.services.join(', ')}</bdi>
        {window.isPublished && ' · On the status page'}
        {window.alertCount > 0 && ` · ${counted(window.alertCount, 'silenced alert')}`}
      </span>
    </SettingRow>
  )
}

interface RemovalProps {
  readonly projectId: number
  readonly window: WindowData
  readonly onClose: () => void
}

function Removal({ projectId: id, window, onClose }: RemovalProps) {
  const remove = useOperation(deleteMaintenanceWindow, {
    refreshes: [getMaintenanceWindowsPage],
    onSuccess: () => {
      showToast('Maintenance window deleted')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${window.title}?`}
      confirm="Delete maintenance window"
      write={remove}
      onConfirm={() => remove.mutate({ id, windowId: window.id })}
      onClose={onClose}
    >
      Alerts that it silenced and that are still open start paging within a minute. This cannot be undone.
    </ConfirmDialog>
  )
}
