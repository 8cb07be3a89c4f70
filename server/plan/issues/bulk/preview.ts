import { sql } from 'kysely'
import type { Static } from 'typebox'
import { mostBulkEdited, type previewBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { Wanted } from '#server/plan/change-sets/changer.ts'
import type { AskedUpdate } from '#server/plan/change-sets/find.ts'
import { refusals } from '#server/plan/change-sets/messages.ts'
import { isRefusal, whyNone } from '#server/plan/change-sets/outcome.ts'
import { refusalCollector } from '#server/plan/change-sets/refusals.ts'
import { wantedOf } from '#server/plan/change-sets/wanted.ts'
import { blank, namesOf, valueColumns } from '#server/plan/issuables/all-attributes.ts'
import { lookUp } from '#server/plan/issuables/changes/look-up.ts'
import { normalizeWith, permitted } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes, ReferencedRows } from '#server/plan/issuables/define-attribute.ts'
import { refuseParent } from '#server/plan/issuables/parents.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import type { AttributeValues } from '#server/plan/issuables/values.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { foundIds, type Project } from './start.ts'

type Preview = Static<typeof previewBulkEdit.reply>

/** The number of issues that are checked together: a batch holds up no other request. */
const batchSize = 500

interface PreviewRow extends AttributeValues {
  readonly id: number
  readonly iid: number
  readonly webPath: string
  readonly state: string
  readonly facts: IssuableFacts
}

/**
 * Preview a bulk edit: the rights and rules of each issue are checked as in the edit.
 *
 * @throws Invalid  nothing is to be changed
 */
export async function previewEdit(
  ctx: Context,
  project: Project,
  filter: IssueFilter,
  update: AskedUpdate,
): Promise<Preview> {
  const wanted = wantedOf(update)
  const { rows } = await sql<{ ids: readonly number[] }>`
    select coalesce(array_agg(id order by id), '{}') as ids
    from (${await foundIds(ctx, project, filter)} limit ${sql.lit(mostBulkEdited + 1)}) found`.execute(ctx.db)
  const ids = rows[0]?.ids ?? []
  const place = { namespaceId: project.id, ancestorIds: project.ancestorIds, series: 'issue', type: 'issue' } as const
  const named = await lookUp(ctx, place, wanted.changes, { isStrict: false })
  const noParent = await whyNoParent(ctx, place, named)
  const found = { changed: 0, unchanged: 0 }
  const refused = refusalCollector()
  for (let at = 0; at < ids.length; at += batchSize) {
    for (const row of await readRows(ctx, ids.slice(at, at + batchSize))) {
      const outcome = outcomeOf(ctx, row, wanted, named, noParent)
      if (outcome === 'changed' || outcome === 'unchanged') found[outcome] += 1
      else refused.add(outcome.reason, [{ reference: `#${row.iid}`, title: row.title, webPath: row.webPath }])
    }
  }
  return { total: ids.length, ...found, refused: refused.all() }
}

/** The reason why no issue of the project can have the epic; null when each can, or none is to have one. */
async function whyNoParent(ctx: Context, place: Parameters<typeof refuseParent>[1], { parent }: ReferencedRows) {
  if (parent === null) return null
  try {
    await refuseParent(ctx, place, 'issue', parent)
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.message
  }
}

function outcomeOf(
  ctx: Context,
  row: PreviewRow,
  wanted: Wanted,
  named: ReferencedRows,
  noParent: string | null,
): 'changed' | 'unchanged' | { readonly reason: string } {
  const { facts } = row
  if (!may(ctx.actor, 'issuable:update', facts)) return { reason: refusals.notAllowed }
  const reason = whyNone(ctx, facts, wanted)
  if (reason !== null) return { reason }
  try {
    const changes = withoutEpic(row.type, permitted(ctx, facts, wanted.changes))
    const { changed } = normalizeWith(named, { ...blank, ...row }, changes)
    if (changed.includes('parent') && noParent !== null) return { reason: noParent }
    if (changed.length > 0) return 'changed'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { reason: error.message }
  }
  const { stateEvent } = wanted
  if (stateEvent === null || row.state === (stateEvent === 'close' ? 'closed' : 'opened')) return 'unchanged'
  const isAllowed = may(ctx.actor, stateEvent === 'close' ? 'issuable:close' : 'issuable:reopen', facts)
  return isAllowed ? 'changed' : { reason: refusals.notAllowed }
}

/** A task is in an issue: it stays out of the epic. */
function withoutEpic(type: string, changes: Changes): Changes {
  if (changes.parent == null || parentTypesOf(type).includes('epic')) return changes
  const { parent: _epic, ...others } = changes
  return others
}

async function readRows(ctx: Context, ids: readonly number[]): Promise<readonly PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    select i.id, i.iid, i.state, ${issuePath} as web_path, ${valueColumns(namesOf('issue'))},
      ${issuableFacts(ctx.actor, 'i', 'n', 'issue')} as facts
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = any (${[...ids]}::bigint[]) order by i.id`.execute(
    ctx.db,
  )
  return rows
}
