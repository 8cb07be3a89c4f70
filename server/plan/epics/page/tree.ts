import { type RawBuilder, sql } from 'kysely'
import type { EpicSums } from '#contract/plan/epic-pages.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { inOrder } from '../queries.ts'
import { sumsOf } from '../sums.ts'

/** Issues, and child epics, that a tree shows of one epic. */
const maxChildren = 200

interface ChildRow {
  readonly id: number
  readonly json: string
}

/** The issues and child epics of an epic that the actor may know of, in their order. */
export async function showTree(ctx: Context, epic: { readonly id: number; readonly namespaceId: number }) {
  const [epics, issues] = [await childrenOf(ctx, epic, 'epic'), await childrenOf(ctx, epic, 'issue')]
  const sums = await sumsOf(
    ctx,
    epics.map(child => child.id),
  )
  return {
    epics: listed(epics, sums),
    issues: listed(issues),
    hasMore: epics.length > maxChildren || issues.length > maxChildren,
  }
}

function listed(rows: readonly ChildRow[], sums?: (id: number) => EpicSums): RawJson {
  const items = rows
    .slice(0, maxChildren)
    .map(({ id, json }) => `${json.slice(0, -1)},"sums":${sums === undefined ? 'null' : wire(sums(id))}}`)
  return new RawJson(`[${items.join(',')}]`)
}

/** In the names of the wire. */
const wire = (sums: EpicSums): string =>
  JSON.stringify({
    opened_epics: sums.openedEpics,
    closed_epics: sums.closedEpics,
    opened_issues: sums.openedIssues,
    closed_issues: sums.closedIssues,
    opened_weight: sums.openedWeight,
    closed_weight: sums.closedWeight,
    on_track: sums.onTrack,
    needs_attention: sums.needsAttention,
    at_risk: sums.atRisk,
    child_epics: sums.childEpics,
    child_issues: sums.childIssues,
  })

async function childrenOf(
  ctx: Context,
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
  series: 'issue' | 'epic',
): Promise<readonly ChildRow[]> {
  const { rows } = await sql<ChildRow>`
    select i.id, ${childJson(ctx, namespaceId, series)}::text as json
    from issuables i join namespaces n on n.id = i.namespace_id left join epics e on e.id = i.id
      left join milestones m on m.id = i.milestone_id
    where i.parent_id = ${id} and i.series = ${series} and ${visibleIssuables(ctx.actor, 'i', { series })}
    order by ${inOrder} limit ${maxChildren + 1}`.execute(ctx.db)
  return rows
}

function childJson(ctx: Context, namespaceId: number, series: 'issue' | 'epic'): RawBuilder<unknown> {
  const { settings } = ctx.services
  const userId = userIdOrZero(ctx)
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin
  const plans = isAdmin ? sql`true` : sql`access_level_of(${userId}, n.ancestor_ids) >= ${levelSql('planner')}`
  const edits =
    series === 'epic'
      ? plans
      : sql`(${plans} or i.author_id = ${userId} or exists (select 1 from issuable_assignees ea where ea.issuable_id = i.id and ea.user_id = ${userId}))`
  return sql`json_build_object('id', i.id, 'kind', i.series, 'type', i.type, 'title', i.title, 'state', i.state, 'confidential', i.confidential,
    'reference', case when i.namespace_id = ${namespaceId} then '' else n.full_path end || ${referenceSql('i')}, 'path', ${pagePathSql('i', 'n', series)},
    'weight', i.weight, 'health_status', i.health_status, 'start_date', i.start_date, 'due_date', i.due_date,
    'milestone', case when m.id is not null then json_build_object('title', m.title) end,
    'assignees', ${assigneesJson(userBasicJson(settings, 'u'))}, 'color', e.color, 'can_remove', not n.inactive and ${edits})`
}
