import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import { roles } from '#contract/foundation/roles.ts'
import { newPagePath } from '#contract/issuable-kinds.ts'
import type { PlaceNamespace } from '#web/api/place.ts'

interface Creation {
  /** "New issue". */
  readonly label: string
  /** The word for the parent in which it is created: "project". */
  readonly placeWord: string
  readonly pathIn: (place: Pick<PlaceNamespace, 'kind' | 'fullPath'>) => string
  /** Whether a page of this place links directly to a new one there. */
  readonly isOfferedIn: (place: PlaceNamespace, isAdmin: boolean) => boolean
}

const isPlanner = ({ accessLevel }: PlaceNamespace, isAdmin: boolean) => isAdmin || accessLevel >= roles.planner.level

/** The entries of the create menu in the bar, in order, besides projects and groups. */
export const creations: Readonly<Record<CreatedInPlace, Creation>> = {
  issue: {
    label: 'New issue',
    placeWord: 'project',
    pathIn: ({ fullPath }) => newPagePath('issue', fullPath),
    isOfferedIn: ({ kind, offers }) => kind === 'project' && offers.issues,
  },
  merge_request: {
    label: 'New merge request',
    placeWord: 'project',
    pathIn: ({ fullPath }) => newPagePath('merge_request', fullPath),
    isOfferedIn: ({ kind, offers }) => kind === 'project' && offers.code && offers.mergeRequests,
  },
  epic: {
    label: 'New epic',
    placeWord: 'group',
    pathIn: ({ fullPath }) => newPagePath('epic', fullPath),
    isOfferedIn: (place, isAdmin) => place.kind === 'group' && isPlanner(place, isAdmin),
  },
  milestone: {
    label: 'New milestone',
    placeWord: 'project or group',
    // The list, with the form of a new one open.
    pathIn: ({ kind, fullPath }) => `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/milestones?new=true`,
    isOfferedIn: (place, isAdmin) => place.kind !== 'user' && isPlanner(place, isAdmin),
  },
}

// Object.keys loses the names' type.
export const creationKinds = Object.keys(creations) as readonly CreatedInPlace[]
