import { type MouseEvent, useRef, useState } from 'react'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { tasksEnabled, toggled, toggleOf } from '#web/discuss/text/tasks.ts'
import { useShowWorkItem } from '#web/plan/issuable/work-items/use-show-work-item.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useIssuable } from '../issuable-context.tsx'
import styles from './Description.module.css'
import { withTaskTools } from './task-tools.ts'
import { useTaskEdit } from './use-task-edit.ts'

const TaskTools = onDemand(() => import('./TaskTools.tsx').then(module => module.TaskTools), { holdsKeys: false })

/** The description as it reads; its task boxes can be ticked by those who may edit. @source ISSUE-011, TASK-008 */
export function Description({ onEdit }: { readonly onEdit: () => void }) {
  const { issuable, permissions } = useIssuable()
  const tick = useTick()
  const showConverted = useShowConverted()
  const [text, setText] = useState<HTMLElement | null>(null)
  // A task may be converted in a dialog while another user removes the last one.
  const hasTasks = useStaysOpen(issuable.descriptionHtml.includes('task-list-item'))
  return (
    <div>
      {issuable.description.trim() === '' ? (
        <p className={styles.none}>
          No description.{' '}
          {permissions.canUpdate && (
            <Button size="s" variant="quiet" onClick={onEdit}>
              Add a description
            </Button>
          )}
        </p>
      ) : (
        <Prose
          // The dialog outlives a text that another user removes.
          ref={shown => setText(was => shown ?? was)}
          html={
            permissions.canUpdate ? withTaskTools(tasksEnabled(issuable.descriptionHtml)) : issuable.descriptionHtml
          }
          // A click is what a box drawn by the server reports, by key and by pointer.
          onClick={event => {
            if (event.target instanceof HTMLInputElement && !event.target.disabled) tick(event.target)
            showConverted(event)
          }}
        />
      )}
      {permissions.canUpdate && text !== null && hasTasks && <TaskTools text={text} />}
      <p className={styles.edited}>
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

/** Tick a box: the server changes that one line, or refuses where the text is another one by now. @source TASK-002, TASK-008, TASK-009 */
function useTick(): (box: HTMLInputElement) => void {
  const { issuable } = useIssuable()
  // The saves are settled in the order of the ticks.
  const ticked = useRef<HTMLInputElement[]>([])
  const settle = (isUndone: boolean) => {
    const box = ticked.current.shift()
    if (box === undefined) return
    box.disabled = false
    if (isUndone) box.checked = !box.checked
  }
  const edit = useTaskEdit(
    () => settle(true),
    () => settle(false),
  )
  return box => {
    const toggle = toggleOf(box, issuable.description)
    if (toggle === null) return
    ticked.current.push(box)
    box.disabled = true
    edit.run({ updateTask: toggle, description: toggled(issuable.description, toggle) ?? issuable.description })
  }
}

/** A task that a list refers to opens over the page, unless the reader wants a tab of its own. @source TASK-013 */
function useShowConverted(): (event: MouseEvent<HTMLElement>) => void {
  const { namespace, kind } = useIssuable()
  const show = useShowWorkItem()
  return event => {
    if (
      kind.series !== 'issue' ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.closest('.task-list-item') == null || link.dataset.referenceType !== 'issue') return
    const path = `/${namespace.fullPath}/-/`
    const iid = link.pathname.startsWith(path)
      ? /^(?:issues|work_items)\/(\d+)$/.exec(link.pathname.slice(path.length))?.[1]
      : undefined
    if (iid === undefined) return
    event.preventDefault()
    show(Number(iid))
  }
}
