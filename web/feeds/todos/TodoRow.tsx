import { CheckIcon, ClockIcon, EyeClosedIcon, UndoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { TurnSign } from '#web/code/merge-requests/list/TurnSign.tsx'
import { NewsSign } from '#web/discuss/news/NewsSign.tsx'
import { DueDateFact } from '#web/plan/facts/Fact.tsx'
import { Title } from '#web/plan/facts/Title.tsx'
import type { Column } from '#web/plan/lists/columns/columns.tsx'
import rows from '#web/plan/lists/Row.module.css'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { useReader } from '#web/ui/reader.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { describeDayOfWeek } from '#web/ui/text/time.ts'
import type { TodoColumnKey } from './columns.ts'
import { actions, happenings, stateNames, typeNames } from './messages.ts'
import { plainWords } from './plain-words.ts'
import type { Todo } from './shapes.ts'
import { nextWeek, tomorrow } from './snooze-times.ts'
import styles from './TodosPage.module.css'
import type { TodoChanges } from './use-todo-changes.ts'

interface TodoRowProps {
  readonly todo: Todo
  readonly change: TodoChanges
  /** Asks for the date until which it is snoozed. */
  readonly onPickDate: (todo: Todo) => void
}

interface TodoRowWithColumnsProps extends TodoRowProps {
  readonly columns: readonly Column<TodoColumnKey>[]
}

export function TodoRow({ todo, change, onPickDate, columns }: TodoRowWithColumnsProps) {
  const { author, target } = todo
  const reader = useReader()
  return (
    <ListRow
      data-todo={todo.id}
      data-listed={todo.id}
      className={columns.length === 0 ? undefined : rows.row}
      leading={<Avatar {...author} sizePx={32} named={false} />}
      title={
        <>
          {target.confidential && (
            <span role="img" aria-label="Confidential" className={styles.confidential}>
              <EyeClosedIcon size={12} />
            </span>
          )}
          <Anchor href={todo.path} data-row-link>
            <Title title={target.title} html={target.titleHtml} />
          </Anchor>
        </>
      }
      badges={
        <span className={styles.marks}>
          {target.state === 'closed' && <span>Closed</span>}
          {target.state === 'merged' && <span>Merged</span>}
          <NewsSign news={todo.news} />
        </span>
      }
      detail={
        <>
          <Reason todo={todo} />
          <span>{target.reference}</span>
          <RelativeTime at={todo.createdAt} />
          {todo.turn && todo.state === 'pending' && <TurnSign turn={todo.turn} />}
          {todo.snoozedUntil !== null && (
            <span className={styles.until}>
              <ClockIcon size={12} /> Until {describeDayOfWeek(new Date(todo.snoozedUntil), reader)}
            </span>
          )}
          {todo.excerpt !== null && (
            <q className={styles.excerpt} dir="auto">
              {plainWords(todo.excerpt)}
            </q>
          )}
        </>
      }
      trailing={
        columns.length === 0 ? (
          <RowActions todo={todo} change={change} onPickDate={onPickDate} />
        ) : (
          <span className={rows.columns}>
            {columns.map(({ key, label }) => (
              <span key={key} data-column={key} data-label={label}>
                {faceOf(key, todo)}
              </span>
            ))}
            <span data-column="actions">
              <RowActions todo={todo} change={change} onPickDate={onPickDate} />
            </span>
          </span>
        )
      }
    />
  )
}

function faceOf(key: TodoColumnKey, { target, project, createdAt }: Todo): ReactNode {
  switch (key) {
    case 'project':
      return <span title={project.nameWithNamespace}>{project.nameWithNamespace}</span>
    case 'type':
      return typeNames.find(({ value }) => value === target.type)?.label ?? target.type
    case 'targetState':
      return stateNames.find(({ value }) => value === target.state)?.label ?? target.state
    case 'dueDate':
      return (
        target.dueDate !== null && (
          <DueDateFact dueDate={target.dueDate} state={target.state === 'opened' ? 'opened' : 'closed'} />
        )
      )
    case 'created':
      return <RelativeTime at={createdAt} />
    default:
      return key satisfies never
  }
}

/** The author and the action, or the event. */
function Reason({ todo: { action, author } }: { readonly todo: Todo }) {
  const { user } = useViewer()
  const happening = happenings[action]
  if (happening !== undefined) return <span>{happening}</span>
  return (
    <span>
      <strong className={styles.author}>
        <bdi>{user !== null && author.id === user.id ? 'You' : author.name}</bdi>
      </strong>{' '}
      {actions[action] ?? action}
    </span>
  )
}

function RowActions({ todo, change, onPickDate }: TodoRowProps) {
  if (todo.state === 'done')
    return (
      <IconButton
        label="Restore"
        icon={<UndoIcon />}
        variant="secondary"
        keyHint="e"
        data-finish=""
        onClick={() => change.restore(todo)}
      />
    )
  const now = currentTime()
  return (
    <span className={styles.actions}>
      {todo.snoozedUntil === null ? (
        <Menu
          label="Snooze until"
          placement="bottom-end"
          trigger={<IconButton label="Snooze" icon={<ClockIcon />} keyHint="s" data-snooze="" />}
          items={[
            { kind: 'heading', label: 'Snooze until' },
            {
              label: 'Tomorrow',
              detail: describeDayOfWeek(tomorrow(now)),
              onSelect: () => change.snooze(todo, tomorrow(now)),
            },
            {
              label: 'Next week',
              detail: describeDayOfWeek(nextWeek(now)),
              onSelect: () => change.snooze(todo, nextWeek(now)),
            },
            { label: 'A date…', onSelect: () => onPickDate(todo) },
          ]}
        />
      ) : (
        <IconButton
          label="End snooze"
          icon={<UndoIcon />}
          keyHint="s"
          data-snooze=""
          onClick={() => change.wake(todo)}
        />
      )}
      <IconButton
        label="Mark as done"
        icon={<CheckIcon />}
        variant="secondary"
        keyHint="e"
        data-finish=""
        onClick={() => change.finish(todo)}
      />
    </span>
  )
}
