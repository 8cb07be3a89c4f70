import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { keysWithDates } from './client-keys.ts'
import { messages } from './messages.ts'
import { errorsScope } from './scope.ts'
import './events.ts'

/** Whether a project accepts events. */
export async function isErrorTrackingOn(ctx: Context, projectId: number): Promise<boolean> {
  return (await enabledOf(ctx, projectId)) ?? false
}

async function enabledOf(ctx: Context, projectId: number): Promise<boolean | null> {
  const row = await ctx.db
    .selectFrom('errorSettings')
    .select('enabled')
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  return row?.enabled ?? null
}

/** The settings of a project. @throws NotFound  error tracking was never set up */
export async function showSettings(ctx: Context, project: ProjectRow) {
  const enabled = await enabledOf(ctx, project.id)
  if (enabled === null) throw new NotFound('Error Tracking Setting')
  return present(enabled)
}

// Errors are tracked here, not by a Sentry elsewhere.
const present = (active: boolean) => ({
  active,
  integrated: true,
  projectName: null,
  sentryExternalUrl: null,
  apiUrl: null,
})

interface ErrorSettingsInput {
  readonly active: boolean
  readonly integrated?: boolean | undefined
}

/**
 * Turn error tracking on or off.
 *
 * @param mayCreate  set it up where it is not
 * @throws NotFound  it is not set up
 * @throws Invalid  the errors are to be read from a Sentry elsewhere
 */
export async function changeSettings(
  ctx: Context,
  project: Allowed<'project:admin-errors', ProjectRow>,
  { active, integrated }: ErrorSettingsInput,
  { mayCreate }: { readonly mayCreate: boolean },
) {
  if (integrated === false && active) throw new Invalid({ integrated: [messages.onlyIntegrated] })
  const before = await enabledOf(ctx, project.id)
  if (before === null && !mayCreate) throw new NotFound('Error Tracking Setting')
  if (before !== active) {
    await sql`insert into error_settings as s (namespace_id, enabled, created_at, updated_at)
      values (${project.id}, ${active}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
      on conflict (namespace_id) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`.execute(
      ctx.db,
    )
    const { namespaceId, topics } = errorsScope(project.id)
    await ctx.events.record(
      'error_tracking.changed',
      { enabled: active },
      { namespaceId, topics: [...topics, projectTopic(project.id)] },
    )
  }
  return present(active)
}

/** The contents of the settings page. */
export async function showSettingsPage(ctx: Context, project: Allowed<'project:admin-errors', ProjectRow>) {
  return {
    namespace: await showHeader(ctx, project),
    isEnabled: await isErrorTrackingOn(ctx, project.id),
    keys: await keysWithDates(ctx, project.id),
  }
}
