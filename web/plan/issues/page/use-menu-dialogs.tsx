import { type ReactNode, useState } from 'react'
import type { IssuePageData } from '#web/plan/shapes.ts'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const MenuDialog = onDemand(() => import('./MenuDialog.tsx').then(module => module.MenuDialog))

/** The actions in the menu of an issue that open a dialog: moving, cloning and publishing. */
export function useMenuDialogs({ issue, isMoved, permissions, statusPage }: IssuePageData): {
  readonly actions: readonly (MenuItem | false)[]
  readonly dialog: ReactNode
} {
  const [open, setOpen] = useState<'move' | 'clone' | 'publish' | 'public-title' | 'unpublish' | null>(null)
  const word = issue.type === 'incident' ? 'incident' : 'issue'
  return {
    actions: [
      permissions.canMove && !isMoved && { label: `Move ${word}`, onSelect: () => setOpen('move') },
      permissions.canMove && { label: `Clone ${word}`, onSelect: () => setOpen('clone') },
      statusPage?.canPublish === true && {
        label: statusPage.isPublished ? 'Post status page update' : 'Publish on status page',
        onSelect: () => setOpen('publish'),
      },
      statusPage?.canPublish === true &&
        statusPage.isPublished && { label: 'Edit public title', onSelect: () => setOpen('public-title') },
      statusPage?.canPublish === true &&
        statusPage.isPublished && { label: 'Remove from status page', onSelect: () => setOpen('unpublish') },
    ],
    dialog: open !== null && <MenuDialog of={open} onClose={() => setOpen(null)} />,
  }
}
