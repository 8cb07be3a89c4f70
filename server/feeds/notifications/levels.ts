import { type RawBuilder, sql } from 'kysely'

/** The levels of notifications, for one namespace or everywhere. @source product rules section 11 */
export const notificationLevels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** An occasion for a notification, and the groups of people who are notified besides those concerned. */
export interface Occasion {
  /** The key of a custom choice; null when there is none for it. */
  readonly custom: string | null
  /** Users mentioned in it are notified too. */
  readonly mentions: boolean
  /** Users who subscribed without taking part are notified too. */
  readonly subscribers: boolean
  /** Users who watch the project or group are notified too. */
  readonly watchers: boolean
}

export const occasions = {
  newIssue: { custom: 'new_issue', mentions: true, subscribers: false, watchers: true },
  newNote: { custom: 'new_note', mentions: true, subscribers: true, watchers: true },
  closed: { custom: 'close_issue', mentions: false, subscribers: true, watchers: true },
  reopened: { custom: 'reopen_issue', mentions: false, subscribers: true, watchers: true },
  reviewersChanged: { custom: 'change_reviewer_merge_request', mentions: false, subscribers: true, watchers: true },
  reassigned: { custom: 'reassign_issue', mentions: false, subscribers: true, watchers: true },
  newEpic: { custom: 'new_epic', mentions: true, subscribers: false, watchers: true },
  newMergeRequest: { custom: 'new_merge_request', mentions: true, subscribers: false, watchers: true },
  mergeRequestClosed: { custom: 'close_merge_request', mentions: false, subscribers: true, watchers: true },
  mergeRequestReopened: { custom: 'reopen_merge_request', mentions: false, subscribers: true, watchers: true },
  merged: { custom: 'merge_merge_request', mentions: false, subscribers: true, watchers: true },
  pushedToMergeRequest: { custom: 'push_to_merge_request', mentions: false, subscribers: true, watchers: false },
  approved: { custom: null, mentions: false, subscribers: true, watchers: true },
  dueTomorrow: { custom: 'issue_due', mentions: false, subscribers: false, watchers: false },
  milestone: { custom: null, mentions: false, subscribers: true, watchers: true },
  newRelease: { custom: 'new_release', mentions: false, subscribers: false, watchers: true },
} as const satisfies Record<string, Occasion>

/**
 * The choice that counts for a user at a namespace, as a lateral select of `level` and `events`: the nearest one up the
 * tree that is not `global`, then the one for everywhere, then `participating`.
 *
 * @param userId  a column of the statement around
 * @param ancestorIds  a column: from the root down to the namespace itself
 */
export function effectiveLevel(userId: RawBuilder<unknown>, ancestorIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select coalesce(chosen.level, 'participating') as level, coalesce(chosen.events, '{}'::jsonb) as events
    from (select 1) one left join lateral (select ns.level, ns.events from notification_settings ns
      where ns.user_id = ${userId} and ns.level <> 'global' and (ns.namespace_id = 0 or ns.namespace_id = any (${ancestorIds}))
      order by array_position(${ancestorIds}, ns.namespace_id) desc nulls last limit 1) chosen on true`
}

/**
 * The users who chose notifications about items of other people, in a namespace or everywhere they are a member, as a
 * select of `namespace_id` and `user_id`.
 *
 * @param places  rows of `namespaces`
 */
export const watchersOf = (places: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select n.id as namespace_id, ns.user_id from ${places} n join notification_settings ns on ns.namespace_id = any (n.ancestor_ids)
      and ns.level in ('watch', 'custom')
    union select n.id, m.user_id from ${places} n join memberships m on m.namespace_id = any (n.ancestor_ids)
      join notification_settings ns on ns.user_id = m.user_id and ns.namespace_id = 0 and ns.level in ('watch', 'custom')`

/** SQL condition: no owner switched emails off for a namespace or a group above it. @param alias  of `namespaces` */
export const sendsEmails = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from namespaces up where up.id = any (${sql.ref(`${alias}.ancestor_ids`)}) and not up.emails_enabled)`

/** SQL condition: a user chose notifications about their own actions. @param userId  a column of the statement around */
export const choseOwnActivity = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from notification_settings own_s
    where own_s.user_id = ${userId} and own_s.namespace_id = 0 and own_s.own_activity)`
