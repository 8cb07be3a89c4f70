import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ownFork as ownForkOperation } from '#contract/code/forks.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { forkProject } from './fork.ts'

type OwnFork = Static<typeof ownForkOperation.reply>

/** Names that are tried for a fork whose own name is taken by another project. */
const maxNames = 20

/**
 * The actor's own fork of a project, which is made where there is none: a job then copies its repository.
 *
 * @throws Forbidden  the actor may create no projects · @throws Conflict  all names are taken
 */
export async function ownFork(ctx: Context, source: Allowed<'project:fork', ProjectRow>): Promise<OwnFork> {
  // If two calls arrive at once, the second finds the fork of the first.
  await sql`select 1 from namespaces where kind = 'user' and owner_id = ${selfId(ctx)} for no key update`.execute(
    ctx.db,
  )
  const found = await findOwn(ctx, source.id)
  if (found !== null) return found
  await forkProject(ctx, source, { path: await freePath(ctx, source.path) })
  const made = await findOwn(ctx, source.id)
  if (made === null) throw new NotFound('Fork')
  return made
}

/** A fork in the actor's personal namespace, or else in a group that they own. */
async function findOwn(ctx: Context, sourceId: number): Promise<OwnFork | null> {
  const userId = selfId(ctx)
  const { rows } = await sql<OwnFork>`
    select n.id, n.full_path, p.import_status
    from projects p join namespaces n on n.id = p.id join namespaces parent on parent.id = n.parent_id
    where p.forked_from_id = ${sourceId} and not n.inactive and p.repository_access_level <> 'disabled'
      and access_level_of(${userId}, n.ancestor_ids) >= ${levelSql('owner')}
    order by coalesce(parent.owner_id = ${userId}, false) desc, n.id limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

async function freePath(ctx: Context, path: string): Promise<string> {
  const names = [
    path,
    ...Array.from({ length: maxNames - 1 }, (_, at) => `${path}-fork${at === 0 ? '' : `-${at + 1}`}`),
  ]
  const { rows } = await sql<{ path: string }>`
    select lower(n.path) as path from namespaces n join namespaces parent on parent.id = n.parent_id
    where parent.kind = 'user' and parent.owner_id = ${selfId(ctx)} and lower(n.path) = any (${names.map(name => name.toLowerCase())}::text[])`.execute(
    ctx.db,
  )
  const taken = new Set(rows.map(row => row.path))
  return names.find(name => !taken.has(name.toLowerCase())) ?? path
}
