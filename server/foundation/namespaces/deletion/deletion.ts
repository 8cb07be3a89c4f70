import { sql } from 'kysely'
import { groupTopic, namespaceTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { moveNamespace } from '../tree.ts'
import { deleteNamespaceNow, refuseOtherPath } from './delete-tree.ts'
import { graceDays } from './grace-period.ts'

/** A group or project that may be deleted and restored. */
interface Deletable {
  readonly id: number
  readonly kind: 'group' | 'project'
  readonly parentId: number | null
  readonly name: string
  readonly path: string
  readonly fullPath: string
}

interface DeletionInput {
  /** Delete now; it has to be marked already. */
  readonly permanently: boolean
  /** The full path as the person typed it, when they were asked to. */
  readonly typedPath: string | undefined
}

const nouns = { group: 'Group', project: 'Project' } as const

/**
 * Delete a group or project: mark it for deletion, or delete it now if the site has no grace period, or if it is already marked and
 * the caller asks for it.
 *
 * A namespace marked for deletion is read-only, with everything below it, and left out of ordinary lists. Its path gets a suffix, so
 * that the path is free at once; old URLs redirect until something else is created there.
 *
 * @throws Invalid  it is already marked, or not yet marked; or the typed path does not match
 * @source rest.md 4.1, permanently_remove and full_path
 */
export async function deleteNamespace(ctx: Context, target: Deletable, asked: DeletionInput): Promise<void> {
  const { permanently, typedPath } = asked
  const { deletionAdjournedPeriod } = await readSiteSettings(ctx.db)
  if (deletionAdjournedPeriod > 0 && !permanently) {
    refuseOtherPath(target, typedPath)
    return markForDeletion(ctx, target)
  }
  if (deletionAdjournedPeriod > 0) {
    if (!(await isMarked(ctx.db, target.id)))
      throw new Invalid(`${nouns[target.kind]} must be marked for deletion first.`)
    if (typedPath !== target.fullPath)
      throw new Invalid(
        `\`full_path\` is incorrect. You must enter the complete path for the ${target.kind}: ${target.fullPath}`,
      )
  }
  await deleteNamespaceNow(ctx, target, { typedPath, topics: topicsOf(target) })
}

/**
 * Restore a group or project that is marked for deletion. It gets its path back, or one with its id if that path is taken.
 *
 * @throws Invalid  it is not marked, or a parent group is
 */
export async function restoreNamespace(ctx: Context, given: Deletable): Promise<void> {
  const target = await held(ctx, given)
  await moveNamespace(ctx, { ...target, path: await pathAfter(ctx.db, target) })
  const { rows } = await sql<{ id: number; isAbovePending: boolean }>`
    update namespaces n set marked_for_deletion_on = null where n.id = ${target.id} and n.marked_for_deletion_on is not null
    returning n.id, exists (select 1 from namespaces p where p.id = n.parent_id and p.pending_deletion) as is_above_pending`.execute(
    ctx.db,
  )
  const [restored] = rows
  if (restored === undefined) throw new Invalid(`${nouns[target.kind]} has not been marked for deletion`)
  if (restored.isAbovePending) throw new Invalid('A parent group is marked for deletion. Restore that group first')
  await sql`update namespaces n set pending_deletion = false
    where n.ancestor_ids @> array[${target.id}]::bigint[] and n.pending_deletion and not exists (
      select 1 from namespaces m where m.id = any (n.ancestor_ids) and m.marked_for_deletion_on is not null)`.execute(
    ctx.db,
  )
  await ctx.events.record('namespace.restored', { namespaceId: target.id }, eventScope(target))
}

async function markForDeletion(ctx: Context, given: Deletable): Promise<void> {
  const target = await held(ctx, given)
  // Locks all of the tree, ancestors first.
  await moveNamespace(ctx, { ...target, path: `${bare(target)}${suffixOf(target)}` })
  const { rows } = await sql`
    update namespaces set marked_for_deletion_on = ${ctx.now.slice(0, 10)}::date
    where id = ${target.id} and marked_for_deletion_on is null returning id`.execute(ctx.db)
  if (rows.length === 0) throw new Invalid(`${nouns[target.kind]} has been already marked for deletion`)
  await sql`update namespaces set pending_deletion = true
    where ancestor_ids @> array[${target.id}]::bigint[] and not pending_deletion`.execute(ctx.db)
  await ctx.events.record('namespace.marked', { namespaceId: target.id }, eventScope(target))
}

/** A namespace as it is once the changes under way to it are over, held until the transaction ends. @throws NotFound */
async function held(ctx: Context, { id, kind }: Deletable): Promise<Deletable> {
  const { rows } = await sql<Omit<Deletable, 'kind'>>`
    select id, parent_id, name, path, full_path from namespaces where id = ${id} for no key update`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound(nouns[kind])
  return { ...rows[0], kind }
}

/** Whether a namespace has a mark of its own: only such a namespace can be restored. */
const isMarked = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('namespaces')
    .select('id')
    .where('id', '=', id)
    .where('markedForDeletionOn', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Namespaces deleted in one run of the job; the next run continues. */
const deletedAtOnce = 50

/** Delete the groups and projects whose grace period has ended. */
export async function deleteDue(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'delete-due' })
  const isDue = sql<boolean>`n.marked_for_deletion_on + ${graceDays} <= ${ctx.now.slice(0, 10)}::date`
  const { rows } = await sql<{ id: number }>`
    select n.id from namespaces n where ${isDue} order by n.marked_for_deletion_on, n.id limit ${deletedAtOnce}`.execute(
    db,
  )
  const failures: unknown[] = []
  for (const { id } of rows) {
    const deleting = transact(ctx, async inner => {
      // The namespace may have been restored, or deleted with a group above it.
      const { rows: still } = await sql<Deletable>`
        select n.id, n.kind, n.parent_id, n.name, n.path, n.full_path from namespaces n where n.id = ${id} and ${isDue} for update`.execute(
        inner.db,
      )
      const [target] = still
      if (target !== undefined)
        await deleteNamespaceNow(inner, target, { typedPath: undefined, topics: topicsOf(target) })
    })
    // A failed deletion does not hold up those after it.
    await deleting.catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some projects or groups could not be deleted')
}

const eventScope = (target: Deletable) => ({
  namespaceId: target.id,
  topics: [...topicsOf(target), accessTopic('namespace', target.id)],
})

const topicsOf = (target: Deletable): readonly string[] => [
  namespaceTopic(target),
  ...(target.parentId === null ? [] : [groupTopic(target.parentId)]),
]

const suffixOf = ({ id }: Deletable): string => `-deletion_scheduled-${id}`

const bare = (target: Deletable): string =>
  target.path.endsWith(suffixOf(target)) ? target.path.slice(0, -suffixOf(target).length) : target.path

/** The path before it was marked; with the id when something else has that path now. */
async function pathAfter(db: Db, target: Deletable): Promise<string> {
  const above = target.fullPath.slice(0, target.fullPath.length - target.path.length)
  const other = await db
    .selectFrom('namespaces')
    .select('id')
    .where(sql<boolean>`lower(full_path) = lower(${above + bare(target)})`)
    .where('id', '<>', target.id)
    .executeTakeFirst()
  return other === undefined ? bare(target) : `${bare(target)}-${target.id}`
}
