import { useState } from 'react'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import { useSetSearch } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { ListView } from '#web/plan/shapes.ts'
import { AnchoredMenu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ViewOwner } from './calls.ts'
import { viewReadings } from './readings.ts'

const ViewDialog = onDemand(() => import('./ViewDialog.tsx').then(module => module.ViewDialog))

const calls = () => import('./calls.ts')

interface ViewsListProps {
  readonly list: ViewedList
  readonly owner: ViewOwner
  readonly views: readonly ListView[]
  readonly canShare: boolean
  /** The view that is shown, if any, and whether the list has been changed since. */
  readonly current: ListView | null
  readonly hasChanges: boolean
  /** The current query, as a view stores it. */
  readonly query: string
  /** The button, while the menu is open. */
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
}

/** The menu of the saved views of a list, with its dialogs. */
export function ViewsList({
  list,
  owner,
  views,
  canShare,
  current,
  hasChanges,
  query,
  anchor,
  onClose,
}: ViewsListProps) {
  const setSearch = useSetSearch()
  const { user } = useViewer()
  const [open, setOpen] = useState<'new' | 'delete' | null>(null)
  const [editing, setEditing] = useState<ListView | null>(null)
  const openView = (id: number) => setSearch({ view: String(id) })
  const update = useCall(
    async (view: ListView) => (await calls()).updateView(owner, view, { query }, { query: view.query }),
    {
      refreshes: viewReadings,
      saysErrors: true,
      conflict: 'Someone else changed this view. Compare it with your filters, then save again.',
      onSuccess: ({ id }, { name }) => {
        showToast(`View ${name} saved`)
        openView(id)
      },
    },
  )
  const remove = useCall(async (view: ListView) => (await calls()).deleteView(owner, view), {
    refreshes: viewReadings,
    onSuccess: (_, { name }) => {
      showToast(`View ${name} deleted`)
      setOpen(null)
      setSearch({})
    },
  })
  const radio = (view: ListView): MenuItem => ({
    kind: 'radio',
    label: view.name,
    checked: view.id === current?.id,
    onSelect: () => openView(view.id),
  })
  const under = (label: string, of: readonly ListView[]): readonly MenuItem[] =>
    of.length === 0 ? [] : [{ kind: 'heading', label }, ...of.map(radio)]
  const changes: readonly MenuItem[] =
    current === null
      ? []
      : [
          ...(hasChanges ? [{ label: 'Discard changes', onSelect: () => openView(current.id) }] : []),
          ...(hasChanges && current.canManage
            ? [{ label: `Save changes to ${current.name}`, onSelect: () => update.mutate(current) }]
            : []),
          ...(current.canManage
            ? [
                { label: 'Edit view', onSelect: () => setEditing(current) },
                { label: 'Delete view', tone: 'danger' as const, onSelect: () => setOpen('delete') },
              ]
            : []),
        ]
  const actions: readonly MenuItem[] =
    user === null ? [] : [{ label: 'Save as new view', onSelect: () => setOpen('new') }, ...changes]
  return (
    <>
      <AnchoredMenu
        label="Views"
        placement="bottom-start"
        anchor={anchor}
        onClose={onClose}
        items={[
          ...(views.length === 0
            ? []
            : [
                {
                  kind: 'radio' as const,
                  label: 'No view',
                  checked: current === null,
                  onSelect: () => setSearch({}),
                },
              ]),
          ...under(
            'Your views',
            views.filter(view => !view.isShared),
          ),
          ...under(
            'Shared views',
            views.filter(view => view.isShared),
          ),
          ...(views.length > 0 && actions.length > 0 ? [{ kind: 'separator' as const }] : []),
          ...actions,
        ]}
      />
      {(open === 'new' || editing !== null) && (
        <ViewDialog
          owner={owner}
          list={list}
          view={editing && nowOf(views, editing)}
          query={query}
          canShare={canShare}
          onSaved={id => open === 'new' && openView(id)}
          onClose={() => {
            setOpen(null)
            setEditing(null)
          }}
        />
      )}
      {open === 'delete' && current !== null && (
        <ConfirmDialog
          title={`Delete view ${current.name}?`}
          confirm="Delete view"
          write={remove}
          onConfirm={() => remove.mutate(current)}
          onClose={() => setOpen(null)}
        >
          <p>
            {current.isShared
              ? 'This deletes the view for everyone. Its items are kept. This cannot be undone.'
              : 'The items of the view are kept. This cannot be undone.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
