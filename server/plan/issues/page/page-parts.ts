import { type RawBuilder, sql } from 'kysely'
import { leadingAwards, maxNamedPeople } from '#contract/discuss/award-order.ts'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import { type IssuableFacts, isUser } from '#server/access/facts.ts'
import { rulesOf } from '#server/access/issuable-rules.ts'
import { isMember } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import type { Actor } from '#server/context.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { readingJson } from '#server/discuss/read-marks/read-marks.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson, userWithAvailabilityJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { momentPairs, plainPairs, taskPairs } from '#server/plan/issuables/projections.ts'
import { readersAmong } from '#server/plan/issuables/readers-among.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import type { Settings } from '#server/settings.ts'

// What the pages of all kinds of issuables show, over `issuables i` and `pageJoins`.

/** Nobody has the id 0. */
export const idOf = (actor: Actor): RawBuilder<number> =>
  actor.kind === 'user' ? sql<number>`${actor.id}` : sql<number>`0`

/**
 * The joins after `issuables i`.
 *
 * @param seesAll  the reader sees internal notes, and who wrote them
 */
export const pageJoins = (
  settings: Settings,
  actor: Actor,
  series: IssuableSeries,
  seesAll: boolean,
): RawBuilder<unknown> => sql`join namespaces n on n.id = i.namespace_id ${issuableKinds[series].namespace === 'project' ? sql`join` : sql`left join`} projects p on p.id = i.namespace_id
    join users author on author.id = i.author_id left join users closer on closer.id = i.closed_by_id
    left join users editor on editor.id = i.last_edited_by_id left join users viewer on viewer.id = ${idOf(actor)}
    left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id
    cross join lateral (select coalesce(json_agg(${userBasicJson(settings, 'r')} order by r.id) filter (where r.place <= 100), '[]') as shown,
        count(*) as count, coalesce(bool_or(r.id = ${idOf(actor)}), false) as with_viewer from (select reader.*, row_number() over (order by reader.id) as place
          from (${readersAmong('i', 'n', seesAll, series)}) reader) r) taking_part`

/** The properties that `IssuableData` of the web names, as pairs for `json_build_object`. The page of an issue reads its rare ones apart. */
export const pagePairs = (
  settings: Settings,
  series: Exclude<IssuableSeries, 'issue'>,
  actor: Actor,
  now: RawBuilder<string>,
  seesAll: boolean,
): RawBuilder<unknown> =>
  sql`${commonPairs(settings, series, now)}, 'awards', ${awardsJson(actor)}, 'email_participants', ${emailParticipantsJson(seesAll)}`

/** The same without reactions and email participants. */
export function commonPairs(settings: Settings, series: IssuableSeries, now: RawBuilder<string>): RawBuilder<unknown> {
  const site = sql.lit(settings.externalUrl)
  const sign = sql.lit(issuableKinds[series].sign)
  const plain =
    series === 'issue' ? plainPairs : sql`'confidential', i.confidential, 'discussion_locked', i.discussion_locked`
  return sql`'id', i.id, 'iid', i.iid, 'type', i.type, 'title', i.title, 'description', coalesce(i.description, ''),
    'state', i.state, ${plain}, 'hidden', i.hidden,
    'author', ${userWithAvailabilityJson(settings, 'author', now)},
    'assignees', ${assigneesJson(userWithAvailabilityJson(settings, 'u', now))}, 'labels', ${labelsJson(labelBasicJson('l'))},
    'milestone', ${milestoneJson(settings, 'm', 'mn', sql`left(${now}, 10)`)},
    'time_stats', ${timeStatsJson('i')}, 'lock_version', i.lock_version, ${taskPairs}, 'notes_count', i.notes_count, ${momentPairs}, 'closed_by', ${userBasicJson(settings, 'closer')}, 'last_edited_at', iso(i.last_edited_at),
    'last_edited_by', ${userBasicJson(settings, 'editor')},
    'reference', json_build_object('short', ${sign} || i.iid, 'full', n.full_path || ${sign} || i.iid),
    'web_url', ${site} || ${pagePathSql('i', 'n', series)},
    'participants', taking_part.shown, 'single_assignee', ${sql.lit(rulesOf(series).hasOneAssignee === true)} or coalesce(p.single_assignee, false), 'participants_count', taking_part.count`
}

/** The reactions to `issuables i`, an array of JSON. */
export const awardsJson = (actor: Actor): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(json_build_object('name', w.name, 'count', w.count, 'is_mine', w.mine, 'users', w.users)
        order by array_position(${[...leadingAwards]}::text[], w.name), w.first), '[]')
      from (select e.name, count(*) as count, bool_or(e.user_id = ${idOf(actor)}) as mine, min(e.id) as first,
          coalesce((array_agg(eu.name order by e.id) filter (where e.user_id <> ${idOf(actor)}))[1:${sql.lit(maxNamedPeople)}], '{}') as users
        from award_emoji e join users eu on eu.id = e.user_id
        where e.issuable_id = i.id and e.note_id is null group by e.name) w)`

/** The addresses that get the comments on `issuables i` by email, an array of JSON. @param seesAll  the reader sees them whole */
export const emailParticipantsJson = (seesAll: boolean): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(ep.email), '[]') from (${emailParticipants(sql`i.id`, seesAll)}) ep)`

/** What the page shows of the reader, as pairs for `json_build_object`. */
export function viewerPairs(actor: Actor, seesAll: boolean): RawBuilder<unknown> {
  // To those who see all, who takes part tells it too.
  const subscribed = seesAll
    ? sql`coalesce((select hs.subscribed from subscriptions hs where hs.issuable_id = i.id and hs.user_id = ${idOf(actor)}), taking_part.with_viewer)`
    : isSubscribed(actor, 'i')
  return sql`'subscribed', ${subscribed},
    'todo_id', (select max(t.id) from todos t where t.issuable_id = i.id and t.user_id = ${idOf(actor)} and t.state = 'pending'),
    'drafts_count', (select count(*) from draft_notes dn where dn.author_id = ${idOf(actor)} and dn.issuable_id = i.id),
    'emails_disabled', not n.emails_enabled, 'reading', ${readingJson(actor, 'i', seesAll)},
    'notes_filter', viewer.issue_notes_filter`
}

/** What the reader may do, by the names that the pages of all kinds use. */
export const pagePermissions = (actor: Actor, facts: IssuableFacts) => ({
  canUpdate: may(actor, 'issuable:update', facts),
  canClose: may(actor, 'issuable:close', facts),
  canReopen: may(actor, 'issuable:reopen', facts),
  canSetMetadata: may(actor, 'issuable:set-metadata', facts),
  canDelete: may(actor, 'issuable:delete', facts),
  canComment: may(actor, 'issuable:comment', facts),
  canCommentInternally: may(actor, 'issuable:comment-internally', facts),
  canAwardEmoji: may(actor, 'issuable:award-emoji', facts),
  canSubscribe: may(actor, 'issuable:subscribe', facts),
  canAdminLabels: may(actor, 'project:admin-labels', facts.namespace),
  isMember: isMember(actor, facts.namespace),
  isIssueAuthor: isUser(actor, facts.authorId),
})
