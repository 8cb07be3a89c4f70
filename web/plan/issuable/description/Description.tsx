import { Prose } from '#web/discuss/text/Prose.tsx'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useIssuable } from '../issuable-context.tsx'
import { useSave } from '../use-save.ts'
import styles from './Description.module.css'
import { type TaskToggle, tasksEnabled, toggleOf } from './tasks.ts'

/** The description as it reads; its task boxes can be ticked by those who may edit. @source ISSUE-011, TASK-008 */
export function Description({ onEdit }: { readonly onEdit: () => void }) {
  const { issuable, permissions } = useIssuable()
  const tick = useTick()
  if (issuable.description.trim() === '') {
    return (
      <p className={styles.none}>
        No description.{' '}
        {permissions.canUpdate && (
          <Button size="s" variant="quiet" onClick={onEdit}>
            Add a description
          </Button>
        )}
      </p>
    )
  }
  const { count, completedCount } = issuable.taskCompletionStatus
  return (
    <div>
      <Prose
        html={permissions.canUpdate ? tasksEnabled(issuable.descriptionHtml) : issuable.descriptionHtml}
        // A click is what a box drawn by the server reports, by key and by pointer.
        onClick={event => {
          if (event.target instanceof HTMLInputElement && !event.target.disabled) tick(event.target)
        }}
      />
      <p className={styles.edited}>
        {count > 0 && (
          <span>
            {completedCount} of {count} checklist {count === 1 ? 'item' : 'items'} completed
          </span>
        )}
        {issuable.lastEditedAt && (
          <span>
            Edited <RelativeTime at={issuable.lastEditedAt} />
            {issuable.lastEditedBy && (
              <>
                {' by '}
                <TextLink tone="muted" href={`/${issuable.lastEditedBy.username}`}>
                  {issuable.lastEditedBy.name}
                </TextLink>
              </>
            )}
          </span>
        )}
      </p>
    </div>
  )
}

interface Tick {
  readonly box: HTMLInputElement
  readonly toggle: TaskToggle
}

/** Tick a box: the server changes that one line, if it still reads as it does here. @source ERRMSG-081, ERRMSG-082 */
function useTick(): (box: HTMLInputElement) => void {
  const { kind, issuable } = useIssuable()
  const save = useSave({
    save: (target, { toggle }: Tick, carried) =>
      kind.saves.task(target, { toggle, lockVersion: issuable.lockVersion }, carried),
    failure: messages.taskUpdate,
    onSaved: (_reply, { box }) => {
      box.disabled = false
    },
    onFailed: (error, { box }) => {
      box.disabled = false
      box.checked = !box.checked
      showToast(error.status < 500 && error.status > 0 ? error.message : messages.taskUpdate, { tone: 'danger' })
    },
  })
  return box => {
    const toggle = toggleOf(box, issuable.description)
    if (toggle === null) return
    box.disabled = true
    save.run({ box, toggle })
  }
}
