import type { ReactNode } from 'react'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import { removeBranch, removeTag } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { CodePlace } from '../shapes.ts'
import { kinds } from './kinds.ts'
import { pagesOfRefs } from './ref-list.ts'

interface RemoveRefDialogProps {
  readonly kind: RefKind
  readonly place: CodePlace
  readonly name: string
  readonly children: ReactNode
  readonly onClose: () => void
}

export function RemoveRefDialog({ kind, place, name, children, onClose }: RemoveRefDialogProps) {
  const after = {
    refreshes: pagesOfRefs,
    onSuccess: () => {
      onClose()
      showToast(`${kinds[kind].name} ${name} deleted`)
    },
  }
  const branch = useOperation(removeBranch, after)
  const tag = useOperation(removeTag, after)
  const { isPending, error } = kind === 'branch' ? branch : tag
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm={`Delete ${kinds[kind].word}`}
      busy={isPending}
      error={error?.message ?? null}
      onConfirm={() =>
        kind === 'branch' ? branch.mutate({ id: place.id, branch: name }) : tag.mutate({ id: place.id, tagName: name })
      }
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
