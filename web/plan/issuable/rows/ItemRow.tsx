import { AlertIcon, EyeClosedIcon, GrabberIcon, MilestoneIcon, StackIcon, XIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { DueDateFact, Fact, WeightFact } from '#web/plan/facts/Fact.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import type { AvatarPerson } from '#web/ui/people/Avatar.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import styles from './ItemRow.module.css'
import type { Handle, PlaceInOrder } from './use-drag-order.ts'

interface Item {
  readonly id: number
  readonly reference: string
  readonly state: 'opened' | 'closed'
  readonly confidential: boolean
  readonly milestone: { readonly title: string; readonly expired?: boolean } | null
  readonly dueDate: string | null
  readonly weight?: number | null
  readonly assignees: readonly AvatarPerson[]
}

export interface OrderedRowProps extends Partial<PlaceInOrder> {
  /** Null where there is nothing to order, or not by the viewer. */
  readonly handle?: Handle | null
}

interface ItemRowProps extends OrderedRowProps {
  readonly item: Item
  readonly of: 'issue' | 'incident' | 'epic'
  /** A link to the item, with its title. */
  readonly title: ReactNode
  readonly avatarPx: 24 | 32
  /** The opener before the row, if rows open. */
  readonly opener?: ReactNode
  /** Facts after the reference. */
  readonly facts?: ReactNode
  /** The fact after all others. */
  readonly lastFact?: ReactNode
  /** The button at the end of the row. */
  readonly removal?: ReactNode
  /** The children, below the row. */
  readonly children?: ReactNode
}

/** An issue or epic in a short list on the page of another one. */
export function ItemRow(props: ItemRowProps) {
  const { item, of, title, avatarPx, handle = null, isDragged = false, edge = null } = props
  return (
    <li>
      <div
        className={styles.row}
        data-item={item.id}
        data-state={item.state}
        data-dragged={isDragged || undefined}
        data-edge={edge ?? undefined}
        data-opens={props.opener !== undefined || undefined}
      >
        {handle && <HandleButton reference={item.reference} handle={handle} />}
        {props.opener}
        <span className={styles.state}>
          <Sign of={of} state={item.state} />
        </span>
        <div className={styles.words}>
          <div className={styles.title}>
            {item.confidential && (
              <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
                <EyeClosedIcon />
              </span>
            )}
            {title}
          </div>
          <div className={styles.facts}>
            <span className={styles.reference}>{item.reference}</span>
            {props.facts}
            {item.milestone && (
              <Fact icon={MilestoneIcon} title={`Milestone: ${item.milestone.title}`}>
                <bdi>{item.milestone.title}</bdi>
                {item.milestone.expired && ' (expired)'}
              </Fact>
            )}
            {item.dueDate && <DueDateFact dueDate={item.dueDate} state={item.state} />}
            <WeightFact weight={item.weight ?? null} />
            {props.lastFact}
          </div>
        </div>
        <span className={styles.people}>
          <AvatarStack label="Assignees" people={item.assignees} most={3} sizePx={avatarPx} />
        </span>
        {props.removal && <span className={styles.removal}>{props.removal}</span>}
      </div>
      {props.children}
    </li>
  )
}

interface RemoveButtonProps {
  readonly reference: string
  readonly isRemoving: boolean
  readonly onRemove: () => void
}

export function RemoveButton({ reference, isRemoving, onRemove }: RemoveButtonProps) {
  return <IconButton label={`Remove ${reference}`} icon={<XIcon />} size="s" disabled={isRemoving} onClick={onRemove} />
}

const signs = { epic: <StackIcon />, incident: <AlertIcon /> }

function Sign({ of, state }: { readonly of: ItemRowProps['of']; readonly state: Item['state'] }) {
  if (of === 'issue') return <StateBadge state={state} look="icon" />
  return (
    <span role="img" aria-label={`${state === 'opened' ? 'Open' : 'Closed'} ${of}`} className={styles[of]}>
      {signs[of]}
    </span>
  )
}

function HandleButton({ reference, handle }: { readonly reference: string; readonly handle: Handle }) {
  const { onEscape, onStep, ...pointer } = handle
  return (
    <IconButton
      label={`Move ${reference} (arrow keys or drag)`}
      tooltip={false}
      icon={<GrabberIcon />}
      size="s"
      className={styles.handle}
      {...pointer}
      onKeyDown={event => {
        if (event.key === 'Escape' && onEscape?.()) return event.stopPropagation()
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    />
  )
}
