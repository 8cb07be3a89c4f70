import {
  AlertIcon,
  CalendarIcon,
  ChecklistIcon,
  CircleSlashIcon,
  CommentIcon,
  EyeClosedIcon,
  LockIcon,
  MilestoneIcon,
  ThumbsdownIcon,
  ThumbsupIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { NewsSign } from '#web/discuss/news/NewsSign.tsx'
import { isPastDue, nameDay } from '#web/plan/days.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { today } from '#web/ui/forms/dates/day.ts'
import { ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { describePlannedDay } from '#web/ui/text/time.ts'
import styles from './IssueRow.module.css'

interface IssueRowProps {
  readonly issue: IssueRowData
  /** Came to the list while it was being read. */
  readonly isNew: boolean
  /** Null for those who cannot change rows. */
  readonly selection: {
    readonly isSelected: boolean
    /** Some row of the list is. */
    readonly isUnderWay: boolean
    readonly onToggle: () => void
  } | null
  readonly labelHref: (title: string) => string
  /** On the page of its milestone. */
  readonly hidesMilestone?: boolean
}

export function IssueRow({ issue, isNew, selection, labelHref, hidesMilestone = false }: IssueRowProps) {
  return (
    <ListRow
      selected={selection?.isSelected ?? false}
      data-issue={issue.id}
      data-new={isNew || undefined}
      data-selecting={selection?.isUnderWay || undefined}
      className={styles.row}
      leading={
        <span className={styles.sign} data-selectable={selection !== null || undefined}>
          <span className={styles.state}>
            {issue.type === 'incident' ? (
              <IncidentSign state={issue.state} />
            ) : (
              <StateBadge state={issue.state} look="icon" />
            )}
          </span>
          {selection && (
            <span className={styles.check}>
              <Checkbox
                aria-label={`Select ${issue.reference}`}
                checked={selection.isSelected}
                onChange={selection.onToggle}
              />
            </span>
          )}
        </span>
      }
      title={
        <>
          {issue.confidential && <Sign label="Confidential" icon={<EyeClosedIcon />} tone="confidential" />}
          {issue.discussionLocked && <Sign label="Locked" icon={<LockIcon />} />}
          {issue.hidden && <Sign label="Hidden" icon={<CircleSlashIcon />} />}
          <Anchor href={issue.webPath} data-row-link>
            {issue.title}
          </Anchor>
        </>
      }
      badges={issue.labels.map(label => (
        <LabelChip
          key={label.id}
          size="s"
          title={label.name}
          color={label.color}
          textColor={label.textColor}
          description={label.description}
          href={labelHref(label.name)}
        />
      ))}
      detail={<Detail issue={issue} hidesMilestone={hidesMilestone} />}
      trailing={<Trailing issue={issue} />}
    />
  )
}

function Detail({ issue, hidesMilestone }: Required<Pick<IssueRowProps, 'issue' | 'hidesMilestone'>>) {
  const { milestone, dueDate, weight, taskCompletionStatus: tasks } = issue
  const now = today()
  const isLate = isPastDue(dueDate, issue.state, now)
  return (
    <>
      <span className={styles.origin}>
        <span className={styles.reference}>{issue.reference}</span>{' '}
        {issue.state === 'closed' && issue.closedAt !== null ? (
          <>
            closed <RelativeTime at={issue.closedAt} />, opened by{' '}
          </>
        ) : (
          <>
            opened <RelativeTime at={issue.createdAt} /> by{' '}
          </>
        )}
        <TextLink tone="muted" href={`/${issue.author.username}`}>
          {issue.author.name}
        </TextLink>
      </span>
      {milestone && !hidesMilestone && (
        <TextLink tone="muted" href={pathOf(milestone.webUrl)} className={styles.fact}>
          <MilestoneIcon size={12} />
          {milestone.title}
          {milestone.expired && ' (expired)'}
        </TextLink>
      )}
      {dueDate && (
        <Fact
          icon={isLate ? <AlertIcon size={12} /> : <CalendarIcon size={12} />}
          title={`${isLate ? 'Past due' : 'Due'}: ${describePlannedDay(dueDate)}`}
          isLate={isLate}
        >
          {nameDay(dueDate, now)}
          {isLate && <span className={styles.late}> (past due)</span>}
        </Fact>
      )}
      {weight !== null && (
        <Fact icon={<WeightIcon size={12} />} title={`Weight: ${weight}`}>
          {weight}
        </Fact>
      )}
      {tasks.count > 0 && (
        <Fact
          icon={<ChecklistIcon size={12} />}
          title={`${tasks.completedCount} of ${tasks.count} checklist items completed`}
        >
          {tasks.completedCount}/{tasks.count}
        </Fact>
      )}
    </>
  )
}

function Trailing({ issue }: { readonly issue: IssueRowData }) {
  return (
    <span className={styles.figures}>
      {issue.upvotes > 0 && (
        <Fact icon={<ThumbsupIcon size={14} />} title={`${issue.upvotes} upvote${issue.upvotes === 1 ? '' : 's'}`}>
          {issue.upvotes}
        </Fact>
      )}
      {issue.downvotes > 0 && (
        <Fact
          icon={<ThumbsdownIcon size={14} />}
          title={`${issue.downvotes} downvote${issue.downvotes === 1 ? '' : 's'}`}
        >
          {issue.downvotes}
        </Fact>
      )}
      <NewsSign news={issue.news} />
      <span className={styles.comments}>
        {issue.notesCount > 0 && (
          <Fact
            icon={<CommentIcon size={14} />}
            title={issue.notesCount === 1 ? '1 comment' : `${issue.notesCount} comments`}
          >
            {issue.notesCount}
          </Fact>
        )}
      </span>
      <span className={styles.people}>
        <AvatarStack label="Assignees" people={issue.assignees} most={3} />
      </span>
    </span>
  )
}

interface FactProps {
  readonly icon: ReactNode
  readonly title: string
  readonly isLate?: boolean
  readonly children: ReactNode
}

function Fact({ icon, title, isLate, children }: FactProps) {
  return (
    <span className={styles.fact} title={title} data-late={isLate || undefined}>
      {icon}
      <span>{children}</span>
    </span>
  )
}

interface SignProps {
  readonly label: string
  readonly icon: ReactNode
  readonly tone?: 'confidential'
}

function Sign({ label, icon, tone }: SignProps) {
  return (
    <span role="img" aria-label={label} title={label} data-tone={tone} className={styles.mark}>
      {icon}
    </span>
  )
}

function IncidentSign({ state }: { readonly state: IssueRowData['state'] }) {
  const words = state === 'opened' ? 'Open incident' : 'Closed incident'
  return (
    <span role="img" aria-label={words} title={words} data-state={state} className={styles.incident}>
      <AlertIcon />
    </span>
  )
}

/** The path of an address of this site. */
function pathOf(url: string): string {
  return new URL(url, location.origin).pathname
}
