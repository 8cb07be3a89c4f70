import { LockIcon } from '@primer/octicons-react'
import { Title } from '#web/plan/facts/Title.tsx'
import { ItemRow, type OrderedRowProps, RemoveButton } from '#web/plan/issuable/rows/ItemRow.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import styles from './RelatedRow.module.css'
import type { LinkedIssue } from './related.ts'

interface RelatedRowProps extends OrderedRowProps {
  readonly item: LinkedIssue
  readonly canRemove: boolean
  /** Some removal is under way. @source RELATED-017 */
  readonly isRemoving: boolean
  readonly onRemove: () => void
}

/** @source RELATED-019, RELATED-020 */
export function RelatedRow({ canRemove, isRemoving, onRemove, ...row }: RelatedRowProps) {
  const { item } = row
  return (
    <ItemRow
      {...row}
      of={item.issueType === 'incident' ? 'incident' : 'issue'}
      title={
        <Anchor href={item.path}>
          <Title title={item.title} html={item.titleHtml} />
        </Anchor>
      }
      avatarPx={32}
      removal={canRemove && <Removal item={item} isRemoving={isRemoving} onRemove={onRemove} />}
    />
  )
}

/** @source RELATED-003, RELATED-018 */
function Removal({ item, isRemoving, onRemove }: Pick<RelatedRowProps, 'item' | 'isRemoving' | 'onRemove'>) {
  if (!item.lockIssueRemoval || item.lockedMessage === null)
    return <RemoveButton reference={item.reference} isRemoving={isRemoving} onRemove={onRemove} />
  return (
    <Tooltip text={item.lockedMessage} labels>
      <span role="img" aria-label={item.lockedMessage} className={styles.locked}>
        <LockIcon />
      </span>
    </Tooltip>
  )
}
