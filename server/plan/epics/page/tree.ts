import type { EpicSums } from '#contract/plan/epics/epic-pages.ts'
import type { Context } from '#server/context.ts'
import { type ChildRow, childrenOf, maxChildrenShown } from '#server/plan/issuables/children.ts'
import { columnsOf } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { sumsOf } from '../sums.ts'

/** The issues and child epics of an epic that the actor may know of, in their order. */
export async function showTree(ctx: Context, epic: { readonly id: number; readonly namespaceId: number }) {
  const color = columnsOf('epics', 'e').fields('color')
  const [epics, issues] = [await childrenOf(ctx, epic, 'epic', color), await childrenOf(ctx, epic, 'issue', color)]
  const sums = await sumsOf(
    ctx,
    epics.map(child => child.id),
  )
  return {
    epics: listed(epics, sums),
    issues: listed(issues),
    hasMore: epics.length > maxChildrenShown || issues.length > maxChildrenShown,
  }
}

function listed(rows: readonly ChildRow[], sums?: (id: number) => EpicSums): RawJson {
  const items = rows
    .slice(0, maxChildrenShown)
    .map(({ id, json }) => `${json.slice(0, -1)},"sums":${sums === undefined ? 'null' : wire(sums(id))}}`)
  return new RawJson(`[${items.join(',')}]`)
}

/** The sums in the names of the wire. */
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
