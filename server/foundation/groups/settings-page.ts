import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { deletionJson } from '#server/foundation/namespaces/cards.ts'
import { adjournedDays } from '#server/foundation/namespaces/deletes-on.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { namespaceWebUrl } from '#server/foundation/namespaces/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { groupJson, groupTables } from './present.ts'

interface Row {
  readonly shown: string
  readonly parent: string | null
  readonly parentVisibility: Visibility | null
  readonly isParentArchived: boolean
  readonly deletion: string | null
  readonly deletionDays: number
  readonly subgroupsCount: number
  readonly projectsCount: number
  readonly hasPublic: boolean | null
  readonly hasInternal: boolean | null
}

/** What the settings page of a group shows. */
export async function groupSettings(ctx: Context, group: Allowed<'group:admin', GroupRow>) {
  const { settings } = ctx.services
  const { rows } = await sql<Row>`
    select ${groupJson(settings)}::text as shown, case when pn.id is not null then json_build_object('id', pn.id, 'name', pn.name,
        'full_path', pn.full_path, 'web_url', ${namespaceWebUrl(settings, 'pn')})::text end as parent,
      pn.visibility as parent_visibility, coalesce(pn.inactive, false) as is_parent_archived, (${deletionJson})::text as deletion, ${adjournedDays} as deletion_days, below.*
    from ${groupTables} left join namespaces pn on pn.id = n.parent_id, lateral (
      select count(*) filter (where d.kind = 'group') as subgroups_count, count(*) filter (where d.kind = 'project') as projects_count,
        bool_or(d.visibility = 'public') as has_public, bool_or(d.visibility = 'internal') as has_internal
      from namespaces d where d.ancestor_ids @> array[n.id] and d.id <> n.id) below
    where n.id = ${group.id}`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new NotFound('Group')
  const narrowest = row.hasPublic ? 2 : row.hasInternal ? 1 : 0
  const widest = row.parentVisibility === null ? visibilities.length - 1 : visibilities.indexOf(row.parentVisibility)
  return {
    group: new RawJson(row.shown),
    parent: row.parent === null ? null : new RawJson(row.parent),
    visibilities: visibilities.slice(narrowest, widest + 1),
    isParentArchived: row.isParentArchived,
    deletion: row.deletion === null ? null : new RawJson(row.deletion),
    deletionDays: row.deletionDays,
    subgroupsCount: row.subgroupsCount,
    projectsCount: row.projectsCount,
  }
}
