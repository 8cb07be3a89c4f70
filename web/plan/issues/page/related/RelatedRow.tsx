import {
  AlertIcon,
  CalendarIcon,
  EyeClosedIcon,
  GrabberIcon,
  LockIcon,
  MilestoneIcon,
  XIcon,
} from '@primer/octicons-react'
import type { PointerEvent } from 'react'
import { isPastDue, nameDay } from '#web/plan/days.ts'
import { Title } from '#web/plan/Title.tsx'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { describePlannedDay } from '#web/ui/text/time.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import styles from './RelatedRow.module.css'
import type { LinkedIssue } from './related.ts'

interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void
  /** @returns whether something was let go */
  readonly onEscape: () => boolean
  readonly onStep: (by: -1 | 1) => void
}

interface RelatedRowProps {
  readonly item: LinkedIssue
  readonly canRemove: boolean
  /** Some removal is under way. @source RELATED-017 */
  readonly isRemoving: boolean
  readonly onRemove: () => void
  /** Null where there is nothing to order, or not by the viewer. */
  readonly handle: Handle | null
  readonly isDragged: boolean
  readonly edge: 'above' | 'below' | null
}

/** @source RELATED-019, RELATED-020 */
export function RelatedRow(props: RelatedRowProps) {
  const { item, canRemove, isRemoving, onRemove, handle, isDragged, edge } = props
  return (
    <li
      className={styles.row}
      data-state={item.state}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
      data-link={item.linkId}
    >
      {handle && <HandleButton item={item} handle={handle} />}
      <span className={styles.state}>
        {item.issueType === 'incident' ? (
          <span
            role="img"
            aria-label={item.state === 'opened' ? 'Open incident' : 'Closed incident'}
            className={styles.incident}
          >
            <AlertIcon />
          </span>
        ) : (
          <StateBadge state={item.state} look="icon" />
        )}
      </span>
      <div className={styles.words}>
        <div className={styles.title}>
          {item.confidential && (
            <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
              <EyeClosedIcon />
            </span>
          )}
          <Anchor href={item.path}>
            <Title title={item.title} html={item.titleHtml} />
          </Anchor>
        </div>
        <Facts item={item} />
      </div>
      <span className={styles.people}>
        <AvatarStack label="Assignees" people={item.assignees} most={3} sizePx={32} />
      </span>
      {canRemove && <Removal item={item} isRemoving={isRemoving} onRemove={onRemove} />}
    </li>
  )
}

function HandleButton({ item, handle }: { readonly item: LinkedIssue; readonly handle: Handle }) {
  const { onEscape, onStep, ...pointer } = handle
  return (
    <IconButton
      label={`Move ${item.reference} (arrow keys or drag)`}
      tooltip={false}
      icon={<GrabberIcon />}
      size="s"
      className={styles.handle}
      {...pointer}
      onKeyDown={event => {
        if (event.key === 'Escape' && onEscape()) return event.stopPropagation()
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    />
  )
}

function Facts({ item }: { readonly item: LinkedIssue }) {
  const { milestone, dueDate, weight } = item
  const now = useToday()
  const isLate = isPastDue(dueDate, item.state, now)
  return (
    <div className={styles.facts}>
      <span className={styles.reference}>{item.reference}</span>
      {milestone && (
        <span className={styles.fact} title={`Milestone: ${milestone.title}`}>
          <MilestoneIcon size={12} />
          <span className={styles.name}>
            <bdi>{milestone.title}</bdi>
          </span>
          {milestone.expired && ' (expired)'}
        </span>
      )}
      {dueDate && (
        <span
          className={styles.fact}
          data-late={isLate || undefined}
          title={`${isLate ? 'Past due' : 'Due'}: ${describePlannedDay(dueDate)}`}
        >
          {isLate ? <AlertIcon size={12} /> : <CalendarIcon size={12} />}
          {nameDay(dueDate, now)}
        </span>
      )}
      {weight !== null && (
        <span className={styles.fact} title={`Weight: ${weight}`}>
          <WeightIcon size={12} />
          {weight}
        </span>
      )}
    </div>
  )
}

/** @source RELATED-003, RELATED-018 */
function Removal({ item, isRemoving, onRemove }: Pick<RelatedRowProps, 'item' | 'isRemoving' | 'onRemove'>) {
  if (item.lockIssueRemoval && item.lockedMessage !== null) {
    return (
      <Tooltip text={item.lockedMessage} labels>
        <span role="img" aria-label={item.lockedMessage} className={styles.locked}>
          <LockIcon />
        </span>
      </Tooltip>
    )
  }
  return (
    <IconButton
      label={`Remove ${item.reference}`}
      icon={<XIcon />}
      size="s"
      disabled={isRemoving}
      className={styles.remove}
      onClick={onRemove}
    />
  )
}
