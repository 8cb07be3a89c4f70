import type { ReactNode } from 'react'

/** A place in the sidebar. */
export interface Mount {
  readonly name: string
  /** What its widget is called when it fails; the name, unless that is not a word. */
  readonly label?: string
  /** The sentence in the place of a widget whose data cannot be shown; by default the one of all parts. */
  readonly failure?: (type: string) => string
  /** Left out where nothing is built yet: the mount stays, empty. */
  readonly widget?: ReactNode
  readonly isForSignedIn?: true
}

export const labelOf = ({ name, label }: Mount): string => label ?? name.charAt(0).toUpperCase() + name.slice(1)
