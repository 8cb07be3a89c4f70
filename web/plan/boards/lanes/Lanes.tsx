import { ChevronDownIcon, ChevronRightIcon, EyeClosedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { countIn, isOverLimit, type Lane } from '../cards/board-moves.ts'
import { Cards, type CardsProps } from '../cards/Cards.tsx'
import { ListHeader } from '../lists/ListHeader.tsx'
import { boardMessages, listTitle } from '../messages.ts'
import type { BoardListData } from '../shapes.ts'
import styles from './Lanes.module.css'
import { epicOf, laneName, lanesOf } from './lanes.ts'

interface LanesProps extends Omit<CardsProps, 'list' | 'lane'> {
  readonly isListCollapsed: (listId: number, stored: boolean) => boolean
  readonly onCollapseList: (listId: number, isCollapsed: boolean) => void
  readonly collapsedLanes: ReadonlySet<Lane>
  readonly onCollapseLane: (lane: Lane, isCollapsed: boolean) => void
  readonly onMoreLanes: () => void
  readonly onLimit: (list: BoardListData) => void
}

/** The lists of a board as columns, with a lane for each epic. */
export function Lanes({ isListCollapsed, onCollapseList, onMoreLanes, onLimit, ...rest }: LanesProps) {
  const { board, lists } = rest
  const columns = lists.map(list => ({ list, isCollapsed: isListCollapsed(list.id, list.collapsed) }))
  const { epics = [], total = 0 } = board.lanes ?? {}
  const rows = lanesOf(board).map(lane => <LaneRow key={lane ?? 0} lane={lane} columns={columns} {...rest} />)
  return (
    <div className={styles.lanes}>
      <div className={styles.heads}>
        {columns.map(({ list, isCollapsed }) => (
          <div
            key={list.id}
            className={styles.head}
            data-collapsed={isCollapsed || undefined}
            data-over={isOverLimit(list) || undefined}
            {...(isOverLimit(list) && { title: 'Over the limit' })}
          >
            <ListHeader
              {...rest}
              list={list}
              isCollapsed={isCollapsed}
              onCollapse={isNow => onCollapseList(list.id, isNow)}
              onLimit={onLimit}
            />
          </div>
        ))}
      </div>
      {rows.slice(0, -1)}
      {epics.length < total && (
        <div className={styles.more}>
          <Button size="s" variant="quiet" onClick={onMoreLanes}>
            Show more epics
          </Button>
          <span>
            {epics.length} of {counted(total, 'epic')}
          </span>
        </div>
      )}
      {rows.at(-1)}
    </div>
  )
}

interface LaneRowProps extends Omit<CardsProps, 'list'> {
  readonly columns: readonly { readonly list: CardsProps['list']; readonly isCollapsed: boolean }[]
  readonly collapsedLanes: ReadonlySet<Lane>
  readonly onCollapseLane: (lane: Lane, isCollapsed: boolean) => void
}

function LaneRow({ lane, columns, collapsedLanes, onCollapseLane, ...rest }: LaneRowProps) {
  const { board, drag } = rest
  const isCollapsed = collapsedLanes.has(lane)
  const epic = epicOf(board, lane)
  const title = epic?.title ?? boardMessages.withoutEpic
  const count = columns.reduce((sum, { list }) => sum + countIn(list, lane), 0)
  return (
    <section aria-label={title} className={styles.lane} data-lane-row={laneName(lane)}>
      <header className={styles.laneHead}>
        <IconButton
          size="s"
          variant="quiet"
          label={`${isCollapsed ? 'Expand' : 'Collapse'} ${title}`}
          icon={isCollapsed ? <ChevronRightIcon /> : <ChevronDownIcon />}
          onClick={() => onCollapseLane(lane, !isCollapsed)}
        />
        {epic !== null && <span className={styles.color} style={{ background: epic.color }} aria-hidden="true" />}
        {epic?.confidential && (
          <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
            <EyeClosedIcon />
          </span>
        )}
        <h3 className={styles.title}>{epic === null ? title : <Anchor href={epic.path}>{epic.title}</Anchor>}</h3>
        {epic !== null && <span className={styles.fact}>{epic.reference}</span>}
        <span className={styles.fact}>{counted(count, 'issue')}</span>
      </header>
      {!isCollapsed && (
        <div className={styles.cells}>
          {columns.map(({ list, isCollapsed: isNarrow }) => (
            <section
              key={list.id}
              aria-label={boardMessages.cell(list, epic)}
              className={styles.cell}
              data-collapsed={isNarrow || undefined}
              {...(!isNarrow && { 'data-board-list': list.id, 'data-lane': laneName(lane) })}
              data-target={(drag?.target.listId === list.id && drag.target.lane === lane) || undefined}
            >
              {isNarrow ? (
                <span className={styles.hidden} title={`${listTitle(list)} is collapsed`}>
                  {countIn(list, lane) || ''}
                </span>
              ) : (
                <Cards {...rest} list={list} lane={lane} />
              )}
            </section>
          ))}
        </div>
      )}
    </section>
  )
}

/** The lanes that the viewer has collapsed, until they leave the page. */
export function useCollapsedLanes() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<Lane>>(new Set())
  const collapse = (lane: Lane, isNow: boolean) =>
    setCollapsed(before => new Set(isNow ? [...before, lane] : [...before].filter(each => each !== lane)))
  return [collapsed, collapse] as const
}
