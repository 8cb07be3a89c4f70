import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { deletionJson } from '#server/foundation/namespaces/cards.ts'
import { graceDays } from '#server/foundation/namespaces/deletion/grace-period.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { namespaceWebUrl } from '#server/foundation/namespaces/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { projectJson, projectTables } from './present.ts'

interface ProjectSettingsRow {
  readonly shown: string
  readonly parentId: number
  readonly parentKind: 'user' | 'group'
  readonly parentName: string
  readonly parentPath: string
  readonly parentUrl: string
  readonly parentVisibility: Visibility
  readonly isParentArchived: boolean
  readonly deletion: string | null
  readonly deletionDays: number
  readonly singleAssignee: boolean
}

/** The contents of the settings page of a project. */
export async function projectSettings(ctx: Context, project: Allowed<'project:admin', ProjectRow>) {
  const { rows } = await sql<ProjectSettingsRow>`
    select ${projectJson(ctx)}::text as shown, pn.id as parent_id, pn.kind as parent_kind, pn.name as parent_name, pn.full_path as parent_path,
      ${namespaceWebUrl(ctx.services.settings, 'pn')} as parent_url, pn.visibility as parent_visibility, pn.inactive as is_parent_archived, (${deletionJson})::text as deletion, ${graceDays} as deletion_days,
      (select sp.single_assignee from projects sp where sp.id = n.id) as single_assignee
    from ${projectTables} where n.id = ${project.id}`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new NotFound('Project')
  const widest = row.parentKind === 'group' ? visibilities.indexOf(row.parentVisibility) : visibilities.length - 1
  return {
    project: new RawJson(row.shown),
    parent: { id: row.parentId, name: row.parentName, fullPath: row.parentPath, webUrl: row.parentUrl },
    visibilities: visibilities.slice(0, widest + 1),
    canOwn: may(ctx.actor, 'project:own', project.facts),
    singleAssignee: row.singleAssignee,
    isParentArchived: row.isParentArchived,
    deletion: row.deletion === null ? null : new RawJson(row.deletion),
    deletionDays: row.deletionDays,
  }
}
