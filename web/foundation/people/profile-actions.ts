import type { ComponentType } from 'react'
import type { UserHome } from '../places/place.ts'

export interface ProfileActionProps {
  readonly user: UserHome
}

/** What higher floors put below the profile on somebody's page. */
interface ProfileAction {
  readonly key: string
  readonly component: ComponentType<ProfileActionProps>
}

/** Filled once, before the first page shows. */
export const profileActions: ProfileAction[] = []

/** What higher floors show below the projects on somebody's page. */
interface ProfilePart extends ProfileAction {
  /** Names the part where it fails. */
  readonly label: string
}

/** Filled once, before the first page shows. */
export const profileParts: ProfilePart[] = []
