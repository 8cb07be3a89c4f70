import { ChevronDownIcon, ChevronRightIcon, KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { type PointerEvent, useState } from 'react'
import { cardsPerList } from '#contract/plan/board-cards.ts'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './BoardList.module.css'
import { isOverLimit } from './board-moves.ts'
import { Card } from './Card.tsx'
import { ListTitle } from './ListTitle.tsx'
import { listTitle } from './messages.ts'
import { NewCardForm } from './NewCardForm.tsx'
import type { BoardData, BoardListData, BoardPageData, CardData } from './shapes.ts'
import type { CardDrag } from './use-card-drag.ts'
import type { CardMoves } from './use-card-moves.ts'
import { useListActions } from './use-list-actions.ts'

const LimitsDialog = onDemand(() => import('./LimitsDialog.tsx').then(module => module.LimitsDialog))

interface BoardListProps {
  readonly page: BoardPageData
  readonly board: BoardData
  readonly list: BoardListData
  /** Those that are shown, for the menus of cards. */
  readonly lists: readonly BoardListData[]
  readonly moves: CardMoves
  readonly drag: CardDrag | null
  readonly isCollapsed: boolean
  readonly onCollapse: (isCollapsed: boolean) => void
  readonly onPress: (event: PointerEvent<HTMLElement>, card: CardData, listId: number) => void
  readonly onSize: (listId: number, size: number) => void
}

export function BoardList({ list, isCollapsed, onCollapse, ...rest }: BoardListProps) {
  const title = listTitle(list)
  return (
    <section
      aria-label={title}
      className={styles.list}
      data-board-list={list.id}
      data-collapsed={isCollapsed || undefined}
      data-over={isOverLimit(list) || undefined}
      data-target={rest.drag?.target.listId === list.id || undefined}
    >
      <header className={styles.header}>
        <IconButton
          size="s"
          variant="quiet"
          label={`${isCollapsed ? 'Expand' : 'Collapse'} ${title}`}
          icon={isCollapsed ? <ChevronRightIcon /> : <ChevronDownIcon />}
          onClick={() => onCollapse(!isCollapsed)}
        />
        <h2 className={styles.title}>
          <ListTitle list={list} />
        </h2>
        <Sums list={list} />
        {!isCollapsed && <Actions list={list} {...rest} />}
      </header>
      {!isCollapsed && <Cards list={list} {...rest} />}
    </section>
  )
}

type PartProps = Omit<BoardListProps, 'isCollapsed' | 'onCollapse'>

/** How many issues, and their weight, with the limits. */
function Sums({ list }: { readonly list: BoardListData }) {
  const { count, weight, maxIssueCount, maxIssueWeight } = list
  const shown = weight === null && count > 1000 ? '1,000+' : count.toLocaleString('en')
  const words = counted(count, 'issue')
  return (
    <span className={styles.sums}>
      <span title={maxIssueCount > 0 ? `${words}, limit ${maxIssueCount}` : words}>
        {shown}
        {maxIssueCount > 0 && <span className={styles.limit}>/{maxIssueCount}</span>}
      </span>
      {weight !== null && (weight > 0 || maxIssueWeight > 0) && (
        <span
          className={styles.weight}
          title={`Weight ${weight}${maxIssueWeight > 0 ? `, limit ${maxIssueWeight}` : ''}`}
        >
          <WeightIcon size={12} />
          {weight}
          {maxIssueWeight > 0 && <span className={styles.limit}>/{maxIssueWeight}</span>}
        </span>
      )}
    </span>
  )
}

function Actions({ page, board, list, lists }: PartProps) {
  const [isLimiting, setLimiting] = useState(false)
  const actions = useListActions(page.namespace, board, list, lists)
  const title = listTitle(list)
  if (!page.permissions.canAdminBoards || list.kind === 'closed') return null
  const own: readonly MenuItem[] = [
    { label: 'Move list left', disabled: !actions.canMove(-1), onSelect: () => actions.move(-1) },
    { label: 'Move list right', disabled: !actions.canMove(1), onSelect: () => actions.move(1) },
    { kind: 'separator' },
    { label: 'Remove list', tone: 'danger', onSelect: actions.remove },
  ]
  return (
    <>
      <Menu
        label={`Actions for the list ${title}`}
        placement="bottom-end"
        trigger={
          <IconButton size="s" variant="quiet" label={`Actions for the list ${title}`} icon={<KebabHorizontalIcon />} />
        }
        items={[{ label: 'Set limits', onSelect: () => setLimiting(true) }, ...(list.kind === 'backlog' ? [] : own)]}
      />
      {isLimiting && (
        <LimitsDialog namespace={page.namespace} boardId={board.id} list={list} onClose={() => setLimiting(false)} />
      )}
    </>
  )
}

function Cards(props: PartProps) {
  const { page, board, list, lists, moves, drag, onPress, onSize } = props
  const [isWriting, setWriting] = useState(false)
  const { namespace, permissions } = page
  const canWrite =
    permissions.canCreateIssue && (list.kind === 'backlog' || (list.kind !== 'closed' && permissions.canSetMetadata))
  // Without the card that is dragged, as the index of its new place counts.
  const others = list.issues.filter(card => card.id !== drag?.card.id)
  const next =
    drag?.target.listId === list.id && list.kind !== 'closed' ? (others[drag.target.index]?.id ?? 'end') : null
  const isLimited = isOverLimit(list)
  return (
    <>
      {isLimited && <p className={styles.warning}>Over the limit</p>}
      <div className={styles.cards} data-cards>
        {isWriting && <NewCardForm namespace={namespace} board={board} list={list} onClose={() => setWriting(false)} />}
        <ul aria-label={`Issues in ${listTitle(list)}`} className={styles.rows}>
          {list.issues.map((card, index) => (
            <li
              key={card.id}
              className={styles.row}
              data-card={card.id}
              data-moving={moves.moving.has(card.id) || undefined}
              data-dragged={drag?.card.id === card.id || undefined}
              data-before={next === card.id || undefined}
              {...(card.canMove && { onPointerDown: event => onPress(event, card, list.id) })}
            >
              <Card card={card} list={list} menu={card.canMove ? moveItems(moves, lists, list, card, index) : null} />
            </li>
          ))}
          {next === 'end' && <li className={styles.end} aria-hidden="true" />}
        </ul>
        {list.issues.length === 0 && !isWriting && drag === null && <p className={styles.none}>No issues</p>}
        <More list={list} onSize={onSize} />
      </div>
      {canWrite && !isWriting && (
        <div className={styles.footer}>
          <Button size="s" variant="quiet" block icon={<PlusIcon />} onClick={() => setWriting(true)}>
            New issue
          </Button>
        </div>
      )}
    </>
  )
}

/** The moves of a card as a menu, which needs no dragging. */
function moveItems(
  moves: CardMoves,
  lists: readonly BoardListData[],
  list: BoardListData,
  card: CardData,
  index: number,
): readonly MenuItem[] {
  const others = lists.filter(each => each.id !== list.id)
  const last = list.issues.length - 1
  return [
    ...(list.kind === 'closed'
      ? []
      : ([
          { label: 'Move to top', disabled: index === 0, onSelect: () => moves.move(card, list.id, list.id, 0) },
          { label: 'Move to end', disabled: index === last, onSelect: () => moves.move(card, list.id, list.id, last) },
        ] as const)),
    ...(others.length === 0 ? [] : [{ kind: 'heading' as const, label: 'Move to list' }]),
    ...others.map(each => ({ label: listTitle(each), onSelect: () => moves.move(card, list.id, each.id, 0) })),
  ]
}

function More({ list: { id, count, issues }, onSize }: Pick<PartProps, 'list' | 'onSize'>) {
  const { first, more, most } = cardsPerList
  if (issues.length >= count || issues.length < first) return null
  if (issues.length >= most)
    return <p className={styles.none}>Only the first {most} are shown. Filter to see others.</p>
  return (
    <Button size="s" variant="quiet" block onClick={() => onSize(id, Math.min(issues.length + more, most))}>
      Show more
    </Button>
  )
}
