import { ChevronDownIcon, ChevronRightIcon, EyeClosedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { laneCountLimit } from '#contract/plan/boards/board-cards.ts'
import { call } from '#web/api/client.ts'
import { setBoardDisplay } from '#web/api/operations.gen.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { countIn, isOverLimit, type Lane } from '../cards/board-moves.ts'
import { Cards, type CardsProps } from '../cards/Cards.tsx'
import { ListHeader } from '../lists/ListHeader.tsx'
import { listTitle } from '../messages.ts'
import type { BoardData, BoardListData } from '../shapes.ts'
import styles from './Lanes.module.css'
import { laneAttributeNames, laneTitle } from './lane-words.ts'
import { cellName, laneName, laneOf, lanesOf } from './lanes.ts'

interface LanesProps extends Omit<CardsProps, 'list' | 'lane'> {
  readonly isListCollapsed: (listId: number, stored: boolean) => boolean
  readonly onCollapseList: (listId: number, isCollapsed: boolean) => void
  readonly collapsedLanes: ReadonlySet<Lane>
  readonly onCollapseLane: (lane: Lane, isCollapsed: boolean) => void
  readonly onMoreLanes: () => void
  readonly onLimit: (list: BoardListData) => void
}

/** The lists of a board as columns, with its lanes as rows. */
export function Lanes({ isListCollapsed, onCollapseList, onMoreLanes, onLimit, ...rest }: LanesProps) {
  const { board, lists } = rest
  const columns = lists.map(list => ({ list, isCollapsed: isListCollapsed(list.id, list.collapsed) }))
  const { lanes } = board
  if (lanes === null) return null
  const noun = laneAttributeNames[lanes.by].toLowerCase()
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
      {lanes.shown.length < lanes.total && (
        <div className={styles.more}>
          <Button size="s" variant="quiet" onClick={onMoreLanes}>
            Show more {noun === 'parent' ? 'parents' : `${noun}s`}
          </Button>
          <span>
            {lanes.shown.length} of {counted(lanes.total, noun)}
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
  const { lanes } = board
  if (lanes === null) return null
  const about = laneOf(board, lane)
  const title = laneTitle(lanes, about)
  const counts = columns.map(({ list }) => countIn(list, lane))
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
        {about?.color && <span className={styles.color} style={{ background: about.color }} aria-hidden="true" />}
        {about?.person && <Avatar {...about.person} sizePx={24} named={false} />}
        {about?.confidential && (
          <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
            <EyeClosedIcon />
          </span>
        )}
        <h3 className={styles.title}>
          {about?.label ? (
            <LabelChip
              title={about.name}
              color={about.label.color}
              textColor={about.label.textColor}
              description={null}
            />
          ) : about?.path ? (
            <Anchor href={about.path}>{title}</Anchor>
          ) : (
            title
          )}
        </h3>
        {about?.detail && <span className={styles.fact}>{about.detail}</span>}
        <span className={styles.fact}>
          {counts.some(count => count >= laneCountLimit)
            ? '1,000+ issues'
            : counted(
                counts.reduce((sum, count) => sum + count, 0),
                'issue',
              )}
        </span>
      </header>
      {!isCollapsed && (
        <div className={styles.cells}>
          {columns.map(({ list, isCollapsed: isNarrow }) => (
            <section
              key={list.id}
              aria-label={cellName(board, list, lane)}
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

/** The lanes that the viewer has collapsed: kept for each board, and until they leave the page for who is not signed in. */
export function useCollapsedLanes({ id: boardId, lanes }: Pick<BoardData, 'id' | 'lanes'>) {
  const { user } = useViewer()
  const [own, setOwn] = useState<Readonly<Record<string, boolean>>>({})
  const by = lanes?.by ?? 'epic'
  const all = lanes === null ? [] : [...lanes.shown.map(lane => lane.id), 0]
  const isCollapsed = (id: number) => own[`${by}:${id}`] ?? lanes?.collapsed.includes(id) ?? false
  const collapsed: ReadonlySet<Lane> = new Set(all.filter(isCollapsed).map(id => (id === 0 ? null : id)))
  function collapse(lane: Lane, isNow: boolean) {
    const id = lane ?? 0
    setOwn(before => ({ ...before, [`${by}:${id}`]: isNow }))
    if (user !== null) call(setBoardDisplay, { boardId, lane: { by, id, collapsed: isNow } }).catch(() => undefined)
  }
  return [collapsed, collapse] as const
}
