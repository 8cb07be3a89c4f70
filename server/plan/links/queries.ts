import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { linkFields, rowTitleFields } from '#server/plan/issuables/projections.ts'
import { milestoneFields } from '#server/plan/milestones/present.ts'
import { columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'

const m = columnsOf('milestones', 'm')

/** Links of one issue at most. @source RELATED-021 */
export const maxLinks = 1000

/** The links of an issue as that issue sees them: `id`, `other_id`, `link_type`, `position`, `created_at`, `updated_at`. */
export const linksOf = (issueId: number | RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select id, target_id as other_id, link_type, source_position as position, created_at, updated_at
    from issuable_links where source_id = ${issueId}
  union all
  select id, source_id, case link_type when 'blocks' then 'is_blocked_by' else link_type end, target_position, created_at, updated_at
    from issuable_links where target_id = ${issueId})`

/** The number of pages that are notified at once of a change on them; others read it when they are opened again. */
export const maxTopics = 90

/** The issues whose pages list an issue among their links: `other_id`. */
export const linkedIdsOf = (issueId: number | RawBuilder<unknown>): RawBuilder<{ readonly otherId: number }> =>
  sql`select k.other_id from ${linksOf(issueId)} k limit ${sql.lit(maxTopics)}`

/** Their order on the page. */
export const inOrder = sql`k.position nulls last, k.id`

/**
 * The number of open issues that a user may know of and that an issue blocks, or epics an epic, over `issuables` under
 * an alias.
 *
 * A reader of that issue may read all issues that are open to its whole project: the expensive condition runs for the
 * others only.
 */
export function blockingCount(viewer: Actor, issue: string, series: IssuableSeries = 'issue'): RawBuilder<number> {
  const i = (column: string) => sql.ref(`${issue}.${column}`)
  return sql<number>`(
    select count(*) from issuable_links bk join issuables b on b.id = bk.target_id
    where bk.source_id = ${i('id')} and bk.link_type = 'blocks' and b.state = 'opened'
      and ((b.namespace_id = ${i('namespace_id')} and not b.confidential and not b.hidden) or ${visibleIssuables(viewer, 'b', { series })}))`
}

export interface LinkedRow {
  readonly linkId: number
  readonly linkType: LinkType
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
  /** The ids of the groups from the root down, and of the project itself. */
  readonly ancestorIds: readonly number[]
  readonly type: string
  readonly title: string
  readonly state: string
  readonly facts: IssuableFacts
  /** The part of the contract's LinkedIssue that is the same for all readers, as text of a JSON object. */
  readonly json: string
}

interface Sought {
  /** The id of one link. */
  readonly linkId?: number
  /** The series of both ends. */
  readonly series?: IssuableSeries
}

/**
 * The issues and epics that an issue or epic is linked to, as far as the actor may know of them, in the order of the
 * page. One statement.
 */
export async function findLinked(
  ctx: Context,
  issueId: number,
  { linkId, series = 'issue' }: Sought = {},
): Promise<readonly LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select k.id as link_id, k.link_type, i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids, i.type, i.title, i.state,
      ${issuableFacts(ctx.actor, 'i', 'n', series)} as facts,
      ${object({
        id: sql`i.id`,
        iid: sql`i.iid`,
        link_id: sql`k.id`,
        link_type: sql`k.link_type`,
        ...rowTitleFields,
        ...linkFields,
        state: sql`i.state`,
        issue_type: sql`i.type`,
        milestone: objectWhere(m('id'), { ...milestoneFields('m', ctx.now.slice(0, 10)) }),
        assignees: assigneesJson(userBasicJson(ctx.services.settings, 'u')),
        created_at: sql`iso(i.created_at)`,
        closed_at: sql`iso(i.closed_at)`,
        merged_at: sql.lit(null),
        epic_issue_id: sql.lit(null),
        pipeline_status: sql.lit(null),
      })}::text as json
    from ${linksOf(issueId)} k join issuables i on i.id = k.other_id join namespaces n on n.id = i.namespace_id
      left join milestones m on m.id = i.milestone_id
    where ${visibleIssuables(ctx.actor, 'i', { series })} ${linkId === undefined ? sql`` : sql`and k.id = ${linkId}`}
    order by ${inOrder} limit ${sql.lit(maxLinks)}`.execute(ctx.db)
  return rows
}
