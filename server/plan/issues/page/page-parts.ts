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
import { momentFields, plainFields, taskFields } from '#server/plan/issuables/projections.ts'
import { readersAmong } from '#server/plan/issuables/readers-among.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { arrayOf, columnsOf, type Fields, object } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'

const i = columnsOf('issuables', 'i')
const viewer = columnsOf('users', 'viewer')

// The fields that the pages of all kinds of issuables show, over `issuables i` and `pageJoins`.

/** No user has the id 0. */
export const idOf = (actor: Actor): RawBuilder<number> =>
  actor.kind === 'user' ? sql<number>`${actor.id}` : sql<number>`0`

/**
 * The joins after `issuables i`.
 *
 * @param seesAll  the reader sees internal notes and their authors
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

/** The properties that `IssuableData` of the web names, as members of a JSON object. The page of an issue reads its rare ones apart. */
export const pageFields = (
  settings: Settings,
  series: Exclude<IssuableSeries, 'issue'>,
  actor: Actor,
  now: RawBuilder<string>,
  seesAll: boolean,
) => ({
  ...commonFields(settings, series, now),
  awards: awardsJson(actor),
  email_participants: emailParticipantsJson(seesAll),
})

/** The same without reactions and email participants. */
export function commonFields(settings: Settings, series: IssuableSeries, now: RawBuilder<string>): Fields {
  const sign = sql.lit(issuableKinds[series].sign)
  return {
    ...i.fields('id', 'iid', 'type', 'title'),
    description: sql`coalesce(i.description, '')`,
    ...i.fields('state'),
    ...(series === 'issue' ? plainFields : i.fields('confidential', 'discussionLocked')),
    ...i.fields('hidden'),
    author: userWithAvailabilityJson(settings, 'author', now),
    assignees: assigneesJson(userWithAvailabilityJson(settings, 'u', now)),
    labels: labelsJson(labelBasicJson('l')),
    milestone: milestoneJson(settings, 'm', 'mn', sql`left(${now}, 10)`),
    time_stats: timeStatsJson('i'),
    ...i.fields('lockVersion'),
    ...taskFields,
    ...i.fields('notesCount'),
    ...momentFields,
    closed_by: userBasicJson(settings, 'closer'),
    ...i.moments('lastEditedAt'),
    last_edited_by: userBasicJson(settings, 'editor'),
    reference: object({ short: sql`${sign} || i.iid`, full: sql`n.full_path || ${sign} || i.iid` }),
    web_url: sql`${sql.lit(settings.externalUrl)} || ${pagePathSql('i', 'n', series)}`,
    participants: sql`taking_part.shown`,
    single_assignee: sql`${sql.lit(rulesOf(series).hasOneAssignee === true)} or coalesce(p.single_assignee, false)`,
    participants_count: sql`taking_part.count`,
  }
}

/** The reactions to `issuables i`, an array of JSON. */
export const awardsJson = (actor: Actor): RawBuilder<unknown> =>
  arrayOf(
    object({
      name: sql`w.name`,
      count: sql`w.count`,
      is_mine: sql`w.mine`,
      users: sql`w.users`,
    }),
    sql`from (select e.name, count(*) as count, bool_or(e.user_id = ${idOf(actor)}) as mine, min(e.id) as first,
          coalesce((array_agg(eu.name order by e.id) filter (where e.user_id <> ${idOf(actor)}))[1:${sql.lit(maxNamedPeople)}], '{}') as users
        from award_emoji e join users eu on eu.id = e.user_id
        where e.issuable_id = i.id and e.note_id is null group by e.name) w`,
    sql`array_position(${[...leadingAwards]}::text[], w.name), w.first`,
  )

/** The addresses that get the comments on `issuables i` by email, an array of JSON. @param seesAll  the reader sees them whole */
export const emailParticipantsJson = (seesAll: boolean): RawBuilder<unknown> =>
  arrayOf(sql`ep.email`, sql`from (${emailParticipants(sql`i.id`, seesAll)}) ep`)

/** The fields that the page shows about the reader, as members of a JSON object. */
export function viewerFields(actor: Actor, seesAll: boolean) {
  // For readers who see all, the participants tell whether the reader is subscribed.
  const subscribed = seesAll
    ? sql`coalesce((select hs.subscribed from subscriptions hs where hs.issuable_id = i.id and hs.user_id = ${idOf(actor)}), taking_part.with_viewer)`
    : isSubscribed(actor, 'i')
  return {
    subscribed,
    todo_id: sql`(select max(t.id) from todos t where t.issuable_id = i.id and t.user_id = ${idOf(actor)} and t.state = 'pending')`,
    drafts_count: sql`(select count(*) from draft_notes dn where dn.author_id = ${idOf(actor)} and dn.issuable_id = i.id)`,
    emails_disabled: sql`not n.emails_enabled`,
    reading: readingJson(actor, 'i', seesAll),
    notes_filter: viewer('issueNotesFilter'),
  }
}

/** The reader's permissions, by the names that the pages of all kinds use. */
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
