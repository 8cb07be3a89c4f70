import {
  AlertIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  EyeClosedIcon,
  GrabberIcon,
  MilestoneIcon,
  StackIcon,
  XIcon,
} from '@primer/octicons-react'
import { type MouseEvent, type PointerEvent, useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import { getGroupEpicTree } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { ChoiceFact, DueDateFact, Fact } from '#web/plan/Fact.tsx'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { EpicChildData } from '../shapes.ts'
import { useEpicPage } from './epic-context.ts'
import styles from './TreeRow.module.css'

interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void
  /** @returns whether something was let go */
  readonly onEscape: () => boolean
  readonly onStep: (by: -1 | 1) => void
}

interface TreeRowProps {
  readonly item: EpicChildData
  /** Null where there is nothing to order, or not by the viewer. */
  readonly handle?: Handle | null
  readonly isDragged?: boolean
  readonly edge?: 'above' | 'below' | null
  /** Null for who may not. */
  readonly onRemove?: (() => void) | null
  readonly isRemoving?: boolean
  /** The link is pressed; what prevents its default opens the item in another way. */
  readonly onFollow?: (event: MouseEvent) => void
}

/** An issue or a child epic, which opens what is in it. */
export function TreeRow({
  item,
  handle = null,
  isDragged = false,
  edge = null,
  onRemove = null,
  isRemoving = false,
  onFollow,
}: TreeRowProps) {
  const [isOpen, setOpen] = useState(false)
  const canOpen = item.sums !== null && item.sums.childEpics + item.sums.childIssues > 0
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
        {canOpen ? (
          <IconButton
            size="s"
            label={`${isOpen ? 'Hide' : 'Show'} what is in ${item.reference}`}
            tooltip={false}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          // Among rows that open there is room for their buttons.
          onFollow === undefined && <span className={styles.gap} />
        )}
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
          <Facts item={item} />
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
      {isOpen && canOpen && <Branch epicId={item.id} />}
    </li>
  )
}

function Sign({ item }: { readonly item: EpicChildData }) {
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

function Facts({ item }: { readonly item: EpicChildData }) {
  const { milestone, dueDate, weight, sums } = item
  return (
    <div className={styles.facts}>
      <span className={styles.reference}>{item.reference}</span>
      {sums !== null && sums.openedIssues + sums.closedIssues > 0 && (
        <span>
          {sums.closedIssues} of {counted(sums.openedIssues + sums.closedIssues, 'issue')} closed
        </span>
      )}
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

/** What is in a child epic. */
function Branch({ epicId }: { readonly epicId: number }) {
  const { namespace } = useEpicPage()
  const { data } = useReading(
    getGroupEpicTree,
    { namespace: namespace.fullPath, epicId },
    { keepPrevious: true, topics: () => [issuableTopic('epic', epicId)] },
  )
  if (data === undefined) return <Skeleton rows={2} label="Loading child items" />
  return (
    <ul className={styles.branch}>
      {[...data.epics, ...data.issues].map(item => (
        <TreeRow key={item.id} item={item} />
      ))}
    </ul>
  )
}

function HandleButton({ item, handle }: { readonly item: EpicChildData; readonly handle: Handle }) {
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
