import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import { getGroupEpicTree } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { ChildList } from '#web/plan/issuable/rows/ChildList.tsx'
import { ChildRow, type ChildRowProps } from '#web/plan/issuable/rows/ChildRow.tsx'
import type { Handle } from '#web/plan/issuable/rows/use-drag-order.ts'
import { reorderChild } from '#web/plan/issuable/work-items/calls.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { epicMessages } from '../messages.ts'
import type { EpicChildData } from '../shapes.ts'
import { useEpicPage } from './epic-context.ts'
import styles from './TreeRow.module.css'
import { useDraggedRow } from './tree-drag.ts'
import { type TreePlace, useTreeMove } from './tree-moves.ts'

interface TreeRowProps extends Omit<ChildRowProps, 'item' | 'opener' | 'facts' | 'children'> {
  readonly item: EpicChildData
  readonly place: TreePlace
}

/** An issue or a child epic, which opens what is in it. */
export function TreeRow({ item, place, handle, ...row }: TreeRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { sums } = item
  const canOpen = sums !== null && sums.childEpics + sums.childIssues > 0
  const { begin, ...dragged } = useDraggedRow({
    item,
    place,
    isOpen: isOpen && canOpen,
    open: () => setOpen(true),
    onStep: handle?.onStep ?? null,
  })
  const treeHandle = useTreeHandle(item, place, handle ?? null, begin)
  return (
    <ChildRow
      item={item}
      {...row}
      {...dragged}
      handle={treeHandle}
      opener={
        canOpen ? (
          <IconButton
            size="s"
            className={styles.opener}
            label={`${isOpen ? 'Hide' : 'Show'} items in ${item.reference}`}
            tooltip={false}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className={styles.gap} />
        )
      }
      facts={
        sums !== null &&
        sums.openedIssues + sums.closedIssues > 0 && (
          <span>
            {sums.closedIssues} of {counted(sums.openedIssues + sums.closedIssues, 'issue')} closed
          </span>
        )
      }
    >
      {isOpen && canOpen && <Branch epic={item} outerId={place.parentId} />}
    </ChildRow>
  )
}

/**
 * The handle of a row in the tree: it is dragged to any place of the tree; the right arrow key moves the item into the epic
 * above it, the left one out of its epic.
 */
function useTreeHandle(
  item: EpicChildData,
  place: TreePlace,
  handle: Handle | null,
  onPointerDown: Handle['onPointerDown'],
): Handle | null {
  const { move } = useTreeMove()
  if (handle === null) return null
  const into = (toId: number | null | undefined) => toId != null && toId !== place.parentId && move(item, place, toId)
  const treeHandle = {
    onPointerDown,
    onStep: handle.onStep,
    onKeyDownCapture: ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      // These keys with a modifier belong to the browser, which goes back and forward.
      if (altKey || ctrlKey || metaKey) return
      if (key === 'ArrowRight') into(epicAbove(item, place))
      if (key === 'ArrowLeft') into(place.outerId)
    },
  }
  return treeHandle
}

/** The epic of the same list in front of the item, or, of an issue, the last one of its parent. */
function epicAbove(item: EpicChildData, { epics }: TreePlace): number | undefined {
  const at = epics.findIndex(({ id }) => id === item.id)
  return at < 0 ? epics.at(-1)?.id : epics[at - 1]?.id
}

interface BranchProps {
  readonly epic: EpicChildData
  readonly outerId: number
}

/** The items of a child epic, in order. */
function Branch({ epic: { id: epicId, reference }, outerId }: BranchProps) {
  const { namespace, permissions } = useEpicPage()
  const { data } = useReading(
    getGroupEpicTree,
    { namespace: namespace.fullPath, epicId },
    { keepPrevious: true, topics: () => [issuableTopic('epic', epicId)] },
  )
  if (data === undefined) return <Skeleton rows={2} label="Loading child items" />
  return (
    <div className={styles.branch}>
      {[data.epics, data.issues].map(
        (items, index) =>
          items.length > 0 && (
            <ChildList
              key={index === 0 ? 'epics' : 'issues'}
              label={`${index === 0 ? 'Child epics' : 'Issues'} in ${reference}`}
              items={items}
              canOrder={permissions.canSetMetadata}
              movesAlone
              saveMove={reorderChild}
              failure={epicMessages.reorderChildren}
              renderRow={(item, order) => (
                <TreeRow
                  key={item.id}
                  item={item}
                  place={{ parentId: epicId, outerId, siblings: items, epics: data.epics }}
                  {...order}
                />
              )}
            />
          ),
      )}
    </div>
  )
}
