import type { Category, ReportedKind } from './messages.ts'

/** The reported object and its owner. */
export interface Reported {
  readonly kind: ReportedKind
  readonly id: number
  readonly url: string
  readonly author: { readonly id: number; readonly name: string }
}

export interface ReportDialogProps {
  readonly about: Reported
  readonly category: Category | null
  readonly onCategory: (category: Category) => void
  readonly onClose: () => void
}
