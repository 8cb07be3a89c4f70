import { useState } from 'react'
import { moveIssueOnPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { reasonOf } from './reason.ts'
import { TargetProjectField } from './TargetProjectField.tsx'

/** @source MOVE-001, MOVE-002, MOVE-003, MOVE-004 */
export function MoveDialog({ onClose }: { readonly onClose: () => void }) {
  const { kind, issuable, target, word } = useIssuable()
  const goTo = useGoTo()
  const [project, setProject] = useState<Option | null>(null)
  const move = useOperation(moveIssueOnPage, {
    refreshes: kind.lists,
    onSuccess: reply => {
      onClose()
      goTo(new URL(reply.webUrl).pathname)
      showToast(`Moved ${issuable.reference.short} to ${project?.text ?? 'the project'}`)
    },
  })

  function submit() {
    if (project === null) return
    move.mutate({ namespace: target.namespace, iid: target.iid, moveToProjectId: Number(project.id) })
  }

  return (
    <FormDialog
      title={`Move ${word} ${issuable.reference.short}`}
      description={`The ${word} is moved to the other project with its comments. This one is closed and links to the new one.`}
      submit={`Move ${word}`}
      disabled={project === null}
      busy={move.isPending}
      problem={move.error && reasonOf(editMessages.move, move.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TargetProjectField label="Project" exceptId={target.namespaceId} chosen={project} onChosen={setProject} />
    </FormDialog>
  )
}
