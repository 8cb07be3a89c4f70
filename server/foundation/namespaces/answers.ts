import { sql } from 'kysely'
import {
  dashboardPage,
  explorePage,
  getNamespace,
  groupPage,
  listNamespaces,
  namespaceExists,
  namespacePage,
  newGroupPage,
  newProjectPage,
  resolvePath,
  searchPlaces,
} from '#contract/foundation/namespaces.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context, UserActor } from '#server/context.ts'
import { Moved, NotFound, Unauthenticated } from '#server/errors.ts'
import { groupByPath } from '#server/foundation/groups/find.ts'
import { answer } from '#server/slice.ts'
import { namespaceByRef } from './find.ts'
import { groupHome, homeAt } from './homes.ts'
import { refuseMoved } from './moved.ts'
import { dashboardOf, explore, groupTargets, projectTargets, searchPlacesFor } from './overview.ts'
import { listNamespacesFor, namespaceById, pathIsTaken } from './queries.ts'

export const namespacesAnswers = [
  answer(listNamespaces, { for: 'signed-in', run: (ctx, input) => listNamespacesFor(ctx, userOf(ctx), input) }),
  answer(getNamespace, {
    about: namespaceByRef,
    ability: 'namespace:read',
    run: (ctx, namespace) => namespaceById(ctx, namespace.id),
  }),
  answer(namespaceExists, {
    for: 'signed-in',
    run: async (ctx, { id, parentId }) => {
      const parent = parentId === undefined ? null : await load(ctx, 'namespace:read', namespaceByRef, { id: parentId })
      return pathIsTaken(ctx, parent?.fullPath ?? null, id)
    },
  }),
  answer(namespacePage, { for: 'anyone', run: homeAt }),
  answer(groupPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, input) => groupHome(ctx, group.facts, input),
  }),
  answer(resolvePath, { for: 'anyone', run: (ctx, { path }) => resolveFullPath(ctx, path) }),
  answer(dashboardPage, {
    for: 'anyone',
    // A visitor has none: their home is a word of welcome.
    run: async (ctx, input) =>
      ctx.actor.kind === 'user'
        ? dashboardOf(ctx, ctx.actor, input)
        : { projects: [], hasNext: false, starred: [], groups: [], pending: [] },
  }),
  answer(explorePage, { for: 'anyone', run: explore }),
  answer(searchPlaces, { for: 'anyone', run: (ctx, { q }) => searchPlacesFor(ctx, q ?? '') }),
  answer(newProjectPage, { for: 'signed-in', run: (ctx, input) => projectTargets(ctx, userOf(ctx), input) }),
  answer(newGroupPage, { for: 'signed-in', run: (ctx, input) => groupTargets(ctx, userOf(ctx), input) }),
]

/**
 * What has a path today; a former path leads to what had it.
 *
 * @throws NotFound  nothing that the actor may know of
 */
export async function resolveFullPath(ctx: Context, path: string) {
  const { rows } = await sql<{
    id: number
    kind: 'project' | 'group' | 'user'
    fullPath: string
    facts: NamespaceFacts
  }>`
    select n.id, n.kind, n.full_path, ${namespaceFacts(ctx.actor, 'n')} as facts from namespaces n where lower(n.full_path) = lower(${path})`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) return formerly(ctx, path)
  const { id, kind, fullPath, facts } = found
  const readable = { project: 'project:read', group: 'group:read', user: 'namespace:read' } as const
  if (!may(ctx.actor, readable[kind], facts)) throw new NotFound()
  return { id, kind, fullPath }
}

async function formerly(ctx: Context, path: string) {
  for (const kind of ['project', 'group'] as const) {
    try {
      await refuseMoved(ctx, path, kind)
    } catch (error) {
      if (!(error instanceof Moved)) throw error
      return { id: error.id, kind, fullPath: error.fullPath }
    }
  }
  throw new NotFound()
}

function userOf({ actor }: Context): UserActor {
  if (actor.kind !== 'user') throw new Unauthenticated()
  return actor
}
