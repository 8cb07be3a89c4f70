import type { ReactNode } from 'react'
import type { useIssuable } from '../issuable-context.tsx'

/** A place in the sidebar. */
export interface Mount {
  readonly name: string
  /** The label of the widget when it fails; absent if `name` is a word. */
  readonly label?: string
  /** The sentence in the place of a widget whose data cannot be shown; by default the one of all parts. */
  readonly failure?: (type: string) => string
  /** Left out where nothing is built yet: the mount stays, empty. */
  readonly widget?: ReactNode
  readonly isForSignedIn?: true
  /** Nothing is set, which most readers need not know: the widget is folded away with the others of this kind. */
  readonly isEmpty?: (page: ReturnType<typeof useIssuable>) => boolean
}

export const labelOf = ({ name, label }: Mount): string => label ?? name.charAt(0).toUpperCase() + name.slice(1)

/** Whether an attribute that a page may have is not set. */
export const isUnset =
  (name: string) =>
  ({ issuable }: { readonly issuable: object }): boolean =>
    Reflect.get(issuable, name) === null

export const hasNoTime = ({ issuable }: Pick<ReturnType<typeof useIssuable>, 'issuable'>): boolean =>
  issuable.timeStats.timeEstimate === 0 && issuable.timeStats.totalTimeSpent === 0
