import type { PlaceKind } from '#contract/foundation/places.ts'
import type { Finder } from '#server/access/load.ts'
import { type GroupRow, groupByPath, groupByRef } from './find-group.ts'
import { projectByPath, projectByRef } from './find-project.ts'

/** The columns that projects and groups have alike. */
export type PlaceRow = Omit<GroupRow, 'parentId'>

type ByKind<Key> = Readonly<Record<PlaceKind, Finder<PlaceKind, Key, PlaceRow>>>

/** The finders of both kinds, for use cases that treat them alike. */
export const placeByRef: ByKind<{ readonly id: number | string }> = { project: projectByRef, group: groupByRef }
export const placeByPath: ByKind<{ readonly namespace: string }> = { project: projectByPath, group: groupByPath }
