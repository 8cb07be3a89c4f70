import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { CreationDialog } from '#web/foundation/places/CreationDialog.tsx'
import type { KeyOfPage } from '#web/ui/actions/use-shortcuts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

const StatusDialog = onDemand(() =>
  import('#web/foundation/user-settings/StatusDialog.tsx').then(module => module.StatusDialog),
)

/** A dialog that opens over any page. */
export type ShownDialog =
  | { readonly name: 'status' }
  | { readonly name: 'keys'; readonly keys: readonly KeyOfPage[] }
  | { readonly name: 'create'; readonly kind: CreatedInPlace }

interface ShellDialogProps {
  readonly shown: ShownDialog
  readonly namespace: PlaceNamespace | null
  readonly onClose: () => void
}

export function ShellDialog({ shown, namespace, onClose }: ShellDialogProps) {
  switch (shown.name) {
    case 'status':
      return <StatusDialog onClose={onClose} />
    case 'keys':
      return <ShortcutsDialog keys={shown.keys} onClose={onClose} />
    case 'create':
      return <CreationDialog kind={shown.kind} namespace={namespace} onClose={onClose} />
    default:
      return shown satisfies never
  }
}
