import { useState } from 'react'
import { useDragOrder } from '#web/plan/issuable/rows/use-drag-order.ts'
import { useFirstRows } from '#web/plan/issuable/rows/use-first-rows.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import styles from './RelatedIssues.module.css'
import { RelatedRow } from './RelatedRow.tsx'
import { type LinkedIssue, type LinkGroup, linkTypeLabels, type Move, moveWithin } from './related.ts'

interface RelatedGroupProps {
  readonly group: LinkGroup
  readonly canLink: boolean
  readonly removingId: number | null
  readonly onRemove: (item: LinkedIssue) => void
  readonly onMove: (move: Move) => void
}

/** The links of one type, in their order. @source RELATED-015, RELATED-016 */
export function RelatedGroup({ group, canLink, removingId, onRemove, onMove }: RelatedGroupProps) {
  const { type, items } = group
  const [said, setSaid] = useState('')
  const label = linkTypeLabels[type]

  function moveTo(from: number, to: number) {
    const move = moveWithin(items, from, to)
    if (move === null) return
    onMove(move)
    setSaid(`${items[from]?.reference} moved to position ${to + 1} of ${items.length}`)
  }

  const { rows, more } = useFirstRows(items)
  const drag = useDragOrder({ count: rows.length, onDrop: moveTo })
  return (
    <section aria-label={label} data-link-type={type}>
      <h3 className={styles.heading}>{label}</h3>
      <ul ref={drag.list} className={styles.list}>
        {rows.map((item, index) => (
          <RelatedRow
            key={item.linkId}
            item={item}
            canRemove={canLink}
            isRemoving={removingId !== null}
            onRemove={() => onRemove(item)}
            {...drag.rowProps(index)}
            handle={
              canLink && items.length > 1
                ? { ...drag.handleProps(index), onStep: by => moveTo(index, index + by) }
                : null
            }
          />
        ))}
      </ul>
      {more}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </section>
  )
}
