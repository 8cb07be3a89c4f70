import {
  AlertIcon,
  CircleSlashIcon,
  CommentIcon,
  EyeClosedIcon,
  LockIcon,
  ThumbsdownIcon,
  ThumbsupIcon,
} from '@primer/octicons-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { type ChoiceName, declarationOf, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { NewsSign } from '#web/discuss/news/NewsSign.tsx'
import { ChoiceFact, CountFact, DueDateFact, MilestoneFact, WeightFact } from '#web/plan/facts/Fact.tsx'
import { TasksFact } from '#web/plan/facts/TasksFact.tsx'
import { titleIn } from '#web/plan/facts/Title.tsx'
import type { Column, ColumnKey, PlainColumn } from '#web/plan/lists/columns/columns.tsx'
import { isUsed } from '#web/plan/lists/columns/used.ts'
import styles from '#web/plan/lists/Row.module.css'
import { RowMark } from '#web/plan/lists/RowMark.tsx'
import { useRowPeek } from '#web/plan/lists/RowPeek.tsx'
import { RowSign } from '#web/plan/lists/RowSign.tsx'
import type { RowSelection } from '#web/plan/lists/row-selection.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { signOf } from '#web/ui/icon.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'

const PlannedFact = onDemand(() => import('./PlannedFact.tsx').then(module => module.PlannedFact), {
  holdsKeys: false,
})

const RequestFact = onDemand(() => import('../requests/RequestFact.tsx').then(module => module.RequestFact), {
  holdsKeys: false,
})

const SlaTime = onDemand(() => import('../incidents/SlaTime.tsx').then(module => module.SlaTime), {
  holdsKeys: false,
})

const SeverityCell = onDemand(() => import('../incidents/SeverityCell.tsx').then(module => module.SeverityCell), {
  holdsKeys: false,
})

interface IssueRowProps {
  readonly issue: IssueRowData
  /** Came to the list while it was being read. */
  readonly isNew: boolean
  /** The list no longer has it, and shows it until the reader goes on. */
  readonly isGone?: boolean
  /** Null for those who cannot change rows. */
  readonly selection: RowSelection | null
  readonly labelHref: (title: string) => string
  readonly columns: readonly Column<ColumnKey>[]
  /** All in one line. */
  readonly isCompact: boolean
  /** The project whose incidents the reader can set the severity of; null in other lists. */
  readonly severityIn?: string | null
}

export function IssueRow(props: IssueRowProps) {
  const { issue, isNew, isGone = false, selection, labelHref, columns, isCompact, severityIn = null } = props
  return (
    <ListRow
      selected={!isGone && (selection?.isSelected ?? false)}
      data-issue={issue.id}
      data-listed={issue.id}
      data-new={isNew || undefined}
      gone={isGone}
      data-selecting={selection?.isUnderWay || undefined}
      className={styles.row}
      sign={
        <RowSign reference={issue.reference} selection={isGone ? null : selection}>
          {issue.type === 'incident' ? (
            <IncidentSign state={issue.state} />
          ) : (
            <StateBadge state={issue.state} look="icon" />
          )}
        </RowSign>
      }
      title={
        <>
          {issue.confidential && <RowMark label="Confidential" icon={<EyeClosedIcon />} tone="confidential" />}
          {issue.discussionLocked && <RowMark label="Locked" icon={<LockIcon />} />}
          {issue.hidden && <RowMark label="Hidden" icon={<CircleSlashIcon />} />}
          <Anchor href={issue.webPath} data-row-link {...titleIn({ title: issue.title, html: issue.titleHtml })} />
        </>
      }
      {...useRowPeek(issue.reference)}
      detail={
        <>
          <Origin issue={issue} isCompact={isCompact} />
          {issue.labels.length > 0 && (
            <span className={styles.labels}>
              <LabelChips labels={issue.labels} hrefOf={labelHref} letters={isCompact ? 20 : 36} />
            </span>
          )}
        </>
      }
      columns={<Columns issue={issue} columns={columns} severityIn={isGone ? null : severityIn} />}
    />
  )
}

interface OriginProps {
  readonly issue: IssueRowData
  readonly isCompact: boolean
}

function Origin({ issue, isCompact }: OriginProps) {
  if (isCompact) return <span className={styles.origin}>{issue.reference}</span>
  return (
    <span className={styles.origin}>
      {issue.reference}{' '}
      {issue.state === 'closed' && issue.closedAt !== null ? (
        <>
          {issue.isMoved ? 'moved' : 'closed'} <RelativeTime at={issue.closedAt} />, opened by{' '}
        </>
      ) : (
        <>
          opened <RelativeTime at={issue.createdAt} /> by{' '}
        </>
      )}
      {issue.request ? (
        <bdi>{issue.request.name || issue.request.email}</bdi>
      ) : (
        <TextLink tone="muted" href={`/${issue.author.username}`}>
          {issue.author.name}
        </TextLink>
      )}
    </span>
  )
}

interface ColumnsProps {
  readonly issue: IssueRowData
  readonly severityIn: string | null
  readonly columns: readonly Column<ColumnKey>[]
}

/** The attributes, each in a column of its own that is as wide in every row. */
function Columns({ issue, columns, severityIn }: ColumnsProps) {
  // Before the first attribute, the title and the labels go on.
  const canSet = (key: ColumnKey) => key === 'severity' && severityIn !== null
  const first = columns.findIndex(({ key }) => hasFace(key, issue) || canSet(key))
  if (first === -1) return null
  return (
    <div className={styles.columns}>
      {columns.slice(first).map(({ key, label, isShared = false }) => {
        const cell = { key, 'data-column': key, 'data-label': label }
        const face = ownCellOf(key, issue)
        if (face !== null) return cloneElement(face, cell)
        return (
          <span {...cell} key={key} data-kind={isPlain(key) ? plainAttributes[key].kind : undefined}>
            {severityIn !== null && canSet(key) ? (
              <SeverityCell
                projectPath={severityIn}
                issue={issue}
                fallback={<ChoiceFact name="severity" value={issue.severity} />}
              />
            ) : isShared && issue.type === 'incident' ? (
              <ChoiceFact name="severity" value={issue.severity} />
            ) : (
              faceOf(key, issue)
            )}
          </span>
        )
      })}
    </div>
  )
}

const hasFace = (key: ColumnKey, issue: IssueRowData): boolean =>
  key === 'comments'
    ? issue.notesCount > 0 || issue.news !== null
    : key === 'people'
      ? issue.assignees.length > 0
      : isUsed(key, issue)

const isPlain = (key: ColumnKey): key is PlainColumn => Object.hasOwn(plainAttributes, key)

/** An attribute whose one element is the cell itself; null for others. */
function ownCellOf(key: ColumnKey, issue: IssueRowData): ReactElement | null {
  if (!hasFace(key, issue)) return null
  const { milestone, dueDate, state, weight, taskCompletionStatus: tasks, notesCount, assignees } = issue
  switch (key) {
    case 'milestone':
      return milestone && <MilestoneFact milestone={milestone} />
    case 'dueDate':
      return dueDate === null ? null : <DueDateFact dueDate={dueDate} state={state} />
    case 'weight':
      return <WeightFact weight={weight} />
    case 'tasks':
      return <TasksFact tasks={tasks} />
    case 'comments':
      return issue.news === null ? <CountFact icon={CommentIcon} count={notesCount} noun="comment" /> : null
    case 'people':
      return <AvatarStack label="Assignees" people={assignees} most={3} />
    default:
      return null
  }
}

function faceOf(key: ColumnKey, issue: IssueRowData): ReactNode {
  const { upvotes, downvotes, notesCount } = issue
  switch (key) {
    case 'votes':
      return (
        <>
          <CountFact icon={ThumbsupIcon} count={upvotes} noun="upvote" />
          <CountFact icon={ThumbsdownIcon} count={downvotes} noun="downvote" />
        </>
      )
    case 'comments':
      return (
        <>
          <NewsSign news={issue.news} />
          <CountFact icon={CommentIcon} count={notesCount} noun="comment" />
        </>
      )
    case 'milestone':
    case 'dueDate':
    case 'weight':
    case 'tasks':
    case 'people':
      return null
    case 'requester':
    case 'firstAnswer':
      return issue.request && <RequestFact column={key} request={issue.request} />
    case 'sla':
      return issue.sla && <SlaTime {...issue.sla} isOpen={issue.state === 'opened'} />
    case 'author':
      return <AvatarStack label="Author" people={[issue.author]} most={1} />
    case 'created':
      return <RelativeTime at={issue.createdAt} />
    case 'updated':
      return <RelativeTime at={issue.updatedAt} />
    case 'closed':
      return issue.closedAt !== null && <RelativeTime at={issue.closedAt} />
    case 'epic':
    case 'iteration':
    case 'estimate':
    case 'spent':
      return <PlannedFact column={key} issue={issue} />
    default:
      return <PlainFace name={key} issue={issue} />
  }
}

/** A plain attribute without a cell of its own look. */
function PlainFace({ name, issue }: { readonly name: PlainColumn; readonly issue: IssueRowData }) {
  const { isWhenOpen, label } = declarationOf(name)
  const value = isWhenOpen && issue.state !== 'opened' ? null : issue[name]
  // The kind tells which of them it is.
  if (plainAttributes[name].kind === 'choice')
    return <ChoiceFact name={name as ChoiceName} value={value as string | null} />
  return value !== null && <span title={`${label}: ${value}`}>{String(value)}</span>
}

function IncidentSign({ state }: { readonly state: IssueRowData['state'] }) {
  const words = state === 'opened' ? 'Open incident' : 'Closed incident'
  return (
    <i
      {...signOf(AlertIcon)}
      role="img"
      aria-label={words}
      title={words}
      data-state={state}
      className={styles.incident}
    />
  )
}
