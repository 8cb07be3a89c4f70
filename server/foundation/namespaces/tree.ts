import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { isTaken, isTooLongForIndex } from '#server/platform/sql/database.ts'

export interface NewNamespace {
  readonly kind: 'user' | 'group' | 'project'
  readonly parentId: number | null
  readonly name: string
  readonly path: string
  readonly visibility: Visibility
  /** The user whose own namespace this is. */
  readonly ownerId?: number
  readonly description?: string
  readonly descriptionHtml?: string
  readonly emailsEnabled?: boolean
}

export interface NamespaceNode {
  readonly id: number
  readonly fullPath: string
  readonly ancestorIds: readonly number[]
}

/**
 * Put a new namespace into the tree. A redirect that stood at its path gives way.
 * The parent's row is held until the end, so that it cannot be renamed meanwhile.
 *
 * @throws Invalid  the path is taken, or too long with those above it
 * @throws NotFound  the parent no longer exists, or has become less visible than this would be
 */
export async function insertNamespace(ctx: Context, given: NewNamespace): Promise<NamespaceNode> {
  const creatorId = ctx.actor.kind === 'user' ? ctx.actor.id : (given.ownerId ?? null)
  const { rows } = await refusingTakenPaths(
    sql<NamespaceNode>`
      with parent as (
        select id, kind, visibility, full_path, full_name, ancestor_ids, pending_deletion from namespaces where id = ${given.parentId}::bigint for share
      ), fresh as (select nextval(pg_get_serial_sequence('namespaces', 'id')) as id),
      inserted as (
        insert into namespaces (id, kind, parent_id, owner_id, name, path, full_path, full_name, ancestor_ids, visibility,
          description, description_html, emails_enabled, pending_deletion, creator_id, created_at, updated_at)
        overriding system value
        select fresh.id, ${given.kind}::text, ${given.parentId}::bigint, ${given.ownerId ?? null}::bigint, ${given.name}::text,
          ${given.path}::text, coalesce(parent.full_path || '/', '') || ${given.path}::text,
          coalesce(parent.full_name || ' / ', '') || ${given.name}::text, coalesce(parent.ancestor_ids, '{}') || fresh.id,
          ${given.visibility}::text, ${given.description ?? ''}::text, ${given.descriptionHtml ?? ''}::text,
          ${given.emailsEnabled ?? true}::boolean, coalesce(parent.pending_deletion, false), ${creatorId}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
        from fresh left join parent on true
        where ${given.parentId}::bigint is null or (parent.id is not null and (parent.kind <> 'group'
          or array_position(array['private', 'internal', 'public'], ${given.visibility}::text)
            <= array_position(array['private', 'internal', 'public'], parent.visibility)))
        returning id, full_path, ancestor_ids
      ), freed as (delete from redirects r using inserted where r.path = lower(inserted.full_path))
      select id, full_path, ancestor_ids from inserted`,
    ctx,
    given.kind,
  )
  const inserted = rows[0]
  if (inserted === undefined) throw new NotFound('Namespace')
  return inserted
}

export interface NewPlace {
  readonly id: number
  readonly kind: NewNamespace['kind']
  readonly parentId: number | null
  readonly name: string
  readonly path: string
}

/**
 * Rename a namespace or move it below another parent, with everything below it. Each old path stays as a redirect, and each
 * former parent is remembered: issues keep its labels and milestones.
 *
 * @throws Invalid  the path is taken or too long, that of the namespace or of any below it
 * @throws NotFound  it or the new parent no longer exists
 */
export async function moveNamespace(ctx: Context, place: NewPlace): Promise<NamespaceNode> {
  // Creations below commit first, and no new one begins: the next statement sees the whole tree.
  await sql`select id from namespaces where ancestor_ids @> array[${place.id}]::bigint[] order by id for no key update`.execute(
    ctx.db,
  )
  const { rows } = await refusingTakenPaths(
    sql<NamespaceNode>`
      with parent as (
        select id, full_path, full_name, ancestor_ids, pending_deletion from namespaces where id = ${place.parentId}::bigint for share
      ), target as (
        select n.id, n.full_path as old_path, n.full_name as old_name, cardinality(n.ancestor_ids) as depth,
          coalesce(parent.full_path || '/', '') || ${place.path}::text as new_path,
          coalesce(parent.full_name || ' / ', '') || ${place.name}::text as new_name,
          coalesce(parent.ancestor_ids, '{}') || n.id as new_ancestors, coalesce(parent.pending_deletion, false) as is_parent_pending
        from namespaces n left join parent on true
        where n.id = ${place.id} and (${place.parentId}::bigint is null or parent.id is not null)
      ), earlier as (
        select n.id, n.full_path from namespaces n where n.ancestor_ids @> array[${place.id}]::bigint[]
      ), changed as (
        update namespaces n set
          full_path = t.new_path || substr(n.full_path, length(t.old_path) + 1),
          full_name = t.new_name || substr(n.full_name, length(t.old_name) + 1),
          ancestor_ids = t.new_ancestors || n.ancestor_ids[t.depth + 1:],
          former_ancestor_ids = array(select unnest(n.former_ancestor_ids || n.ancestor_ids)
            except select unnest(t.new_ancestors || n.ancestor_ids[t.depth + 1:])),
          pending_deletion = t.is_parent_pending or exists (select 1 from namespaces m
            where m.id = any (n.ancestor_ids[t.depth:]) and m.marked_for_deletion_on is not null),
          parent_id = case when n.id = t.id then ${place.parentId}::bigint else n.parent_id end,
          name = case when n.id = t.id then ${place.name}::text else n.name end,
          path = case when n.id = t.id then ${place.path}::text else n.path end,
          updated_at = case when n.id = t.id then ${ctx.now}::timestamptz else n.updated_at end
        from target t where n.ancestor_ids @> array[${place.id}]::bigint[]
        returning n.id, n.full_path, n.ancestor_ids
      ), redirected as (
        insert into redirects (path, namespace_id, created_at)
        select lower(e.full_path), e.id, ${ctx.now}::timestamptz from earlier e join changed c on c.id = e.id
        where lower(e.full_path) <> lower(c.full_path)
        on conflict (path) do update set namespace_id = excluded.namespace_id, created_at = excluded.created_at
      ), freed as (delete from redirects r using changed c where r.path = lower(c.full_path))
      select id, full_path, ancestor_ids from changed where id = ${place.id}`,
    ctx,
    place.kind,
  )
  const moved = rows[0]
  if (moved === undefined) throw new NotFound('Namespace')
  return moved
}

const taken = ['has already been taken']
const tooLong = 'is too long together with the paths above and below it. Use shorter paths'

/** API clients look for the name of a project first. @source rest.md 4.1 */
const takenProject = { 'projectNamespace.name': taken, name: taken, path: taken }

async function refusingTakenPaths<T>(statement: RawBuilder<T>, ctx: Context, kind: NewNamespace['kind']) {
  try {
    return await statement.execute(ctx.db)
  } catch (error) {
    if (isTaken(error, 'namespaces_full_path'))
      throw new Invalid(kind === 'project' ? takenProject : { path: taken }, { cause: error })
    if (isTooLongForIndex(error)) throw new Invalid({ path: [tooLong] }, { cause: error })
    throw error
  }
}
