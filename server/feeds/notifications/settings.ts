import { sql } from 'kysely'
import { type NotificationEvent, notificationEvents } from '#contract/feeds/notifications.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import type { NotificationLevel } from './levels.ts'

type SettingsChange = { readonly level?: NotificationLevel } & { readonly [Name in NotificationEvent]?: boolean }

export interface SettingsRow {
  readonly level: NotificationLevel
  readonly events: Readonly<Record<string, boolean>>
}

/** The actor's own choice for a namespace; 0 is everywhere. */
export async function readSettings(ctx: Context, namespaceId: number) {
  const userId = userIdOrZero(ctx)
  const { rows } = await sql<SettingsRow>`select level, events from notification_settings
    where user_id = ${userId} and namespace_id = ${namespaceId}`.execute(ctx.db)
  return shown(rows[0] ?? { level: namespaceId === 0 ? 'participating' : 'global', events: {} })
}

/** @throws Malformed  `global` for everywhere, which would be itself */
export async function changeSettings(ctx: Context, namespaceId: number, change: SettingsChange) {
  if (namespaceId === 0 && change.level === 'global') throw new Malformed('level does not have a valid value')
  const userId = userIdOrZero(ctx)
  const events = Object.fromEntries(
    notificationEvents.flatMap(name => (change[name] === undefined ? [] : [[snakeCase(name), change[name]]])),
  )
  const level = change.level ?? null
  const usual = namespaceId === 0 ? 'participating' : 'global'
  const { rows } = await sql<SettingsRow>`
    insert into notification_settings as s (user_id, namespace_id, level, events)
    values (${userId}, ${namespaceId}, coalesce(${level}::text, ${usual}), ${JSON.stringify(events)}::jsonb)
    on conflict (user_id, namespace_id) do update set level = coalesce(${level}::text, s.level), events = s.events || excluded.events,
      releases_muted = s.releases_muted and not ${level !== null || change.newRelease === true}
    returning level, events`.execute(ctx.db)
  return shown(rows[0] ?? { level: usual, events: {} })
}

/** End the emails about the releases of a project to the actor, who keeps the level. A choice of a level undoes it. */
export async function muteReleases(ctx: Context, projectId: number): Promise<void> {
  await sql`insert into notification_settings (user_id, namespace_id, level, releases_muted)
    values (${userIdOrZero(ctx)}, ${projectId}, 'global', true)
    on conflict (user_id, namespace_id) do update set releases_muted = true`.execute(ctx.db)
}

/** Set whether the actor is notified of their own actions. */
export async function changeOwnActivity(ctx: Context, ownActivity: boolean) {
  const userId = userIdOrZero(ctx)
  await sql`insert into notification_settings (user_id, namespace_id, level, own_activity) values (${userId}, 0, 'participating', ${ownActivity})
    on conflict (user_id, namespace_id) do update set own_activity = excluded.own_activity`.execute(ctx.db)
  return { ownActivity }
}

/** A choice as the contract shows it: events with `custom` alone. */
export function shown({ level, events }: SettingsRow) {
  if (level !== 'custom') return { level }
  const chosen = notificationEvents.map(name => [snakeCase(name), events[snakeCase(name)] ?? false] as const)
  return { level, events: Object.fromEntries(chosen) }
}

/** The address mails go to. */
export async function emailOf(ctx: Context): Promise<string> {
  const row = await ctx.db.selectFrom('users').select('email').where('id', '=', userIdOrZero(ctx)).executeTakeFirst()
  return row?.email ?? ''
}
