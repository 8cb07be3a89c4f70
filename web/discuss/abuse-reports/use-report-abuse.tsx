import { type ReactNode, useState } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Category } from './messages.ts'
import type { Reported } from './reported.ts'

const ReportDialog = onDemand(() => import('./ReportDialog.tsx').then(module => module.ReportDialog))

/** The way to report something to the administrators: what opens the dialog, and the dialog while it is open. */
export function useReportAbuse(about: Reported): { readonly open: () => void; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  // Stays when the dialog is closed, as the text does.
  const [category, setCategory] = useState<Category | null>(null)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <ReportDialog about={about} category={category} onCategory={setCategory} onClose={() => setOpen(false)} />
    ),
  }
}
