import { PublicTitleDialog } from './incidents/PublicTitleDialog.tsx'
import { PublishDialog, UnpublishDialog } from './incidents/PublishDialog.tsx'
import { CloneDialog } from './move/CloneDialog.tsx'
import { MoveDialog } from './move/MoveDialog.tsx'

interface MenuDialogProps {
  readonly of: 'move' | 'clone' | 'publish' | 'public-title' | 'unpublish'
  readonly onClose: () => void
}

/** The dialog of an action in the menu. */
export function MenuDialog({ of, onClose }: MenuDialogProps) {
  switch (of) {
    case 'move':
      return <MoveDialog onClose={onClose} />
    case 'clone':
      return <CloneDialog onClose={onClose} />
    case 'publish':
      return <PublishDialog onClose={onClose} />
    case 'public-title':
      return <PublicTitleDialog onClose={onClose} />
    case 'unpublish':
      return <UnpublishDialog onClose={onClose} />
    default:
      return of satisfies never
  }
}
