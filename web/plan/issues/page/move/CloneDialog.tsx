import { useState } from 'react'
import { cloneIssue } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { reasonOf } from './reason.ts'
import { TargetProjectField } from './TargetProjectField.tsx'

/** A clone is opened in the same project unless another one is chosen. */
export function CloneDialog({ onClose }: { readonly onClose: () => void }) {
  const { kind, issuable, namespace, target, word } = useIssuable()
  const goTo = useGoTo()
  const [project, setProject] = useState<Option | null>({ id: String(namespace.id), text: namespace.fullName })
  const [withNotes, setWithNotes] = useState(false)
  const clone = useOperation(cloneIssue, {
    refreshes: kind.lists,
    onSuccess: reply => {
      onClose()
      goTo(new URL(reply.webUrl).pathname)
      showToast(`Cloned ${issuable.reference.short} to ${reply.references.full}`)
    },
  })

  function submit() {
    if (project === null) return
    clone.mutate({ id: target.namespaceId, issueIid: target.iid, toProjectId: Number(project.id), withNotes })
  }

  return (
    <FormDialog
      title={`Clone ${word} ${issuable.reference.short}`}
      description={`A new ${word} is created with the same title, description and fields. This one does not change.`}
      submit={`Clone ${word}`}
      disabled={project === null}
      busy={clone.isPending}
      problem={clone.error && reasonOf(editMessages.clone, clone.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TargetProjectField label="Project" chosen={project} onChosen={setProject} />
      <Checkbox
        label="Also copy comments and history"
        checked={withNotes}
        onChange={event => setWithNotes(event.target.checked)}
      />
    </FormDialog>
  )
}
