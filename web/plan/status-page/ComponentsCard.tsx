import { GrabberIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { call } from '#web/api/client.ts'
import { deleteStatusComponent, getStatusSettingsPage, updateStatusComponent } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { useRowOrder } from '#web/ui/layout/use-row-order.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { ComponentDialog } from './ComponentDialog.tsx'
import type { ComponentData } from './shapes.ts'

interface ComponentsCardProps {
  readonly projectId: number
  readonly components: readonly ComponentData[]
}

/** The components of the status page, in their order. */
export function ComponentsCard({ projectId, components }: ComponentsCardProps) {
  const [editing, setEditing] = useState<ComponentData | 'new' | null>(null)
  const [removing, setRemoving] = useState<ComponentData | null>(null)
  const [moved, setMoved] = useState('')
  const move = useCall(
    ({ component, position }: { readonly component: ComponentData; readonly position: number }) =>
      call(updateStatusComponent, { id: projectId, componentId: component.id, position }),
    {
      refreshes: [getStatusSettingsPage],
      saysErrors: true,
      onSuccess: (_reply, { component, position }) =>
        setMoved(`${component.name} is number ${position} of ${components.length}`),
    },
  )
  const order = useRowOrder(components.length, (from, to) => {
    const component = components[from]
    if (component !== undefined) move.mutate({ component, position: to + 1 })
  })
  const actionsOf = (component: ComponentData, index: number) => [
    { label: 'Edit', onSelect: () => setEditing(component) },
    ...(index > 0 ? [{ label: 'Move up', onSelect: () => move.mutate({ component, position: index }) }] : []),
    ...(index < components.length - 1
      ? [{ label: 'Move down', onSelect: () => move.mutate({ component, position: index + 2 }) }]
      : []),
    { label: 'Delete', tone: 'danger' as const, onSelect: () => setRemoving(component) },
  ]
  return (
    <Card
      title="Components"
      description="The parts of your product that users know. The page shows the state of each, and its uptime in the last 90 days."
      flush={components.length > 0}
      aside={
        components.length < statusLimits.components && (
          <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
            New component
          </Button>
        )
      }
    >
      {components.length === 0 ? (
        <FormNote>No components yet. The page shows incidents and maintenance only.</FormNote>
      ) : (
        <List framed={false} aria-label="Components">
          {components.map((component, index) => (
            <SettingRow
              key={component.id}
              name={component.name}
              note={component.heading === '' ? undefined : <bdi>{component.heading}</bdi>}
              row={order.rowProps(index)}
              actions={
                <>
                  {components.length > 1 && (
                    <IconButton
                      size="s"
                      label={`Move ${component.name}: drag, or press the arrow keys`}
                      icon={<GrabberIcon />}
                      {...order.handleProps(index)}
                    />
                  )}
                  <RowMenu label={`Actions for ${component.name}`} items={actionsOf(component, index)} />
                </>
              }
            >
              {component.description !== '' && <bdi>{component.description}</bdi>}
            </SettingRow>
          ))}
        </List>
      )}
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
      {editing !== null && (
        <ComponentDialog
          projectId={projectId}
          component={editing === 'new' ? null : nowOf(components, editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && <Removal projectId={projectId} component={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

interface RemovalProps {
  readonly projectId: number
  readonly component: ComponentData
  readonly onClose: () => void
}

function Removal({ projectId: id, component, onClose }: RemovalProps) {
  const remove = useOperation(deleteStatusComponent, {
    refreshes: [getStatusSettingsPage],
    onSuccess: () => {
      showToast('Component deleted')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${component.name}?`}
      confirm="Delete component"
      write={remove}
      onConfirm={() => remove.mutate({ id, componentId: component.id })}
      onClose={onClose}
    >
      Its uptime and its part in published incidents are deleted, too. This cannot be undone.
    </ConfirmDialog>
  )
}
