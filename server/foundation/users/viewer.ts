import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ShownBroadcast } from '#contract/foundation/broadcast-messages.ts'
import type { Preferences } from '#contract/foundation/users.ts'
import { copiedState, projectsWith, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import { waitingSwaps } from '#server/access/waiting-swaps.ts'
import { type Actor, type Context, selfActor, userIdOf } from '#server/context.ts'
import { shownBroadcasts } from '#server/foundation/broadcast-messages/audience.ts'
import { maintenanceIn } from '#server/foundation/settings/maintenance.ts'
import { siteNumber } from '#server/foundation/settings/site-number.ts'
import { type SiteSettings, withStored } from '#server/foundation/settings/site-settings.ts'
import { takesPasswords } from '#server/foundation/settings/takes-passwords.ts'
import { contractVersion } from '#server/foundation/settings/version.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'
import { avatarUrl, presentStatus } from './present.ts'
import { type StatusColumns, statusOf } from './profile/status.ts'

const s = columnsOf('instanceSettings', 's')

interface ViewerRow extends StatusColumns, Static<typeof Preferences> {
  readonly id: number | null
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
  readonly canCreateGroup: boolean
  readonly avatarUploadId: number | null
  readonly csrfToken: string | null
  readonly todos: number
  readonly unsentTexts: number
  readonly abuseReports: number
  readonly broadcasts: readonly Static<typeof ShownBroadcast>[]
  readonly nextBroadcastAt: string | null
  readonly settings: readonly { readonly name: keyof SiteSettings; readonly value: unknown }[]
}

/** A number on a badge is not counted further than it is shown. */
const maxCounted = 1000

const countOfSwaps = (actor: Actor) =>
  actor.kind === 'user' ? sql`(select count(*) from ${waitingSwaps(actor)})` : sql`0`

/** The viewer of the page, in one statement: every page includes it. */
export async function viewer(ctx: Context) {
  const { externalUrl, ldap } = ctx.services.settings
  const userId = userIdOf(ctx)
  const [row] = await runPlannedOnce(
    ctx.db,
    sql<ViewerRow>`
    select u.id, u.username, u.name, u.is_admin, u.can_create_group, u.avatar_upload_id, u.theme, u.time_format, u.time_display,
      coalesce(u.first_day_of_week, ${siteNumber('firstDayOfWeek')}) as first_day_of_week, u.issue_notes_filter, u.status_emoji, u.status_message, u.status_availability, u.status_clear_at,
      (select csrf_token from sessions where id = ${ctx.sessionId}::bigint and user_id = u.id) as csrf_token,
      (select count(*) from (select 1 from todos where user_id = u.id and state = 'pending' and (snoozed_until is null or snoozed_until <= now()) limit ${sql.lit(maxCounted)}) t)
        + ${countOfSwaps(ctx.actor)} as todos,
      (select count(*) from unsent_texts where user_id = u.id and discarded_at is null) as unsent_texts,
      case when u.is_admin then (select count(*) from (select 1 from abuse_reports where state = 'open' limit ${sql.lit(maxCounted)}) r)
        else 0 end as abuse_reports,
      ${arrayOf(object({ ...s.fields('name', 'value') }), sql`from instance_settings s`)} as settings,
      ${shownBroadcasts(ctx)}
    from (select 1) one left join users u on u.id = ${userId}::bigint`,
    true,
  )
  if (row === undefined) throw new Error('a viewer without a row')
  const settings = withStored(row.settings)
  return {
    user:
      row.id === null
        ? null
        : {
            id: row.id,
            username: row.username,
            name: row.name,
            avatarUrl: avatarUrl({ externalUrl }, { id: row.id, avatarUploadId: row.avatarUploadId }),
            webUrl: `${externalUrl}/${row.username}`,
            isAdmin: row.isAdmin,
            canCreateGroup: row.canCreateGroup || row.isAdmin,
            status: presentStatus(statusOf(row, ctx.now)),
            theme: row.theme,
            timeFormat: row.timeFormat,
            timeDisplay: row.timeDisplay,
            firstDayOfWeek: row.firstDayOfWeek,
            issueNotesFilter: row.issueNotesFilter,
          },
    csrfToken: row.csrfToken,
    signupEnabled: settings.signupEnabled && takesPasswords(settings, ctx.services.settings),
    passwordsAreOff: !takesPasswords(settings, ctx.services.settings),
    afterSignOutPath: settings.afterSignOutPath,
    homePageUrl: settings.homePageUrl,
    ldapLabel: ldap?.label ?? null,
    maintenance: maintenanceIn(settings),
    restrictedVisibilityLevels: row.isAdmin ? [] : settings.restrictedVisibilityLevels,
    internalNotesEnabled: settings.internalNotesEnabled,
    attentionRequestsEnabled: settings.attentionRequestsEnabled,
    workItemsEnabled: settings.workItemsEnabled,
    surveyEnabled: settings.surveyEnabled,
    counts: {
      todos: row.todos,
      unsentTexts: row.unsentTexts,
      abuseReports: row.abuseReports,
    },
    broadcasts: row.broadcasts,
    nextBroadcastAt: row.nextBroadcastAt,
    version: contractVersion,
  }
}

/**
 * The numbers of items that wait for the actor, in one statement. The issues are those of the list of issues assigned
 * to the actor.
 */
export async function userCounts(ctx: Context) {
  const actor = selfActor(ctx)
  // An assignment has the columns of an issue on which permissions depend, except the author, who does not matter for
  // its assignees.
  const [row] = await runPlannedOnce(
    ctx.db,
    sql<{ assignedIssues: number; assignedMergeRequests: number; reviewRequestedMergeRequests: number; todos: number }>`
    with assigned as materialized (
        select a.issuable_id as id, a.namespace_id, a.series, a.confidential, a.state = 'hidden' as hidden, null::bigint as author_id
        from issuable_assignees a where a.user_id = ${actor.id} and a.series = 'issue' and ${copiedState(actor, 'a')} = 'opened'),
      places as materialized (${projectsWith('issue', actor, sql`n.id = any (array(select distinct namespace_id from assigned))`)})
    select
      (select count(*) from assigned i where ${visibleInPlaces(actor, 'i', 'issue')}) as assigned_issues,
      (select count(*) from issuables i where ${visibleIssuables(actor, 'i', { series: 'merge_request' })} and i.state = 'opened'
        and i.id = any (array(select a.issuable_id from issuable_assignees a
          where a.user_id = ${actor.id} and a.series = 'merge_request' and ${copiedState(actor, 'a')} = 'opened'))) as assigned_merge_requests,
      (select count(*) from issuables i where ${visibleIssuables(actor, 'i', { series: 'merge_request' })} and i.state = 'opened'
        and i.id = any (array(select rv.issuable_id from merge_request_reviewers rv join merge_requests mr on mr.id = rv.issuable_id
          where rv.user_id = ${actor.id} and mr.is_open))) as review_requested_merge_requests,
      (select count(*) from todos where user_id = ${actor.id} and state = 'pending'
        and (snoozed_until is null or snoozed_until <= now())) as todos`,
    false,
  )
  if (row === undefined) throw new Error('counts without a row')
  // The first is the old name of the sum of the other two kinds.
  return { ...row, mergeRequests: row.assignedMergeRequests + row.reviewRequestedMergeRequests }
}
