import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { CreationDialog } from '#web/foundation/places/CreationDialog.tsx'
import type { PageAction } from '#web/ui/actions/page-actions.ts'
import type { KeyOfPage } from '#web/ui/actions/use-shortcuts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Palette } from './palette/Palette.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

const StatusDialog = onDemand(() =>
  import('#web/foundation/user-settings/StatusDialog.tsx').then(module => module.StatusDialog),
)

/** A dialog that opens over any page. */
export type ShownDialog =
  /** The palette, with the actions that the page offered when it was opened. */
  | { readonly name: 'palette'; readonly actions: readonly PageAction[] }
  | { readonly name: 'status' }
  | { readonly name: 'keys'; readonly keys: readonly KeyOfPage[] }
  | { readonly name: 'create'; readonly kind: CreatedInPlace }

interface ShellDialogProps {
  readonly shown: ShownDialog
  readonly namespace: PlaceNamespace | null
  /** Called with null when it closes. */
  readonly onShow: (next: ShownDialog | null) => void
}

export function ShellDialog({ shown, namespace, onShow }: ShellDialogProps) {
  const onClose = () => onShow(null)
  switch (shown.name) {
    case 'palette':
      return (
        <Palette
          namespace={namespace}
          actions={shown.actions}
          onCreate={kind => onShow({ name: 'create', kind })}
          onClose={onClose}
        />
      )
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
