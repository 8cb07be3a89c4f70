import { sql } from 'kysely'
import { visibleNamespaces } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { namespaceAvatar } from '#server/foundation/namespaces/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { effectiveLevel, type NotificationLevel, sendsEmails } from './levels.ts'
import { type SettingsRow, shown } from './settings.ts'

interface PlaceRow extends SettingsRow {
  readonly id: number
  readonly kind: 'group' | 'project'
  readonly name: string
  readonly fullName: string
  readonly fullPath: string
  readonly avatarUrl: string | null
  readonly inherited: NotificationLevel
  readonly emailsEnabled: boolean
}

interface GlobalRow extends SettingsRow {
  readonly email: string
  readonly isConfirmed: boolean
  readonly ownActivity: boolean
}

const maxPlaces = 100

/**
 * The groups and projects that a user is a member of, or has chosen a level for and may still see, with their choices.
 */
export async function notificationsPageData(ctx: Context, search: string) {
  const userId = userIdOrZero(ctx)
  const { rows } = await sql<GlobalRow>`
    select u.email, u.confirmed_at is not null as is_confirmed, coalesce(s.level, 'participating') as level,
      coalesce(s.events, '{}') as events, coalesce(s.own_activity, false) as own_activity
    from users u left join notification_settings s on s.user_id = u.id and s.namespace_id = 0 where u.id = ${userId}`.execute(
    ctx.db,
  )
  const everywhere = rows[0] ?? {
    email: '',
    isConfirmed: false,
    ownActivity: false,
    level: 'participating',
    events: {},
  }
  const { rows: places } = await sql<PlaceRow>`
    select n.id, n.kind, n.name, n.full_name, n.full_path, ${namespaceAvatar(ctx.services.settings, 'n')} as avatar_url,
      coalesce(s.level, 'global') as level, coalesce(s.events, '{}') as events, l.level as inherited,
      ${sendsEmails('n')} as emails_enabled
    from namespaces n left join notification_settings s on s.user_id = ${userId} and s.namespace_id = n.id
    cross join lateral (${effectiveLevel(sql`${userId}`, sql`array_remove(n.ancestor_ids, n.id)`)}) l
    where n.kind in ('group', 'project') and ${matchesSearch(sql`n.full_name || ' ' || n.full_path`, search)}
      and ${visibleNamespaces(ctx.actor, 'n')}
      and (s.user_id is not null or exists (select 1 from memberships m where m.namespace_id = n.id and m.user_id = ${userId}))
    order by (coalesce(s.level, 'global') <> 'global') desc, ${nameOrder(sql`n.full_name`)}, n.id limit ${maxPlaces + 1}`.execute(
    ctx.db,
  )
  const { email, isConfirmed, ownActivity, ...choice } = everywhere
  return {
    email,
    isConfirmed,
    ownActivity,
    canReply: ctx.services.settings.smtpInPort !== undefined,
    ...shown(choice),
    places: places
      .slice(0, maxPlaces)
      .map(({ level, events, ...place }) => ({ ...place, ...shown({ level, events }) })),
    hasMore: places.length > maxPlaces,
  }
}
