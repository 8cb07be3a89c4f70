import { type RawBuilder, sql } from 'kysely'
import { leadingAwards, maxNamedPeople } from '#contract/discuss/award-order.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { getIssuePage } from '#contract/plan/issue-pages.ts'
import { isUser } from '#server/access/facts.ts'
import { hasRole, isMember, levelOf } from '#server/access/levels.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { SqlActor } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { notesData } from '#server/discuss/notes/page/notes-data.ts'
import { readingJson } from '#server/discuss/read-marks/read-marks.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { placeOffers, placePairs } from '#server/foundation/namespaces/header.ts'
import { userBasicJson, userWithAvailabilityJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import {
  defaultSelection,
  type IssuableRow,
  type IssuableSelection,
  selectIssuable,
} from '#server/plan/issuables/find.ts'
import { issuePath, momentPairs, plainPairs, taskPairs } from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { showLinked } from '#server/plan/links/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import type { Settings } from '#server/settings.ts'
import { answer } from '#server/slice.ts'
import { keptCountFor } from '../list/kept-counts.ts'
import { readersAmong } from '../queries.ts'
import { replyAddressOf } from '../reply-address.ts'

interface PageRow extends IssuableRow {
  readonly header: string
  readonly titleHtml: string
  readonly descriptionHtml: string
  readonly page: string
  readonly viewer: string
  readonly notesFilter: number | null
  readonly isLinked: boolean
}

interface Address {
  readonly namespace: string
  readonly iid: number
}

/**
 * An issue with what its page shows, in one statement. Nobody knows before it who asks: to those who are signed in it is
 * looked at as reporters see it, and `showIssuePage` looks again for whoever turns out to be less.
 */
const issueWithPage = finder('issuable', 'Issue', (ctx: Context, address: Address) =>
  lookAtPage(ctx, address, ctx.actor.kind === 'user'),
)

const lookAtPage = (ctx: Context, { namespace, iid }: Address, seesAll: boolean) =>
  selectIssuable<PageRow>(
    ctx,
    'issue',
    'by-iid',
    { ref: namespace, iid },
    pageSelection(ctx.services.settings, seesAll),
  )

export const issuePageAnswer = answer(getIssuePage, {
  about: issueWithPage,
  ability: 'issuable:read',
  run: showIssuePage,
})

/** Everything of an issue but its discussion: one more statement for its links, and one for the places its texts refer to. */
async function showIssuePage(ctx: Context, issue: Allowed<'issuable:read', PageRow>, address: Address) {
  const { actor } = ctx
  const { facts } = issue
  const seesAll = hasRole(actor, facts.namespace, 'planner')
  const page = seesAll || actor.kind === 'anonymous' ? issue : (await lookAtPage(ctx, address, false))?.row
  if (page === undefined) throw new NotFound('Issue')
  const [titleHtml = '', descriptionHtml = ''] = await redactFor(ctx, [page.titleHtml, page.descriptionHtml])
  return {
    namespace: withMembers(page.header, {
      access_level: levelOf(actor, facts.namespace),
      offers: placeOffers(actor, facts.namespace),
    }),
    issue: withMembers(page.page, { title_html: titleHtml, description_html: descriptionHtml }),
    viewer: new RawJson(page.viewer),
    linkedIssues: page.isLinked ? await showLinked(ctx, issue) : [],
    replyAddress: await replyAddressOf(ctx, issue.id, may(actor, 'issuable:comment', facts)),
    reportAbusePath: may(actor, 'issuable:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issuableKinds.issue, issue, page.notesFilter ?? 0),
    permissions: {
      canUpdate: may(actor, 'issuable:update', facts),
      canClose: may(actor, 'issuable:close', facts),
      canReopen: may(actor, 'issuable:reopen', facts),
      canSetMetadata: may(actor, 'issuable:set-metadata', facts),
      canDelete: may(actor, 'issuable:delete', facts),
      canLink: may(actor, 'issuable:link', facts),
      canComment: may(actor, 'issuable:comment', facts),
      canCommentInternally: may(actor, 'issuable:comment-internally', facts),
      canAwardEmoji: may(actor, 'issuable:award-emoji', facts),
      canSubscribe: may(actor, 'issuable:subscribe', facts),
      canCreateIssue: may(actor, 'project:create-issue', facts.namespace),
      canCreateIncident: may(actor, 'project:create-incident', facts.namespace),
      canAdminLabels: may(actor, 'project:admin-labels', facts.namespace),
      isMember: isMember(actor, facts.namespace),
      isIssueAuthor: isUser(actor, facts.authorId),
    },
  }
}

const pageSelection = (settings: Settings, seesAll: boolean): IssuableSelection => ({
  key: `issue page ${seesAll} ${settings.externalUrl}`,
  columns: (sqlActor, now) => sql`${defaultSelection.columns(sqlActor, now)}, i.title_html, i.description_html,
    json_build_object(${placePairs(settings, keptCountFor(sql.ref('n.id'), 'opened', sqlActor, seesAll))})::text as header,
    json_build_object(${pagePairs(settings, sqlActor, now, seesAll)})::text as page,
    json_build_object(${viewerPairs(sqlActor, seesAll)})::text as viewer, viewer.issue_notes_filter as notes_filter,
    exists (select 1 from issuable_links lk where lk.source_id = i.id)
      or exists (select 1 from issuable_links lk where lk.target_id = i.id) as is_linked`,
  joins: sqlActor => sql`join namespaces n on n.id = i.namespace_id join projects p on p.id = i.namespace_id
    join users author on author.id = i.author_id left join users closer on closer.id = i.closed_by_id
    left join users editor on editor.id = i.last_edited_by_id left join users viewer on viewer.id = ${idOf(sqlActor)}
    left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id
    cross join lateral (select coalesce(json_agg(${userBasicJson(settings, 'r')} order by r.id) filter (where r.place <= 100), '[]') as shown,
        count(*) as count, coalesce(bool_or(r.id = ${idOf(sqlActor)}), false) as with_viewer from (select reader.*, row_number() over (order by reader.id) as place
          from (${readersAmong('i', 'n', seesAll)}) reader) r) taking_part`,
})

/** Nobody has the id 0. */
const idOf = (sqlActor: SqlActor): RawBuilder<number> =>
  sqlActor.kind === 'user' ? sql<number>`${sqlActor.id}` : sql<number>`0`

function pagePairs(
  settings: Settings,
  sqlActor: SqlActor,
  now: RawBuilder<string>,
  seesAll: boolean,
): RawBuilder<unknown> {
  const site = sql.lit(settings.externalUrl)
  return sql`'id', i.id, 'iid', i.iid, 'type', i.type, 'title', i.title, 'description', coalesce(i.description, ''),
    'state', i.state, ${plainPairs}, 'hidden', i.hidden,
    'author', ${userWithAvailabilityJson(settings, 'author', now)},
    'assignees', ${assigneesJson(userWithAvailabilityJson(settings, 'u', now))}, 'labels', ${labelsJson(labelBasicJson('l'))},
    'milestone', ${milestoneJson(settings, 'm', 'mn', sql`left(${now}, 10)`)},
    'time_stats', ${timeStatsJson('i')}, 'lock_version', i.lock_version, ${taskPairs}, 'notes_count', i.notes_count, ${momentPairs}, 'closed_by', ${userBasicJson(settings, 'closer')}, 'last_edited_at', iso(i.last_edited_at),
    'last_edited_by', ${userBasicJson(settings, 'editor')},
    'reference', json_build_object('short', '#' || i.iid, 'full', n.full_path || '#' || i.iid),
    'web_url', ${site} || ${issuePath},
    'awards', (select coalesce(json_agg(json_build_object('name', w.name, 'count', w.count, 'is_mine', w.mine, 'users', w.users)
        order by array_position(${[...leadingAwards]}::text[], w.name), w.first), '[]')
      from (select e.name, count(*) as count, bool_or(e.user_id = ${idOf(sqlActor)}) as mine, min(e.id) as first,
          coalesce((array_agg(eu.name order by e.id) filter (where e.user_id <> ${idOf(sqlActor)}))[1:${sql.lit(maxNamedPeople)}], '{}') as users
        from award_emoji e join users eu on eu.id = e.user_id
        where e.issuable_id = i.id and e.note_id is null group by e.name) w),
    'participants', taking_part.shown, 'single_assignee', p.single_assignee, 'participants_count', taking_part.count,
    'email_participants', (select coalesce(json_agg(ep.email), '[]') from (${emailParticipants(sql`i.id`, seesAll)}) ep)`
}

function viewerPairs(sqlActor: SqlActor, seesAll: boolean): RawBuilder<unknown> {
  // To those who see all, who takes part tells it too.
  const subscribed = seesAll
    ? sql`coalesce((select hs.subscribed from subscriptions hs where hs.issuable_id = i.id and hs.user_id = ${idOf(sqlActor)}), taking_part.with_viewer)`
    : isSubscribed(sqlActor, 'i')
  return sql`'subscribed', ${subscribed},
    'todo_id', (select max(t.id) from todos t where t.issuable_id = i.id and t.user_id = ${idOf(sqlActor)} and t.state = 'pending'),
    'drafts_count', (select count(*) from draft_notes dn where dn.author_id = ${idOf(sqlActor)} and dn.issuable_id = i.id),
    'emails_disabled', not n.emails_enabled, 'reading', ${readingJson(sqlActor, 'i', seesAll)},
    'notes_filter', viewer.issue_notes_filter`
}
