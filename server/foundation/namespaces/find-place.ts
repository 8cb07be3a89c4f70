import type { PlaceKind } from '#contract/foundation/places.ts'
import { type Finder, type Found, finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { findGroup, type GroupRow, groupByPath, groupByRef } from './find-group.ts'
import { findProject, projectByPath, projectByRef } from './find-project.ts'

/** The columns that projects and groups have alike. */
export type PlaceRow = Omit<GroupRow, 'parentId'>

type ByKind<Key> = Readonly<Record<PlaceKind, Finder<PlaceKind, Key, PlaceRow>>>

/** The finders of both kinds, for use cases that treat them alike. */
export const placeByRef: ByKind<{ readonly id: number | string }> = { project: projectByRef, group: groupByRef }
export const placeByPath: ByKind<{ readonly namespace: string }> = { project: projectByPath, group: groupByPath }

/** A project or a group by the path in an address, for reads that treat both as a project: labels, members, texts. */
export const eitherByPath = finder(
  'project',
  'Project',
  async (ctx: Context, { namespace }: { readonly namespace: string }): Promise<Found<'project', PlaceRow> | null> =>
    (await findProject(ctx, namespace)) ?? findGroup(ctx, namespace),
)
