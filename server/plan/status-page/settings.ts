import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { hasStatusPage } from '#server/plan/issuables/published.ts'
import { allComponents } from './components.ts'
import { newestSubscribers } from './subscribers.ts'

/** The settings page of a status page. */
export async function showSettings(ctx: Context, project: Allowed<'project:edit-status-page', ProjectRow>) {
  const { rows } = await sql<{ isEnabled: boolean }>`
    select ${hasStatusPage('p')} as is_enabled from projects p where p.id = ${project.id}`.execute(ctx.db)
  const canAdmin = may(ctx.actor, 'project:admin', project.facts)
  return {
    namespace: await showHeader(ctx, project),
    permissions: { canAdmin },
    isEnabled: rows[0]?.isEnabled ?? false,
    components: await allComponents(ctx, project.id),
    subscribers: canAdmin ? await newestSubscribers(ctx, project.id) : null,
  }
}
