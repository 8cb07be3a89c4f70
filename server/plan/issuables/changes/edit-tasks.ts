import { sql } from 'kysely'
import type { TaskEdits } from '#contract/plan/work-items/task-edits.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { deleteTask, moveTask } from '#server/platform/markdown/task-edits.ts'
import { toggleTask } from '#server/platform/markdown/tasks.ts'
import { type ChangeOptions, concurrentEdit } from './change.ts'

interface EditedTasks {
  readonly description: string
  readonly options: Pick<ChangeOptions, 'task' | 'lockVersion'>
}

/**
 * The description of an issuable with the requested change of its task list. Its row is locked until the transaction
 * ends: if two requests change a list at the same time, the second waits, and is refused if it names the version before
 * the first.
 *
 * @returns null when none was requested
 * @throws Conflict  a line has changed since the caller read it; its options make the change refuse another version
 * @source TASK-008, TASK-009
 */
export async function editedTasks(
  ctx: Context,
  { id, type }: { readonly id: number; readonly type: string },
  {
    updateTask: toggle,
    moveTask: move,
    deleteTask: remove,
    lockVersion,
  }: TaskEdits & Pick<ChangeOptions, 'lockVersion'>,
): Promise<EditedTasks | null> {
  if (toggle === undefined && move === undefined && remove === undefined) return null
  const text = await lockDescription(ctx, id)
  const description =
    toggle !== undefined
      ? toggleTask(text, toggle)
      : move !== undefined
        ? await moveTask(text, move, { lineNumber: move.toLineNumber, lineSource: move.toLineSource }, move.place)
        : remove !== undefined
          ? await deleteTask(text, remove)
          : null
  if (description === null) throw new Conflict(concurrentEdit(type))
  if (toggle === undefined) return { description, options: { lockVersion } }
  return { description, options: { lockVersion, task: { text: taskText(toggle.lineSource), checked: toggle.checked } } }
}

/** The description as it is now, held until the transaction ends. */
export async function lockDescription(ctx: Context, id: number): Promise<string> {
  const { rows } = await sql<{ description: string | null }>`
    select description from issuables where id = ${id} for no key update`.execute(ctx.db)
  return rows[0]?.description ?? ''
}

/** `- [ ] oil the loom` as "oil the loom". */
const taskText = (line: string): string => line.replace(/^.*?\[[ xX]\]\s*/, '').trim()
