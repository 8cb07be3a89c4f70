import { PlusIcon } from '@primer/octicons-react'
import { type PointerEvent, useRef, useState } from 'react'
import { cardsPerCell, cardsPerList } from '#contract/plan/boards/board-cards.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { useIsKept } from '#web/api/unsent-texts/kept-text.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import { takes } from '../lanes/lane-change.ts'
import { laneAttributeNames, laneTitle } from '../lanes/lane-words.ts'
import { cellName, laneOf, lanesOf, sizeName } from '../lanes/lanes.ts'
import styles from '../lists/BoardList.module.css'
import { listTitle } from '../messages.ts'
import type { BoardData, BoardListData, BoardPageData, CardData } from '../shapes.ts'
import { cardsIn, countIn, type Lane, type Spot } from './board-moves.ts'
import { Card } from './Card.tsx'
import { NewCardForm } from './NewCardForm.tsx'
import type { CardDrag } from './use-card-drag.ts'
import type { CardMoves } from './use-card-moves.ts'

export interface CardsProps {
  readonly page: BoardPageData
  readonly board: BoardData
  readonly list: BoardListData
  /** The one whose cards are shown. */
  readonly lane: Lane
  /** The lists that are shown, for the menus of cards. */
  readonly lists: readonly BoardListData[]
  readonly moves: CardMoves
  readonly drag: CardDrag | null
  readonly onPress: (event: PointerEvent<HTMLElement>, card: CardData, listId: number) => void
  /** Show more cards of a list or of its part in a lane (`sizeName`). */
  readonly onSize: (name: string, size: number) => void
  /** Show the issue at a path beside the board. */
  readonly onOpen: (path: string) => void
}

/** The cards of a list, or of its part in a lane. */
export function Cards(props: CardsProps) {
  const { page, board, list, lane, moves, drag, onPress, onSize, onOpen } = props
  const { namespace, permissions } = page
  const place = textBoxes.newCard(namespace.id, board.id, sizeName(list.id, lane))
  const [isAsked, setAsked] = useState(false)
  const isKept = useIsKept([place])
  const isWriting = isAsked || isKept
  const newButton = useRef<HTMLButtonElement>(null)
  // The element that had the focus before the form: a card, if a key opened the form there.
  const opener = useRef<Element | null>(null)
  const canWrite =
    permissions.canCreateIssue &&
    takes(laneOf(board, lane), 'issue') &&
    (lane == null || permissions.canSetMetadata) &&
    (list.kind === 'backlog' || (list.kind !== 'closed' && permissions.canSetMetadata))
  const cards = cardsIn(list, lane)
  // The dragged card is left out, as in the index of its new place.
  const others = cards.filter(card => card.id !== drag?.card.id)
  const isTarget = drag?.target.listId === list.id && drag.target.lane === lane
  const next = isTarget && list.kind !== 'closed' ? (others[drag.target.index]?.id ?? 'end') : null
  const name = cellName(board, list, lane)
  return (
    <>
      <div className={styles.cards} {...(lane === undefined && { 'data-cards': true })}>
        {isWriting && (
          <NewCardForm
            namespace={namespace}
            board={board}
            list={list}
            lane={laneOf(board, lane)}
            place={place}
            isAsked={isAsked}
            onClose={() => {
              setAsked(false)
              moveFocusOn(() => [opener.current?.closest<HTMLElement>('[data-row-link]'), newButton.current])
            }}
          />
        )}
        <ul aria-label={`Issues in ${name}`} className={styles.rows}>
          {cards.map((card, index) => (
            <li
              key={card.id}
              className={styles.row}
              data-card={card.id}
              data-moving={moves.moving.has(card.id) || undefined}
              data-dragged={(drag?.card.id === card.id && drag.card.laneId === card.laneId) || undefined}
              data-before={next === card.id || undefined}
              {...(card.canMove && { onPointerDown: event => onPress(event, card, list.id) })}
            >
              <Card
                card={card}
                list={list}
                laneLabelId={board.lanes?.by === 'label' ? card.laneId : null}
                menu={card.canMove ? moveItems(props, card, index) : null}
                onOpen={onOpen}
              />
            </li>
          ))}
          {next === 'end' && <li className={styles.end} aria-hidden="true" />}
        </ul>
        {lane === undefined && cards.length === 0 && !isWriting && drag === null && (
          <p className={styles.none}>No issues</p>
        )}
        <More list={list} lane={lane} onSize={onSize} />
      </div>
      {canWrite && !isWriting && (
        <footer className={styles.footer}>
          <Button
            ref={newButton}
            data-new-card
            size="s"
            variant="quiet"
            block
            icon={<PlusIcon />}
            {...(lane !== undefined && { 'aria-label': `New issue in ${name}` })}
            onClick={() => {
              opener.current = document.activeElement
              setAsked(true)
            }}
          >
            New issue
          </Button>
        </footer>
      )}
    </>
  )
}

/** The moves of a card as a menu, which needs no dragging. */
function moveItems(
  { moves, board, lists, list, lane }: CardsProps,
  card: CardData,
  index: number,
): readonly MenuItem[] {
  const others = lists.filter(each => each.id !== list.id)
  const last = cardsIn(list, lane).length - 1
  const move = (to: Partial<Spot>) => moves.move(card, list.id, { listId: list.id, lane, index: 0, ...to })
  const { lanes: shown } = board
  const lanes = lanesOf(board).filter(each => each !== lane && takes(laneOf(board, each), card.type))
  return [
    ...(list.kind === 'closed'
      ? []
      : ([
          { label: 'Move to top', disabled: index === 0, onSelect: () => move({}) },
          { label: 'Move to end', disabled: index === last, onSelect: () => move({ index: last }) },
        ] as const)),
    ...(others.length === 0 ? [] : [{ kind: 'heading' as const, label: 'Move to list' }]),
    ...others.map(each => ({ label: listTitle(each), onSelect: () => move({ listId: each.id }) })),
    ...(shown === null || lanes.length === 0
      ? []
      : [
          { kind: 'heading' as const, label: `Move to ${laneAttributeNames[shown.by].toLowerCase()}` },
          ...lanes.map(each => ({
            label: laneTitle(shown, laneOf(board, each)),
            onSelect: () => move({ lane: each }),
          })),
        ]),
  ]
}

function More({ list, lane, onSize }: Pick<CardsProps, 'list' | 'lane' | 'onSize'>) {
  const shown = cardsIn(list, lane).length
  const { more, most } = cardsPerList
  if (shown >= countIn(list, lane) || shown < (lane === undefined ? cardsPerList.first : cardsPerCell)) return null
  if (shown >= most) return <p className={styles.none}>Only the first {most} are shown. Filter to see others.</p>
  return (
    <Button
      size="s"
      variant="quiet"
      block
      onClick={() =>
        onSize(sizeName(list.id, lane), Math.min(shown + (lane === undefined ? more : cardsPerCell), most))
      }
    >
      Show more
    </Button>
  )
}
