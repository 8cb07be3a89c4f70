import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import type { ListGroupData } from '#web/plan/shapes.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useCollapsed } from './collapsed.ts'
import styles from './GroupedRows.module.css'
import { groupTitle } from './words.ts'

/** Further rows of a group; undefined while they are on their way. */
interface MoreRows<Row> {
  readonly rows: readonly Row[] | undefined
  readonly next: string | null
  readonly isError: boolean
}

interface GroupedRowsProps<Row, Asked> {
  /** The path of the list, under which collapsed groups are remembered. */
  readonly list: string
  readonly by: GroupWord
  /** The scope of labels, if the list is grouped only by these. */
  readonly scope: string | undefined
  readonly groups: readonly ListGroupData[]
  /** The number of grouped rows of the list; null if all are. */
  readonly limit: number | null
  /** A row in the singular: "issue". */
  readonly noun: string
  /** The title of a group, where its attribute has other words here. */
  readonly titleOf?: (group: ListGroupData) => string
  readonly rows: readonly Row[]
  readonly rowOf: (row: Row) => ReactNode
  /** The input of the list. */
  readonly asked: Asked
  /** A hook: the rows of a group from a cursor on. */
  readonly useMore: (asked: Asked, of: { readonly group: string; readonly cursor: string }) => MoreRows<Row>
  /** Called with rows that `rows` does not hold, where they can be selected. */
  readonly onMore?: (rows: readonly Row[]) => void
}

/** The rows of a list in groups: each has a head that collapses it, and loads more of its rows. */
export function GroupedRows<Row extends { readonly id: number }, Asked>(props: GroupedRowsProps<Row, Asked>) {
  const { list, by, scope, groups, limit, noun, rows, rowOf, titleOf = group => groupTitle(by, group, scope) } = props
  const [isCollapsed, toggle] = useCollapsed(`${list} ${by}`)
  const known = new Map(rows.map(row => [row.id, row]))
  const shown = groups.map(group => {
    const isOpen = !isCollapsed(group.key)
    return (
      <Fragment key={group.key}>
        <GroupHead
          title={titleOf(group)}
          group={group}
          noun={noun}
          isOpen={isOpen}
          onToggle={() => toggle(group.key)}
        />
        {isOpen &&
          group.ids.map(id => {
            const row = known.get(id)
            return row === undefined ? null : <Fragment key={id}>{rowOf(row)}</Fragment>
          })}
        {isOpen && <Further {...props} group={group} above={new Set(group.ids)} cursor={group.next} />}
      </Fragment>
    )
  })
  return (
    <>
      {shown}
      {limit !== null && (
        <li className={styles.more}>
          Only the first {counted(limit, noun)} of the list are grouped. Filter the list to see the others.
        </li>
      )}
    </>
  )
}

interface GroupHeadProps {
  readonly title: string
  readonly group: ListGroupData
  readonly noun: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function GroupHead({ title, group, noun, isOpen, onToggle }: GroupHeadProps) {
  const { person, label, path, detail, count } = group
  return (
    <li className={styles.head} data-group={group.key}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${title}: ${counted(count, noun)}`}
        className={styles.toggle}
        onClick={onToggle}
      >
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        {person && <Avatar {...person} named={false} />}
        {label ? <LabelChip {...label} title={label.name} /> : <span className={styles.name}>{title}</span>}
        <span className={styles.count}>{count}</span>
      </button>
      {detail !== null &&
        (path === null ? (
          <span className={styles.detail}>{detail}</span>
        ) : (
          <Anchor href={path} className={styles.detail}>
            {detail}
          </Anchor>
        ))}
    </li>
  )
}

interface FurtherProps<Row, Asked> extends GroupedRowsProps<Row, Asked> {
  readonly group: ListGroupData
  /** The rows of the group that stand above, by their ids. */
  readonly above: ReadonlySet<number>
  readonly cursor: string | null
}

/** The button for the rows of a group from a cursor on, and once it is pressed, those rows. */
function Further<Row extends { readonly id: number }, Asked>({ cursor, ...props }: FurtherProps<Row, Asked>) {
  const [isOpen, setOpen] = useState(false)
  if (cursor === null) return null
  if (isOpen) return <FurtherRows {...props} cursor={cursor} />
  return (
    <li className={styles.more}>
      <Button size="s" variant="quiet" onClick={() => setOpen(true)}>
        Show more
      </Button>
    </li>
  )
}

function FurtherRows<Row extends { readonly id: number }, Asked>({
  cursor,
  ...props
}: FurtherProps<Row, Asked> & { readonly cursor: string }) {
  const { group, above, noun, rowOf, asked, useMore, onMore } = props
  const { rows, next, isError } = useMore(asked, { group: group.key, cursor })
  // The list needs these rows for its selection.
  useEffect(() => {
    if (rows !== undefined) onMore?.(rows)
  }, [rows, onMore])
  if (rows === undefined)
    return (
      <li className={styles.more}>{isError ? `Could not load more ${noun}s. Please reload the page.` : 'Loading…'}</li>
    )
  // When the rows above change, some move up from here before these are read again.
  const shown = rows.filter(row => !above.has(row.id))
  return (
    <>
      {shown.map(row => (
        <Fragment key={row.id}>{rowOf(row)}</Fragment>
      ))}
      <Further {...props} above={new Set([...above, ...shown.map(row => row.id)])} cursor={next} />
    </>
  )
}
