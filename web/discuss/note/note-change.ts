import type { updatePageNote } from '#contract/discuss/discussion-page.ts'
import type { InputOf } from '#contract/operation.ts'

type NoteChange = InputOf<typeof updatePageNote>['note']

/** The part of a request that changes a comment; its position is left out where it is empty. @source NOTE-033 */
export function noteChange({ position, ...change }: NoteChange): NoteChange {
  const hasPosition = position !== undefined && Object.keys(position).length > 0
  return hasPosition ? { ...change, position } : change
}
