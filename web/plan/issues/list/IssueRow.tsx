import {
  AlertIcon,
  ChecklistIcon,
  CircleSlashIcon,
  CommentIcon,
  EyeClosedIcon,
  LockIcon,
  ThumbsdownIcon,
  ThumbsupIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { taskStatus } from '#contract/plan/task-status.ts'
import { NewsSign } from '#web/discuss/news/NewsSign.tsx'
import { ChoiceFact, DueDateFact, Fact, MilestoneFact, WeightFact } from '#web/plan/Fact.tsx'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { Title } from '#web/plan/Title.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
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
      data-listed={issue.id}
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
            <Title title={issue.title} html={issue.titleHtml} />
          </Anchor>
        </>
      }
      detail={
        <>
          <Origin issue={issue} />
          {issue.labels.length > 0 && (
            <span className={styles.labels}>
              <LabelChips labels={issue.labels} hrefOf={labelHref} />
            </span>
          )}
        </>
      }
      trailing={<Columns issue={issue} hidesMilestone={hidesMilestone} />}
    />
  )
}

function Origin({ issue }: { readonly issue: IssueRowData }) {
  return (
    <span className={styles.origin}>
      <span className={styles.reference}>{issue.reference}</span>{' '}
      <span className={styles.opened}>
        {issue.state === 'closed' && issue.closedAt !== null ? (
          <>
            {issue.isMoved ? 'moved' : 'closed'} <RelativeTime at={issue.closedAt} />, opened by{' '}
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
    </span>
  )
}

/** The attributes, each in a column of its own that is as wide in every row. */
function Columns({ issue, hidesMilestone }: Required<Pick<IssueRowProps, 'issue' | 'hidesMilestone'>>) {
  const {
    milestone,
    dueDate,
    weight,
    healthStatus,
    severity,
    upvotes,
    downvotes,
    notesCount,
    taskCompletionStatus: tasks,
  } = issue
  return (
    <span className={styles.columns}>
      <span data-column="milestone">{milestone && !hidesMilestone && <MilestoneFact milestone={milestone} />}</span>
      <span data-column="due">{dueDate && <DueDateFact dueDate={dueDate} state={issue.state} />}</span>
      <span data-column="health">
        {issue.type === 'incident' ? (
          <ChoiceFact name="severity" value={severity} />
        ) : (
          <ChoiceFact name="healthStatus" value={issue.state === 'opened' ? healthStatus : null} />
        )}
      </span>
      <span data-column="weight">
        <WeightFact weight={weight} />
      </span>
      <span data-column="tasks">
        {tasks.count > 0 && (
          <Fact icon={<ChecklistIcon size={12} />} title={taskStatus(tasks)}>
            {tasks.completedCount}/{tasks.count}
          </Fact>
        )}
      </span>
      <span data-column="votes">
        {upvotes > 0 && (
          <Fact icon={<ThumbsupIcon size={14} />} title={`${upvotes} upvote${upvotes === 1 ? '' : 's'}`}>
            {upvotes}
          </Fact>
        )}
        {downvotes > 0 && (
          <Fact icon={<ThumbsdownIcon size={14} />} title={`${downvotes} downvote${downvotes === 1 ? '' : 's'}`}>
            {downvotes}
          </Fact>
        )}
      </span>
      <span data-column="comments">
        <NewsSign news={issue.news} />
        {notesCount > 0 && (
          <Fact icon={<CommentIcon size={14} />} title={notesCount === 1 ? '1 comment' : `${notesCount} comments`}>
            {notesCount}
          </Fact>
        )}
      </span>
      <span data-column="people">
        <AvatarStack label="Assignees" people={issue.assignees} most={3} />
      </span>
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
