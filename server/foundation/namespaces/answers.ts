import { sql } from 'kysely'
import { getNamespace, listNamespaces, namespaceExists, resolvePath } from '#contract/foundation/namespaces.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { type Context, selfActor } from '#server/context.ts'
import { Moved, NotFound } from '#server/errors.ts'
import { answer } from '#server/slice.ts'
import { namespaceByRef } from './find.ts'
import { refuseMoved } from './moved.ts'
import { listNamespacesFor, namespaceById, pathIsTaken } from './queries.ts'

export const namespacesAnswers = [
  answer(listNamespaces, { for: 'signed-in', run: (ctx, input) => listNamespacesFor(ctx, selfActor(ctx), input) }),
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
  answer(resolvePath, { for: 'anyone', run: (ctx, { path }) => resolveFullPath(ctx, path) }),
]

/**
 * The namespace at a path; a former path leads to the namespace that had it.
 *
 * @throws NotFound  nothing that the actor may know of
 */
async function resolveFullPath(ctx: Context, path: string) {
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
