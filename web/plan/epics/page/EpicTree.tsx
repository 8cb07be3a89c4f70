import { PlusIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { epicMessages } from '#web/plan/epics/messages.ts'
import { ChildList } from '#web/plan/issuable/rows/ChildList.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { EpicSums } from '../EpicSums.tsx'
import type { EpicChildData } from '../shapes.ts'
import styles from './EpicTree.module.css'
import { useEpicPage } from './epic-context.ts'
import { addChildren, type ChildKind, removeChild, reorderChild } from './save.ts'
import { TreeRow } from './TreeRow.tsx'
import { TreeDragContext, useTreeDrag } from './tree-drag.ts'

const AddChildrenForm = onDemand(() => import('./AddChildrenForm.tsx').then(module => module.AddChildrenForm))
const NewChildForm = onDemand(() => import('./NewChildForm.tsx').then(module => module.NewChildForm))

/** The items of the epic, with its sums: child epics, then issues, each in order. */
export function EpicTree() {
  const { epic, tree, permissions } = useEpicPage()
  const [adding, setAdding] = useState<ChildKind | 'new' | null>(null)
  const { childEpics, childIssues } = epic.sums
  const area = useRef<HTMLDivElement>(null)
  const drag = useTreeDrag(area, epic.id)
  const close = () => setAdding(null)
  return (
    <div ref={area} className={styles.area}>
      <Card
        flush
        title={
          <span className={styles.heading}>
            Issues and child epics <CounterBadge count={childEpics + childIssues} />
          </span>
        }
        aside={
          permissions.canSetMetadata && (
            <Menu
              label="Add"
              placement="bottom-end"
              trigger={
                <Button data-action="Add an issue or child epic" size="s" icon={<PlusIcon />}>
                  Add
                </Button>
              }
              items={[
                { label: 'Existing issue', onSelect: () => setAdding('issue') },
                { label: 'Existing epic', onSelect: () => setAdding('epic') },
                ...(permissions.canCreateEpic
                  ? [{ label: 'New child epic', onSelect: () => setAdding('new') } as const]
                  : []),
              ]}
            />
          )
        }
      >
        {(adding === 'issue' || adding === 'epic') && <AddChildrenForm key={adding} kind={adding} onClose={close} />}
        {adding === 'new' && <NewChildForm onClose={close} />}
        {childEpics + childIssues === 0 ? (
          adding === null && <p className={styles.empty}>No issues or child epics yet.</p>
        ) : (
          <TreeDragContext value={drag}>
            <div
              className={styles.sums}
              data-item={epic.id}
              data-edge={drag.drop?.id === epic.id ? drag.drop.edge : undefined}
            >
              <EpicSums name={epic.title} sums={epic.sums} inFull />
            </div>
            <Children kind="epic" label="Child epics" items={tree.epics} />
            <Children kind="issue" label="Issues" items={tree.issues} />
            {tree.hasMore && (
              <p className={styles.empty}>Only the first {tree.issues.length.toLocaleString('en')} are shown.</p>
            )}
          </TreeDragContext>
        )}
      </Card>
    </div>
  )
}

interface ChildrenProps {
  readonly kind: ChildKind
  readonly label: string
  readonly items: readonly EpicChildData[]
}

function Children({ kind, label, items }: ChildrenProps) {
  const { epic, tree, permissions } = useEpicPage()
  const { remove, isRemoving } = useRemoval()
  if (items.length === 0) return null
  return (
    <>
      <h3 className={styles.kind}>{label}</h3>
      <ChildList
        label={label}
        items={items}
        canOrder={permissions.canSetMetadata}
        movesAlone
        saveMove={reorderChild(kind)}
        failure={epicMessages.reorderChildren}
        renderRow={(item, order) => (
          <TreeRow
            key={item.id}
            item={item}
            place={{
              parentId: epic.id,
              outerId: epic.ancestors.at(-1)?.id ?? null,
              siblings: items,
              epics: tree.epics,
            }}
            {...order}
            onRemove={item.canRemove ? () => remove(item) : null}
            isRemoving={isRemoving}
          />
        )}
      />
    </>
  )
}

function useRemoval() {
  const restoring = useSave({
    save: addChildren,
    failure: epicMessages.addChildren,
    onFailed: () => showToast(epicMessages.addChildren, { tone: 'danger' }),
  })
  const removing = useSave({
    save: removeChild,
    failure: epicMessages.removeChild('issue'),
    onFailed: (_error, { kind }) => showToast(epicMessages.removeChild(kind), { tone: 'danger' }),
  })
  const remove = ({ id, kind, reference, path }: EpicChildData) =>
    removing.run({ id, kind }, () =>
      showToast(`Removed ${reference} from this epic`, {
        undo: () => restoring.run({ kind, references: [new URL(path, location.origin).href] }),
      }),
    )
  return { remove, isRemoving: removing.isPending }
}
