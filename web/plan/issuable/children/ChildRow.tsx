import { AlertIcon, EyeClosedIcon, GrabberIcon, MilestoneIcon, StackIcon, XIcon } from '@primer/octicons-react'
import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import { ChoiceFact, DueDateFact, Fact } from '#web/plan/Fact.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import styles from './ChildRow.module.css'

export type ChildItem = IssuePageData['childItems'][number]

interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void
  /** @returns whether something was let go */
  readonly onEscape: () => boolean
  readonly onStep: (by: -1 | 1) => void
}

export interface ChildRowProps {
  readonly item: ChildItem
  /** Null where there is nothing to order, or not by the viewer. */
  readonly handle?: Handle | null
  readonly isDragged?: boolean
  readonly edge?: 'above' | 'below' | null
  /** Null for who may not. */
  readonly onRemove?: (() => void) | null
  readonly isRemoving?: boolean
  /** The link is pressed; what prevents its default opens the item in another way. */
  readonly onFollow?: (event: MouseEvent) => void
  /** Before the row, where rows open. */
  readonly opener?: ReactNode
  /** After its reference. */
  readonly facts?: ReactNode
  /** What is in it, below the row. */
  readonly children?: ReactNode
}

/** An issue or epic in the list of what another one holds. */
export function ChildRow(props: ChildRowProps) {
  const { item, handle = null, isDragged = false, edge = null, onRemove = null, isRemoving = false, onFollow } = props
  return (
    <li>
      <div
        className={styles.row}
        data-state={item.state}
        data-dragged={isDragged || undefined}
        data-edge={edge ?? undefined}
        data-child={item.id}
      >
        {handle && <HandleButton item={item} handle={handle} />}
        {props.opener}
        <span className={styles.state}>
          <Sign item={item} />
        </span>
        <div className={styles.words}>
          <div className={styles.title}>
            {item.confidential && (
              <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
                <EyeClosedIcon />
              </span>
            )}
            <Anchor href={item.path} {...(onFollow && { onClick: onFollow })}>
              {item.title}
            </Anchor>
          </div>
          <Facts item={item}>{props.facts}</Facts>
        </div>
        <AvatarStack label="Assignees" people={item.assignees} most={3} sizePx={24} />
        {onRemove && (
          <IconButton
            label={`Remove ${item.reference}`}
            icon={<XIcon />}
            size="s"
            disabled={isRemoving}
            className={styles.remove}
            onClick={onRemove}
          />
        )}
      </div>
      {props.children}
    </li>
  )
}

function Sign({ item }: { readonly item: ChildItem }) {
  if (item.kind === 'epic')
    return (
      <span role="img" aria-label={item.state === 'opened' ? 'Open epic' : 'Closed epic'} className={styles.epic}>
        <StackIcon />
      </span>
    )
  if (item.type === 'incident')
    return (
      <span
        role="img"
        aria-label={item.state === 'opened' ? 'Open incident' : 'Closed incident'}
        className={styles.incident}
      >
        <AlertIcon />
      </span>
    )
  return <StateBadge state={item.state} look="icon" />
}

function Facts({ item, children }: { readonly item: ChildItem; readonly children: ReactNode }) {
  const { milestone, dueDate, weight } = item
  return (
    <div className={styles.facts}>
      <span className={styles.reference}>{item.reference}</span>
      {children}
      {milestone && (
        <Fact icon={<MilestoneIcon size={12} />} title={`Milestone: ${milestone.title}`}>
          <bdi>{milestone.title}</bdi>
        </Fact>
      )}
      {dueDate && <DueDateFact dueDate={dueDate} state={item.state} />}
      {weight !== null && (
        <Fact icon={<WeightIcon size={12} />} title={`Weight: ${weight}`}>
          {weight}
        </Fact>
      )}
      {item.state === 'opened' && <ChoiceFact name="healthStatus" value={item.healthStatus} />}
    </div>
  )
}

function HandleButton({ item, handle }: { readonly item: ChildItem; readonly handle: Handle }) {
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
