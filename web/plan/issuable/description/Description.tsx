import { useQueryClient } from '@tanstack/react-query'
import { CallError, call } from '#web/api/client.ts'
import { getIssuePage, updateIssueEntity } from '#web/api/operations.gen.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { targetOf, useIssuePage } from '../issuable-context.tsx'
import styles from './Description.module.css'
import { tasksEnabled, toggleOf } from './tasks.ts'

/** The description as it reads; its task boxes can be ticked by those who may edit. @source ISSUE-011, TASK-008 */
export function Description({ onEdit }: { readonly onEdit: () => void }) {
  const page = useIssuePage()
  const { issue, permissions } = page
  const tick = useTick()
  if (issue.description.trim() === '') {
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
  const { count, completedCount } = issue.taskCompletionStatus
  return (
    <div>
      <Prose
        html={permissions.canUpdate ? tasksEnabled(issue.descriptionHtml) : issue.descriptionHtml}
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
        {issue.lastEditedAt && (
          <span>
            Edited <RelativeTime at={issue.lastEditedAt} />
            {issue.lastEditedBy && (
              <>
                {' by '}
                <TextLink tone="muted" href={`/${issue.lastEditedBy.username}`}>
                  {issue.lastEditedBy.name}
                </TextLink>
              </>
            )}
          </span>
        )}
      </p>
    </div>
  )
}

/** Tick a box: the server changes that one line, if it still reads as it does here. @source ERRMSG-081, ERRMSG-082 */
function useTick(): (box: HTMLInputElement) => void {
  const page = useIssuePage()
  const client = useQueryClient()
  const { namespace, iid } = targetOf(page)
  return box => {
    const updateTask = toggleOf(box, page.issue.description)
    if (updateTask === null) return
    box.disabled = true
    call(updateIssueEntity, { namespace, iid, issue: { updateTask, lockVersion: page.issue.lockVersion } })
      .catch((error: unknown) => {
        box.checked = !box.checked
        showToast(
          error instanceof CallError && error.status < 500 && error.status > 0 ? error.message : messages.taskUpdate,
          {
            tone: 'danger',
          },
        )
      })
      .finally(() => {
        box.disabled = false
        void client.invalidateQueries({ queryKey: [getIssuePage.name] })
      })
  }
}
