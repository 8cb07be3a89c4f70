import { deleteIssueEntity, getIssuesPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { typeName } from '#web/plan/messages.ts'
import { baseOf } from '#web/plan/place.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { clearDraft } from '../edit/drafts.ts'
import { targetOf, useIssuePage } from '../issuable-context.tsx'

/** @source ISSUE-014, ISSUE-035 */
export function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const page = useIssuePage()
  const { namespace, iid, id } = targetOf(page)
  const goTo = useGoTo()
  const type = typeName(page.issue.type)
  const remove = useOperation(deleteIssueEntity, {
    refreshes: [getIssuesPage],
    onSuccess: () => {
      clearDraft(id)
      goTo(`${baseOf(page.namespace)}/issues`, { replace: true })
      showToast(`The ${type} ${page.issue.reference.short} was deleted`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${type} ${page.issue.reference.short}?`}
      confirm={`Delete ${type}`}
      busy={remove.isPending}
      error={remove.error?.message ?? null}
      onConfirm={() => remove.mutate({ namespace, iid, destroyConfirm: true })}
      onClose={onClose}
    >
      <p>
        “{page.issue.title}” and everything said about it will be gone for everybody. This cannot be undone. To keep it
        out of the way, close it instead.
      </p>
    </ConfirmDialog>
  )
}
