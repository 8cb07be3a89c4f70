import type { ComponentType } from 'react'

export interface PlaceActionProps {
  readonly place: {
    readonly kind: 'group' | 'project'
    readonly id: number
    readonly name: string
  }
}

/** A button that higher floors put beside the name of a group or project on its home. */
interface PlaceAction {
  readonly key: string
  readonly component: ComponentType<PlaceActionProps>
}

/** Filled once, before the first page shows. */
export const placeActions: PlaceAction[] = []
