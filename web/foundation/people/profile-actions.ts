import type { ComponentType } from 'react'
import type { UserHome } from '../places/place.ts'

export interface ProfileActionProps {
  readonly user: UserHome
}

/** What higher floors put below the profile on somebody's page. */
export interface ProfileAction {
  readonly key: string
  readonly component: ComponentType<ProfileActionProps>
}

/** Filled once, before the first page shows. */
export const profileActions: ProfileAction[] = []
