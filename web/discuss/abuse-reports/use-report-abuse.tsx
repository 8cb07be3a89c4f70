import { type ComponentType, type ReactNode, useState } from 'react'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Category, messages } from './messages.ts'
import type { ReportDialogProps, Reported } from './reported.ts'

interface State {
  /** Comes when it is asked for: nearly nobody needs it. */
  readonly dialog: ComponentType<ReportDialogProps> | null
  /** Stays when the dialog is closed, as the text does. */
  readonly category: Category | null
}

/** The way to report something to the administrators: what opens the dialog, and the dialog while it is open. */
export function useReportAbuse(about: Reported): { readonly open: () => void; readonly dialog: ReactNode } {
  const [{ dialog: Dialog, category }, setState] = useState<State>({ dialog: null, category: null })
  const set = (change: Partial<State>) => setState(state => ({ ...state, ...change }))
  return {
    open: () => {
      import('./ReportDialog.tsx').then(
        ({ ReportDialog }) => set({ dialog: ReportDialog }),
        () => showToast(messages.notLoaded, { tone: 'danger' }),
      )
    },
    dialog: Dialog && (
      <Dialog
        about={about}
        category={category}
        onCategory={chosen => set({ category: chosen })}
        onClose={() => set({ dialog: null })}
      />
    ),
  }
}
