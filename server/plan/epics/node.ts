import { sql } from 'kysely'
import type { EpicSums } from '#contract/plan/epics/epic-pages.ts'
import { issuableNodes } from '#server/discuss/notes/fields/issuable-nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
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

/** The columns of an epic, over `issuables i` and `epicTables`. */
export const epicColumns = sql`i.id, i.iid, i.type, i.namespace_id, n.full_path as namespace_path, i.title, i.title_html, i.description, i.description_html,
  i.state, i.author_id, i.confidential, e.color, e.text_color, i.start_date, e.start_date_is_fixed, e.start_date_fixed, e.start_date_inherited,
  i.due_date, e.due_date_is_fixed, e.due_date_fixed, e.due_date_inherited, i.parent_id, i.parent_position, i.notes_count, i.upvotes, i.downvotes,
  i.created_at, i.updated_at, i.closed_at`

export const epicTables = sql`join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id`

const nodes = issuableNodes<EpicNode>({ series: 'epic', columns: epicColumns, tables: epicTables })

/** An epic by its id, as `issuableNodes` finds it. */
export const epicNode = nodes.byId

/** The epic of a number within a group. */
export const epicOfGroup = nodes.byNumber

/** The descendants of an epic, at all levels. */
export const descendantsOf = batch<number, EpicSums>(sumsOf)

export const Epic = builder.objectRef<EpicNode>('Epic')
