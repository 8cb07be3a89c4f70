import { isOverLimit } from '../cards/board-moves.ts'
import { Cards, type CardsProps } from '../cards/Cards.tsx'
import { listTitle } from '../messages.ts'
import type { BoardListData } from '../shapes.ts'
import styles from './BoardList.module.css'
import { ListHeader } from './ListHeader.tsx'

interface BoardListProps extends Omit<CardsProps, 'lane'> {
  readonly isCollapsed: boolean
  readonly onCollapse: (isCollapsed: boolean) => void
  readonly onLimit: (list: BoardListData) => void
}

export function BoardList({ isCollapsed, onCollapse, onLimit, ...rest }: BoardListProps) {
  const { list } = rest
  const isOver = isOverLimit(list)
  return (
    <section
      aria-label={listTitle(list)}
      className={styles.list}
      data-board-list={list.id}
      data-collapsed={isCollapsed || undefined}
      data-over={isOver || undefined}
      data-target={rest.drag?.target.listId === list.id || undefined}
    >
      <ListHeader {...rest} isCollapsed={isCollapsed} onCollapse={onCollapse} onLimit={onLimit} />
      {!isCollapsed && (
        <>
          {isOver && <p className={styles.warning}>Over the limit</p>}
          <Cards {...rest} lane={undefined} />
        </>
      )}
    </section>
  )
}
