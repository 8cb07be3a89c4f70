import { KebabHorizontalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useMenuActions } from '#web/api/use-menu-actions.ts'
import { useViewer } from '#web/api/viewer.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { ExportDialogProps } from './ExportDialog.tsx'

const ExportDialog = onDemand(() => import('./ExportDialog.tsx').then(module => module.ExportDialog))

/** The menu of a list that can be exported, with the dialog; nothing for visitors who are signed out. */
export function ExportActions(exported: Omit<ExportDialogProps, 'onClose'>) {
  const { user } = useViewer()
  const [isOpen, setOpen] = useState(false)
  const items = [{ label: 'Export as CSV', onSelect: () => setOpen(true) }]
  useMenuActions(user === null ? [] : items, exported.noun)
  if (user === null) return null
  return (
    <>
      <Menu
        trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
        label={`Actions for these ${exported.noun}s`}
        placement="bottom-end"
        items={items}
      />
      {isOpen && <ExportDialog {...exported} onClose={() => setOpen(false)} />}
    </>
  )
}
