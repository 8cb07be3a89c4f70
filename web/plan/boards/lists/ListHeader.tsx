import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { counted } from '#web/ui/text/counted.ts'
import { listTitle, shownCount } from '../messages.ts'
import type { BoardData, BoardListData, BoardPageData } from '../shapes.ts'
import styles from './BoardList.module.css'
import { ListTitle } from './ListTitle.tsx'
import { useListActions } from './use-list-actions.ts'

interface ListHeaderProps {
  readonly page: BoardPageData
  readonly board: BoardData
  readonly list: BoardListData
  /** The lists that are shown. */
  readonly lists: readonly BoardListData[]
  readonly isCollapsed: boolean
  /** Asks for the limits of the list, in a dialog of the board, which outlives a list that another user removes. */
  readonly onLimit: (list: BoardListData) => void
  readonly onCollapse: (isCollapsed: boolean) => void
}

/** The title of a list with its sums and actions. */
export function ListHeader({ isCollapsed, onCollapse, ...rest }: ListHeaderProps) {
  const { list } = rest
  return (
    <header className={styles.header}>
      <IconButton
        size="s"
        variant="quiet"
        label={`${isCollapsed ? 'Expand' : 'Collapse'} ${listTitle(list)}`}
        icon={isCollapsed ? <ChevronRightIcon /> : <ChevronDownIcon />}
        onClick={() => onCollapse(!isCollapsed)}
      />
      <h2 className={styles.title}>
        <ListTitle list={list} />
      </h2>
      <Sums list={list} />
      {!isCollapsed && <Actions {...rest} />}
    </header>
  )
}

/**
 * The number of issues and their weight, with the limits. The weight of an iteration is shown against the amount that
 * its cadence usually completes.
 */
function Sums({ list }: { readonly list: BoardListData }) {
  const { count, weight, maxIssueCount, maxIssueWeight } = list
  const average = list.iteration?.averageWeight ?? null
  const shown = shownCount(list)
  const words = counted(count, 'issue')
  return (
    <span className={styles.sums}>
      <span title={maxIssueCount > 0 ? `${words}, limit ${maxIssueCount}` : words}>
        {shown}
        {maxIssueCount > 0 && <span className={styles.limit}>/{maxIssueCount}</span>}
      </span>
      {weight !== null && (weight > 0 || maxIssueWeight > 0 || average !== null) && (
        <span
          className={styles.weight}
          data-above={(maxIssueWeight === 0 && average !== null && weight > average) || undefined}
          title={[
            `Weight ${weight}`,
            ...(maxIssueWeight > 0 ? [`limit ${maxIssueWeight}`] : []),
            ...(average === null ? [] : [`the last three iterations closed ${average} on average`]),
          ].join(', ')}
        >
          <WeightIcon size={12} />
          {weight}
          {maxIssueWeight > 0 ? (
            <span className={styles.limit}>/{maxIssueWeight}</span>
          ) : (
            average !== null && <span className={styles.limit}>{` / ${average}`}</span>
          )}
        </span>
      )}
    </span>
  )
}

function Actions({ page, board, list, lists, onLimit }: Omit<ListHeaderProps, 'isCollapsed' | 'onCollapse'>) {
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
    <RowMenu
      label={`Actions for the list ${title}`}
      items={[{ label: 'Set limits', onSelect: () => onLimit(list) }, ...(list.kind === 'backlog' ? [] : own)]}
    />
  )
}
