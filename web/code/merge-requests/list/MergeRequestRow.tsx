import {
  AlertIcon,
  CheckIcon,
  CommentIcon,
  EyeClosedIcon,
  GitPullRequestDraftIcon,
  ThumbsupIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { PipelineLink } from '#web/code/shared/commits/PipelineLink.tsx'
import { NewsSign } from '#web/discuss/news/NewsSign.tsx'
import { CountFact, MilestoneFact } from '#web/plan/facts/Fact.tsx'
import { TasksFact } from '#web/plan/facts/TasksFact.tsx'
import { titleIn } from '#web/plan/facts/Title.tsx'
import type { Column } from '#web/plan/lists/columns/columns.tsx'
import rows from '#web/plan/lists/Row.module.css'
import { RowMark } from '#web/plan/lists/RowMark.tsx'
import { RowSign } from '#web/plan/lists/RowSign.tsx'
import type { RowSelection } from '#web/plan/lists/row-selection.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { ColumnKey } from './columns.tsx'
import styles from './MergeRequestRow.module.css'
import { reviewText } from './messages.ts'
import type { MergeRequestRowData } from './shapes.ts'
import { TurnSign } from './TurnSign.tsx'

interface MergeRequestRowProps {
  readonly row: MergeRequestRowData
  /** Came to the list while it was being read. */
  readonly isNew: boolean
  /** The list no longer has it, and shows it until the reader goes on. */
  readonly isGone?: boolean
  /** Null for those who cannot change rows. */
  readonly selection: RowSelection | null
  /** Left out where labels lead nowhere. */
  readonly labelHref?: (title: string) => string
  readonly columns: readonly Column<ColumnKey>[]
}

export function MergeRequestRow({ row, isNew, isGone = false, selection, labelHref, columns }: MergeRequestRowProps) {
  return (
    <ListRow
      selected={!isGone && (selection?.isSelected ?? false)}
      data-listed={row.id}
      data-new={isNew || undefined}
      gone={isGone}
      data-selecting={selection?.isUnderWay || undefined}
      className={rows.row}
      sign={
        <RowSign reference={row.reference} selection={isGone ? null : selection}>
          {row.draft && row.state === 'opened' ? (
            <span role="img" aria-label="Draft" title="Draft" className={styles.draft}>
              <GitPullRequestDraftIcon />
            </span>
          ) : (
            <StateBadge state={row.state} of="merge_request" look="icon" />
          )}
        </RowSign>
      }
      title={
        <>
          {row.hidden && <RowMark label="Hidden" icon={<EyeClosedIcon />} />}
          <Anchor href={row.webPath} data-row-link {...titleIn({ title: row.title, html: row.titleHtml })} />
        </>
      }
      detail={
        <>
          <Origin row={row} />
          {row.turn && <TurnSign turn={row.turn} />}
          {row.labels.length > 0 && (
            <span className={rows.labels}>
              <LabelChips labels={row.labels} {...(labelHref && { hrefOf: labelHref })} />
            </span>
          )}
        </>
      }
      columns={<Columns row={row} columns={columns} />}
    />
  )
}

function Origin({ row }: { readonly row: MergeRequestRowData }) {
  return (
    <span className={rows.origin}>
      <span className={rows.reference}>{row.reference}</span>{' '}
      <span className={rows.opened}>
        <Moment row={row} />
        <TextLink tone="muted" href={`/${row.author.username}`}>
          {row.author.name}
        </TextLink>
        {row.targetBranch !== null && (
          <>
            {' '}
            into{' '}
            <span className={styles.target}>
              <NameText name={row.targetBranch} />
            </span>
          </>
        )}
      </span>
    </span>
  )
}

function Moment({ row }: { readonly row: MergeRequestRowData }) {
  if (row.state === 'merged' && row.mergedAt !== null)
    return (
      <>
        merged <RelativeTime at={row.mergedAt} />, opened by{' '}
      </>
    )
  if (row.state === 'closed' && row.closedAt !== null)
    return (
      <>
        closed <RelativeTime at={row.closedAt} />, opened by{' '}
      </>
    )
  return (
    <>
      opened <RelativeTime at={row.createdAt} /> by{' '}
    </>
  )
}

interface ColumnsProps {
  readonly row: MergeRequestRowData
  readonly columns: readonly Column<ColumnKey>[]
}

/** The attributes, each in a column of its own that is as wide in every row. */
function Columns({ row, columns }: ColumnsProps) {
  return (
    <div className={rows.columns}>
      {columns.map(({ key, label }) => (
        <span key={key} data-column={key} data-label={label}>
          {faceOf(key, row)}
        </span>
      ))}
    </div>
  )
}

function faceOf(key: ColumnKey, row: MergeRequestRowData): ReactNode {
  const { milestone, taskCompletionStatus: tasks } = row
  switch (key) {
    case 'milestone':
      return milestone && <MilestoneFact milestone={milestone} />
    case 'target':
      return (
        row.targetBranch !== null && (
          <span className={styles.target}>
            <NameText name={row.targetBranch} />
          </span>
        )
      )
    case 'author':
      return <AvatarStack label="Author" people={[row.author]} most={1} />
    case 'created':
      return <RelativeTime at={row.createdAt} />
    case 'updated':
      return <RelativeTime at={row.updatedAt} />
    case 'merged':
      return row.mergedAt !== null && <RelativeTime at={row.mergedAt} />
    case 'closed':
      return row.closedAt !== null && <RelativeTime at={row.closedAt} />
    case 'tasks':
      return <TasksFact tasks={tasks} />
    case 'votes':
      return <CountFact icon={ThumbsupIcon} count={row.upvotes} noun="upvote" />
    case 'status':
      return <Status row={row} />
    case 'comments':
      return (
        <>
          <NewsSign news={row.news} />
          <CountFact icon={CommentIcon} count={row.notesCount} noun="comment" />
        </>
      )
    case 'reviewers': {
      const reviewers = row.reviewers.map(person => ({
        ...person,
        name: `${person.name} (${reviewText[person.reviewState]})`,
      }))
      return <AvatarStack label="Reviewers" people={reviewers} most={2} />
    }
    case 'assignees':
      return <AvatarStack label="Assignees" people={row.assignees} most={2} />
    default:
      return key satisfies never
  }
}

/** Conflicts, the pipeline and the approvals. */
function Status({ row }: { readonly row: MergeRequestRowData }) {
  const { approvalsCount: approvals } = row
  return (
    <>
      {row.state === 'opened' && row.hasConflicts && (
        <span role="img" aria-label="Has conflicts" title="Has conflicts" className={styles.conflict}>
          <AlertIcon />
        </span>
      )}
      {row.pipeline && <PipelineLink place={row.pipeline} pipeline={row.pipeline} />}
      {approvals > 0 && (
        <span className={styles.approved} title={approvals === 1 ? '1 approval' : `${approvals} approvals`}>
          <CheckIcon />
          {approvals}
        </span>
      )}
    </>
  )
}
