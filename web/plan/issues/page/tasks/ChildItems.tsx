import { PlusIcon } from '@primer/octicons-react'
import { type MouseEvent, useState } from 'react'
import { childTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { write } from '#web/api/own-writes.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { ChildList } from '#web/plan/issuable/rows/ChildList.tsx'
import { type ChildItem, ChildRow } from '#web/plan/issuable/rows/ChildRow.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { create, removeChild, reorderChild, restoreChild } from '#web/plan/issuable/work-items/calls.ts'
import { messages } from '#web/plan/issuable/work-items/messages.ts'
import { useShowWorkItem } from '#web/plan/issuable/work-items/use-show-work-item.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import styles from './ChildItems.module.css'

const AddChildrenForm = onDemand(() => import('./AddChildrenForm.tsx').then(module => module.AddChildrenForm))
const NewWorkItemDialog = onDemand(() =>
  import('#web/plan/issues/new/NewWorkItemDialog.tsx').then(module => module.NewWorkItemDialog),
)

/** The tasks of an issue: made, added, ordered and taken out here, opened over the page. */
export function ChildItems() {
  const page = useIssuePage()
  const { target, topic } = useIssuable()
  const { issue, childItems, hasMoreChildren, permissions } = page
  const [adding, setAdding] = useState<'new' | 'existing' | null>(null)
  const holds = childTypesOf(issue.type).length > 0
  const canAdd = holds && permissions.canLink
  if (!canAdd && childItems.length === 0 && adding === null) return null
  const close = () => setAdding(null)
  const closed = childItems.filter(child => child.state === 'closed').length
  const dialog = adding === 'new' && (
    <NewWorkItemDialog
      heading="New task"
      namespace={target.namespace}
      place={textBoxes.newTask(issue.id)}
      type="Task"
      parent={issue}
      create={given => write(topic, carried => create(target.namespace, given, issue, carried))}
      onCreated={created => {
        close()
        showToast(`Created task #${created.iid}`)
      }}
      onClose={close}
    />
  )
  const items =
    childItems.length === 0 && adding !== 'existing' ? (
      <div data-actions="" className={styles.quiet}>
        {canAdd && permissions.canCreateIssue && (
          <Button variant="quiet" size="s" icon={<PlusIcon />} onClick={() => setAdding('new')}>
            Add a task
          </Button>
        )}
        {canAdd && (
          <Button variant="quiet" size="s" onClick={() => setAdding('existing')}>
            Add an existing task
          </Button>
        )}
      </div>
    ) : (
      <div className={styles.area}>
        <Card
          flush
          title={
            <span className={styles.heading}>
              Tasks <CounterBadge count={childItems.length} isAtLeast={hasMoreChildren} />
              {closed > 0 && (
                <span className={styles.closed}>
                  {closed.toLocaleString('en')} of {childItems.length.toLocaleString('en')}
                  {hasMoreChildren && '+'} closed
                </span>
              )}
            </span>
          }
          aside={
            canAdd && (
              <Menu
                label="Add"
                placement="bottom-end"
                trigger={
                  <Button data-action="Add a task" size="s" icon={<PlusIcon />}>
                    Add
                  </Button>
                }
                items={[
                  ...(permissions.canCreateIssue
                    ? [{ label: 'New task', onSelect: () => setAdding('new') } as const]
                    : []),
                  { label: 'Existing task', onSelect: () => setAdding('existing') },
                ]}
              />
            )
          }
        >
          {adding === 'existing' && <AddChildrenForm onClose={close} />}
          <Rows items={childItems} />
          {hasMoreChildren && (
            <p className={styles.more}>Only the first {childItems.length.toLocaleString('en')} are shown.</p>
          )}
        </Card>
      </div>
    )
  // The dialog keeps its place in the tree, and so its fields, when another user adds the first task.
  return (
    <>
      {items}
      {dialog}
    </>
  )
}

function Rows({ items }: { readonly items: readonly ChildItem[] }) {
  const { permissions } = useIssuePage()
  const show = useShowWorkItem()
  const { remove, isRemoving } = useRemoval()
  if (items.length === 0) return null
  return (
    <ChildList
      label="Tasks"
      items={items}
      canOrder={permissions.canSetMetadata}
      saveMove={reorderChild}
      failure={messages.reorderChildren}
      renderRow={(item, order) => (
        <ChildRow
          key={item.id}
          item={item}
          {...order}
          onRemove={item.canRemove ? () => remove(item) : null}
          isRemoving={isRemoving}
          onFollow={event => follow(event, item, show)}
        />
      )}
    />
  )
}

/** An item of the same project opens over the page, unless the reader wants a tab of its own. */
function follow(event: MouseEvent, { reference }: ChildItem, show: (iid: number) => void): void {
  const iid = /^#(\d+)$/.exec(reference)?.[1]
  if (iid === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  event.preventDefault()
  show(Number(iid))
}

function useRemoval() {
  const failed = () => showToast(messages.removeChild, { tone: 'danger' })
  const restoring = useSave({ save: restoreChild, failure: messages.addChildren, onFailed: failed })
  const removing = useSave({ save: removeChild, failure: messages.removeChild, onFailed: failed })
  return {
    remove: ({ id, reference }: ChildItem) =>
      removing.run(id, () => showToast(`Removed ${reference} from this issue`, { undo: () => restoring.run(id) })),
    isRemoving: removing.isPending,
  }
}
