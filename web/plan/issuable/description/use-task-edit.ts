import { useRef } from 'react'
import type { CallError } from '#web/api/client.ts'
import { messages } from '#web/plan/messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type TaskEdit, useIssuable } from '../issuable-context.tsx'
import { type Save, useSave } from '../use-save.ts'

/**
 * Change one item of a task list: the server changes its lines alone, if the text is still the version shown here. While the change is on its
 * way the page takes no other one.
 *
 * @source TASK-005, TASK-009, ERRMSG-081, ERRMSG-082
 */
export function useTaskEdit(onFailed?: () => void, onSaved?: () => void): Save<TaskEdit> {
  const { kind, issuable } = useIssuable()
  // The version after the previous change, whose answer the page may not show yet.
  const version = useRef(0)
  return useSave({
    save: async (target, edit: TaskEdit, carried) => {
      const lockVersion = Math.max(version.current, issuable.lockVersion)
      const reply = await kind.saves.task(target, { ...edit, lockVersion }, carried)
      if (reply && 'lockVersion' in reply) version.current = reply.lockVersion
    },
    failure: messages.taskUpdate,
    onSaved: () => onSaved?.(),
    onFailed: error => {
      onFailed?.()
      showToast(problemOf(error), { tone: 'danger' })
    },
  })
}

/** The server's message about the failure; if it has none, one sentence for all. */
function problemOf(error: CallError): string {
  // The connection's own sentence.
  if (error.status === 0) return error.message
  const { body } = error
  const errors: unknown = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : null
  const sentences = Array.isArray(errors) ? errors.filter(each => typeof each === 'string') : []
  return sentences.length > 0 ? sentences.join('. ').replaceAll('..', '.') : messages.taskUpdate
}
