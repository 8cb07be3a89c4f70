import { sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
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
  const { rows } = await sql<{ isEnabled: boolean; host: string | null }>`
    select ${hasStatusPage('p')} as is_enabled, (select h.host from status_hosts h where h.namespace_id = p.id) as host
    from projects p where p.id = ${project.id}`.execute(ctx.db)
  const canAdmin = may(ctx.actor, 'project:admin', project.facts)
  return {
    namespace: await showHeader(ctx, project),
    permissions: { canAdmin, canSetHost: isAdmin(ctx.actor) },
    isEnabled: rows[0]?.isEnabled ?? false,
    host: rows[0]?.host ?? null,
    components: await allComponents(ctx, project.id),
    sendsMail: ctx.services.settings.smtpUrl !== undefined,
    subscribers: canAdmin ? await newestSubscribers(ctx, project.id) : null,
  }
}
