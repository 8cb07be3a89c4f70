import { sql } from 'kysely'
import type { EpicSums } from '#contract/plan/epics/epic-pages.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { sumsOf } from './sums.ts'

/** An epic that the actor may know of. */
export interface EpicNode {
  readonly id: number
  readonly iid: number
  readonly type: string
  readonly namespaceId: number
  readonly namespacePath: string
  readonly title: string
  readonly titleHtml: string
  readonly description: string | null
  readonly descriptionHtml: string
  readonly state: 'opened' | 'closed'
  readonly authorId: number
  readonly confidential: boolean
  readonly color: string
  readonly textColor: string
  readonly startDate: string | null
  readonly startDateIsFixed: boolean
  readonly startDateFixed: string | null
  readonly startDateInherited: string | null
  readonly dueDate: string | null
  readonly dueDateIsFixed: boolean
  readonly dueDateFixed: string | null
  readonly dueDateInherited: string | null
  readonly parentId: number | null
  readonly parentPosition: number | null
  readonly notesCount: number
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly closedAt: string | null
}

/** Over `issuables i` and `epicTables`. */
export const epicColumns = sql`i.id, i.iid, i.type, i.namespace_id, n.full_path as namespace_path, i.title, i.title_html, i.description, i.description_html,
  i.state, i.author_id, i.confidential, e.color, e.text_color, i.start_date, e.start_date_is_fixed, e.start_date_fixed, e.start_date_inherited,
  i.due_date, e.due_date_is_fixed, e.due_date_fixed, e.due_date_inherited, i.parent_id, i.parent_position, i.notes_count, i.upvotes, i.downvotes,
  i.created_at, i.updated_at, i.closed_at`

export const epicTables = sql`join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id`

/** An epic by its id; null when it is not there, or not for the actor. */
export const epicNode = batch<number, EpicNode | null>(async (ctx, ids) => {
  const { rows } = await sql<EpicNode>`
    select ${epicColumns} from issuables i ${epicTables}
    where i.id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'epic' })}`.execute(
    ctx.db,
  )
  return byId(rows)
})

/** What is in an epic, at all levels. */
export const descendantsOf = batch<number, EpicSums>(sumsOf)

/** The epic of a number within a group, for those who may know of it. @param iid  as the client wrote it */
export async function epicOfGroup(
  { weft }: GraphqlContext,
  groupId: number,
  iid: string | number,
): Promise<EpicNode | null> {
  if (!/^\d{1,9}$/.test(String(iid))) return null
  const { rows } = await sql<EpicNode>`
    select ${epicColumns} from issuables i ${epicTables}
    where i.namespace_id = ${groupId} and i.iid = ${Number(iid)} and ${visibleIssuables(weft.actor, 'i', { series: 'epic' })}`.execute(
    weft.db,
  )
  return rows[0] ?? null
}

export const Epic = builder.objectRef<EpicNode>('Epic')
