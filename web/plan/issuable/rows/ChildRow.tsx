import type { MouseEvent, ReactNode } from 'react'
import { ChoiceFact } from '#web/plan/facts/Fact.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { ItemRow, type OrderedRowProps, RemoveButton } from './ItemRow.tsx'

export type ChildItem = IssuePageData['childItems'][number]

export interface ChildRowProps extends OrderedRowProps {
  readonly item: ChildItem
  /** Null for users who may not. */
  readonly onRemove?: (() => void) | null
  readonly isRemoving?: boolean
  /** The link is pressed; what prevents its default opens the item in another way. */
  readonly onFollow?: (event: MouseEvent) => void
  /** The opener before the row, if rows open. */
  readonly opener?: ReactNode
  /** Facts after the reference. */
  readonly facts?: ReactNode
  /** The children, below the row. */
  readonly children?: ReactNode
}

/** An issue or epic in the list of what another one holds. */
export function ChildRow({ onRemove = null, isRemoving = false, onFollow, ...row }: ChildRowProps) {
  const { item } = row
  return (
    <ItemRow
      {...row}
      of={item.kind === 'epic' ? 'epic' : item.type === 'incident' ? 'incident' : 'issue'}
      title={
        <Anchor href={item.path} {...(onFollow && { onClick: onFollow })}>
          {item.title}
        </Anchor>
      }
      avatarPx={24}
      lastFact={item.state === 'opened' && <ChoiceFact name="healthStatus" value={item.healthStatus} />}
      removal={onRemove && <RemoveButton reference={item.reference} isRemoving={isRemoving} onRemove={onRemove} />}
    />
  )
}
