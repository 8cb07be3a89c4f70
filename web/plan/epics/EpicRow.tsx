import { CommentIcon, EyeClosedIcon, ThumbsupIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { CountFact, DueDateFact } from '#web/plan/facts/Fact.tsx'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { titleIn } from '#web/plan/facts/Title.tsx'
import type { Column } from '#web/plan/lists/columns/columns.tsx'
import rows from '#web/plan/lists/Row.module.css'
import { RowMark } from '#web/plan/lists/RowMark.tsx'
import { useRowPeek } from '#web/plan/lists/RowPeek.tsx'
import { RowSign } from '#web/plan/lists/RowSign.tsx'
import type { RowSelection } from '#web/plan/lists/row-selection.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { isPastDue } from '#web/ui/text/days.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useToday } from '#web/ui/text/use-now.ts'
import type { EpicColumnKey } from './columns.tsx'
import styles from './EpicRow.module.css'
import { EpicSums } from './EpicSums.tsx'
import { periodOf } from './period.ts'
import type { EpicRowData } from './shapes.ts'

interface EpicRowProps {
  readonly epic: EpicRowData
  readonly columns: readonly Column<EpicColumnKey>[]
  readonly labelHref: (title: string) => string
  /** The list no longer has it, and shows it until the reader goes on. */
  readonly isGone: boolean
  /** Null for those who cannot change rows. */
  readonly selection: RowSelection | null
}

export function EpicRow({ epic, columns, labelHref, isGone, selection }: EpicRowProps) {
  const isLate = isPastDue(epic.dueDate, epic.state, useToday())
  const hasDates = columns.some(({ key }) => key === 'startDate' || key === 'dueDate')
  const period = hasDates ? null : periodOf(epic)
  const hasParent = epic.parent !== null && !columns.some(({ key }) => key === 'parent')
  return (
    <ListRow
      data-epic={epic.id}
      data-listed={epic.id}
      className={rows.row}
      selected={selection?.isSelected ?? false}
      gone={isGone}
      data-selecting={selection?.isUnderWay || undefined}
      sign={
        <RowSign reference={epic.reference} selection={selection}>
          <Swatch color={epic.color} />
        </RowSign>
      }
      title={
        <>
          {epic.confidential && <RowMark label="Confidential" icon={<EyeClosedIcon />} tone="confidential" />}
          <Anchor href={epic.path} data-row-link {...titleIn({ title: epic.title, html: epic.titleHtml })} />
        </>
      }
      {...useRowPeek(epic.reference)}
      detail={
        <>
          <span className={rows.origin}>
            <Origin epic={epic} />
          </span>
          {period !== null && <span className={isLate ? styles.late : styles.period}>{period}</span>}
          {hasParent && (
            <span className={styles.period}>
              in <ParentLink epic={epic} />
            </span>
          )}
          {epic.labels.length > 0 && (
            <span className={rows.labels}>
              <LabelChips labels={epic.labels} hrefOf={labelHref} />
            </span>
          )}
        </>
      }
      columns={
        <div className={rows.columns}>
          {columns.map(({ key, label }) => (
            <span key={key} data-column={key} data-label={label}>
              {faceOf(key, epic)}
            </span>
          ))}
        </div>
      }
    />
  )
}

function Origin({ epic }: { readonly epic: EpicRowData }) {
  return (
    <>
      {epic.reference}
      <span className={rows.opened}>
        {' · '}
        {epic.closedAt === null ? (
          <>
            opened <RelativeTime at={epic.createdAt} /> by{' '}
          </>
        ) : (
          <>
            closed <RelativeTime at={epic.closedAt} />, opened by{' '}
          </>
        )}
        <TextLink tone="muted" href={`/${epic.author.username}`}>
          {epic.author.name}
        </TextLink>
      </span>
    </>
  )
}

function ParentLink({ epic: { parent } }: { readonly epic: EpicRowData }) {
  return (
    parent && (
      <TextLink tone="muted" href={parent.path} title={parent.title}>
        {parent.reference}
      </TextLink>
    )
  )
}

function faceOf(key: EpicColumnKey, epic: EpicRowData): ReactNode {
  switch (key) {
    case 'parent':
      return epic.parent !== null && <ParentLink epic={epic} />
    case 'startDate':
      return epic.startDate !== null && dayWords(epic.startDate)
    case 'dueDate':
      return epic.dueDate !== null && <DueDateFact dueDate={epic.dueDate} state={epic.state} />
    case 'author':
      return <AvatarStack label="Author" people={[epic.author]} most={1} />
    case 'created':
      return <RelativeTime at={epic.createdAt} />
    case 'updated':
      return <RelativeTime at={epic.updatedAt} />
    case 'closed':
      return epic.closedAt !== null && <RelativeTime at={epic.closedAt} />
    case 'votes':
      return <CountFact icon={ThumbsupIcon} count={epic.upvotes} noun="upvote" />
    case 'comments':
      return <CountFact icon={CommentIcon} count={epic.notesCount} noun="comment" />
    case 'progress':
      return <EpicSums name={epic.title} sums={epic.sums} />
    default:
      return key satisfies never
  }
}
