import type { ComponentType } from 'react'
import type { UserHome } from '../places/place.ts'

export interface ProfileActionProps {
  readonly user: UserHome
}

/** An action that higher floors put below the profile on a user's page. */
interface ProfileAction {
  readonly key: string
  readonly component: ComponentType<ProfileActionProps>
}

/** Filled once, before the first page shows. */
export const profileActions: ProfileAction[] = []

/** A part that higher floors add below the projects on a user's page. */
interface ProfilePart extends ProfileAction {
  /** Names the part where it fails. */
  readonly label: string
}

/** Filled once, before the first page shows. */
export const profileParts: ProfilePart[] = []
