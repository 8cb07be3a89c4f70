import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { deletionJson } from '#server/foundation/namespaces/cards.ts'
import { graceDays } from '#server/foundation/namespaces/deletion/grace-period.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { namespaceWebUrl } from '#server/foundation/namespaces/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { groupJson, groupTables } from './present.ts'

const pn = columnsOf('namespaces', 'pn')
const d = columnsOf('namespaces', 'd')

interface GroupSettingsRow {
  readonly shown: string
  readonly parent: string | null
  readonly parentVisibility: Visibility | null
  readonly isParentArchived: boolean
  readonly crmEnabled: boolean | null
  readonly deletion: string | null
  readonly deletionDays: number
  readonly subgroupsCount: number
  readonly projectsCount: number
  readonly mostVisible: { readonly name: string; readonly visibility: Visibility } | null
}

/** The contents of the settings page of a group. */
export async function groupSettings(ctx: Context, group: Allowed<'group:admin', GroupRow>) {
  const { settings } = ctx.services
  const { rows } = await sql<GroupSettingsRow>`
    select ${groupJson(settings)}::text as shown, case when pn.id is not null then ${object({ ...pn.fields('id', 'name', 'fullPath'), web_url: namespaceWebUrl(settings, 'pn') })}::text end as parent,
      pn.visibility as parent_visibility, coalesce(pn.inactive, false) as is_parent_archived,
      case when n.parent_id is null then (select kg.contacts_enabled from groups kg where kg.id = n.id) end as crm_enabled, (${deletionJson})::text as deletion, ${graceDays} as deletion_days, below.*
    from ${groupTables} left join namespaces pn on pn.id = n.parent_id, lateral (
      select count(*) filter (where d.kind = 'group') as subgroups_count, count(*) filter (where d.kind = 'project') as projects_count,
        (array_agg(${object({ ...d.fields('name', 'visibility') })}
          order by array_position(array['public', 'internal', 'private'], d.visibility), d.id))[1] as most_visible
      from namespaces d where d.ancestor_ids @> array[n.id] and d.id <> n.id) below
    where n.id = ${group.id}`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new NotFound('Group')
  const { mostVisible } = row
  const narrowest = mostVisible === null ? 0 : visibilities.indexOf(mostVisible.visibility)
  const widest = row.parentVisibility === null ? visibilities.length - 1 : visibilities.indexOf(row.parentVisibility)
  return {
    group: new RawJson(row.shown),
    parent: row.parent === null ? null : new RawJson(row.parent),
    visibilities: visibilities.slice(narrowest, widest + 1),
    mostVisible,
    isParentArchived: row.isParentArchived,
    crmEnabled: row.crmEnabled,
    deletion: row.deletion === null ? null : new RawJson(row.deletion),
    deletionDays: row.deletionDays,
    subgroupsCount: row.subgroupsCount,
    projectsCount: row.projectsCount,
  }
}
