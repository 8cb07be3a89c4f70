import { sql } from 'kysely'
import { byPlaceKind } from '#contract/foundation/places.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'

export interface MilestoneRow {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly description: string
  readonly state: 'active' | 'closed'
  readonly startDate: string | null
  readonly dueDate: string | null
  /** The id of the project or group that owns it. */
  readonly namespaceId: number
  readonly namespaceKind: 'project' | 'group'
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
  readonly parentId: number | null
  readonly updatedAt: string
}

async function find(
  ctx: Context,
  kind: 'project' | 'group',
  place: number | string,
  which: { readonly id: number } | { readonly iid: number },
) {
  const { rows } = await sql<MilestoneRow & { readonly facts: NamespaceFacts }>`
    select m.id, m.iid, m.title, m.description, m.state, m.start_date, m.due_date, n.id as namespace_id, n.kind as namespace_kind,
      n.full_path as namespace_path, n.ancestor_ids, n.parent_id, m.updated_at, ${namespaceFacts(ctx.actor, 'n')} as facts
    from namespaces n join milestones m on m.namespace_id = n.id
    where ${namespaceIs(place)} and n.kind = ${kind} and ${'id' in which ? sql`m.id = ${which.id}` : sql`m.iid = ${which.iid}`}`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) {
    await refuseMoved(ctx, place, kind)
    return null
  }
  const { facts, ...row } = found
  return { row: row as MilestoneRow, facts }
}

interface MilestoneKey {
  readonly id: number | string
  readonly milestoneId: number
}

/** A milestone of a project or group by its global id. */
export const milestoneOf = byPlaceKind(kind =>
  finder('milestone', 'Milestone', (ctx: Context, { id, milestoneId }: MilestoneKey) =>
    find(ctx, kind, id, { id: milestoneId }),
  ),
)

interface MilestoneAddress {
  readonly namespace: string
  readonly iid: number
}

/** A milestone of a project or group by its number, as in the address of its page. */
export const milestoneOfPage = byPlaceKind(kind =>
  finder('milestone', 'Milestone', (ctx: Context, { namespace, iid }: MilestoneAddress) =>
    find(ctx, kind, namespace, { iid }),
  ),
)
