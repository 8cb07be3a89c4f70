import { pagesPath } from '#contract/issuable-kinds.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { clearDraft } from '../edit/drafts.ts'
import { useIssuable } from '../issuable-context.tsx'

/** @source ISSUE-014, ISSUE-035 */
export function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { kind, issuable, target, word: type } = useIssuable()
  const goTo = useGoTo()
  const remove = useCall(() => kind.saves.remove(target), {
    refreshes: kind.lists,
    onSuccess: () => {
      clearDraft(target.id)
      goTo(pagesPath(kind.series, target.namespace), { replace: true })
      showToast(`${type} ${issuable.reference.short} deleted`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${type} ${issuable.reference.short}?`}
      confirm={`Delete ${type}`}
      write={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        “<bdi>{issuable.title}</bdi>” and all its comments will be deleted permanently. This cannot be undone. To keep
        them, close the {type} instead.
      </p>
    </ConfirmDialog>
  )
}
