import { sql } from 'kysely'
import type { Static } from 'typebox'
import { getGroupIssuesPage, getIssuePage, getIssuesPage, getNewIssuePage } from '#contract/plan/pages.ts'
import { isMember, isUser, levelOf } from '#server/access/facts.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Sight } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { followUpOf, followUpTexts } from '#server/discuss/notes/follow-up.ts'
import { notesData } from '#server/discuss/notes/notes-data.ts'
import { newsJson, readingJson } from '#server/discuss/read-marks/read-marks.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { groupByPath } from '#server/foundation/groups/find.ts'
import { placeHeaderJson, placeOffers } from '#server/foundation/namespaces/header.ts'
import { projectByPath } from '#server/foundation/projects/find.ts'
import { userBasicJson, userWithAvailabilityJson } from '#server/foundation/users/present.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { showLinked } from '#server/plan/links/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { runStatement, unplanned } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'
import { countOf, keptCount } from './counts.ts'
import { narrowSearch } from './narrow-search.ts'
import { behind, cursorColumn, type IssueOrder, isKeyed, readCursor, writeCursor } from './order.ts'
import { readersAmong } from './queries.ts'
import { replyAddressOf } from './reply-address.ts'
import { walk } from './walk.ts'
import type { IssueScope } from './where.ts'

type ListInput = Static<typeof getIssuesPage.input>

const rowsPerPage = 50
const countLimit = 1000

export const issuePagesAnswers: readonly Answer[] = [
  answer(getIssuesPage, {
    about: projectByPath,
    ability: 'project:read-issues',
    run: (ctx, project, input) => showList(ctx, { kind: 'project', project }, project.facts, project.id, input),
  }),
  answer(getGroupIssuesPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, input) =>
      showList(
        ctx,
        { kind: 'group', id: group.id, fullPath: group.fullPath, withArchived: false },
        group.facts,
        group.id,
        input,
      ),
  }),
  answer(getNewIssuePage, {
    about: projectByPath,
    ability: 'project:create-issue',
    run: async (ctx, project, input) => {
      const followUp = await followUpOf(ctx, project.id, input)
      const related = await relatedOf(ctx, input)
      const { rows } = await sql<{
        header: string
        singleAssignee: boolean
      }>`select ${placeHeaderJson(ctx.services.settings, ctx.actor, project.facts, keptOpened(ctx, project))}::text as header,
          (select sp.single_assignee from projects sp where sp.id = n.id) as single_assignee
        from namespaces n where n.id = ${project.id}`.execute(ctx.db)
      return {
        namespace: new RawJson(rows[0]?.header ?? 'null'),
        singleAssignee: rows[0]?.singleAssignee ?? false,
        related,
        followUp: followUp && {
          ...followUpTexts(ctx, followUp),
          confidential: followUp.noteable.isConfidential || followUp.threads.some(thread => thread.internal),
          threads: followUp.threads.length,
          reference: `#${followUp.noteable.iid}`,
        },
        permissions: {
          canCreateIssue: true,
          canSetMetadata: may(ctx.actor, 'project:set-issue-metadata', project.facts),
          canCreateIncident: levelOf(ctx.actor, project.facts) >= 20,
          canAdminLabels: may(ctx.actor, 'project:admin-labels', project.facts),
        },
      }
    },
  }),
  answer(getIssuePage, { about: issueOfAddress, ability: 'issue:read', run: showPage }),
]

/** The issue that a new one is to be linked to; null without one, and where it is not the actor's to link. */
async function relatedOf(ctx: Context, { namespace, addRelatedIssue: iid }: Static<typeof getNewIssuePage.input>) {
  if (iid === undefined) return null
  const issue = await loadIfAllowed(ctx, 'issue:link', issueOfAddress, { namespace, iid })
  return issue && { iid, reference: `#${iid}`, title: issue.title, confidential: issue.confidential }
}

type Facts = Parameters<typeof placeHeaderJson>[2]

/** The open issues of a project from its kept counter, as an expression. */
const keptOpened = (ctx: Context, project: { readonly id: number; readonly facts: Facts }) =>
  // The counter looks at the id and the facts alone.
  keptCount(ctx, project as Allowed<'project:read-issues', never> & { readonly id: number }, 'opened')

/** A page of a list by key, in both directions, with the counts of its tabs. One statement. */
async function showList(ctx: Context, scope: IssueScope, facts: Facts, placeId: number, input: ListInput) {
  const { namespace: _namespace, orderBy: asked, sort: askedSort, cursor, ...given } = input
  const narrowed = await narrowSearch(ctx, scope, given)
  const filter = { ...narrowed.filter, state: given.state ?? ('opened' as const) }
  const { state: _state, ...stateless } = filter
  const order: IssueOrder = asked !== undefined ? asked : 'created_at'
  const sort = askedSort ?? 'desc'
  const from = readPageCursor(cursor, order)
  const isBack = from?.kind === 'before'
  // Backwards the order is turned round, and the rows are turned back for showing.
  const walked = isBack ? (sort === 'asc' ? 'desc' : 'asc') : sort
  const keyed = isKeyed(order)
  const start = from === null ? sql`` : from.kind === 'offset' ? sql`` : sql`and ${behind(order, walked, from.cursor)}`
  const offset = from?.kind === 'offset' ? from.offset : 0
  const { settings } = ctx.services
  const openIssues = scope.kind === 'project' ? keptOpened(ctx, { id: scope.project.id, facts }) : null
  const { rows } = await sql<ListRow>`
    with page as materialized (
      select id, value, row_number() over () as place from (select i.id, ${keyed ? cursorColumn(order, sort) : sql`null::text`} as value
        ${walk(ctx, scope, filter, {
          order,
          sort: walked,
          start,
          limit: sql`limit ${sql.lit(rowsPerPage + 1)} ${offset === 0 ? sql`` : sql`offset ${offset}`}`,
          reach: offset + rowsPerPage + 1,
        })}) ordered
    )
    select ${placeHeaderJson(settings, ctx.actor, facts, openIssues)}::text as header,
      coalesce((select '[' || string_agg(${rowJson(ctx, scope)}::text, ',' order by page.place ${sql.raw(isBack ? 'desc' : 'asc')}) || ']'
        from page join issuables i on i.id = page.id join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
          left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id
        where page.place <= ${sql.lit(rowsPerPage)}), '[]') as issues,
      (select count(*) from page) as walked, first.value as first_value, first.id as first_id, last.value as last_value, last.id as last_id,
      ${countOf(ctx, scope, stateless, 'opened', countLimit)} as opened, ${countOf(ctx, scope, stateless, 'closed', countLimit)} as closed
    from namespaces n left join page first on first.place = 1
      left join page last on last.place = (select least(count(*), ${rowsPerPage}) from page)
    where n.id = ${placeId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new Error('The place of a loaded list is gone')
  const isCounted = scope.kind === 'project' ? !hasFilter(stateless) : false
  return {
    namespace: new RawJson(found.header),
    permissions: {
      canCreateIssue: scope.kind === 'project' && may(ctx.actor, 'project:create-issue', facts),
      canSetMetadata: scope.kind === 'project' && levelOf(ctx.actor, facts) >= 20 && !facts.archived,
    },
    counts: {
      opened: shownCount(found.opened, isCounted),
      closed: shownCount(found.closed, isCounted),
      all: shownCount(found.opened + found.closed, isCounted, found.opened > countLimit || found.closed > countLimit),
    },
    issues: new RawJson(found.issues),
    ...neighbours(found, from, keyed),
  }
}

interface ListRow {
  readonly header: string
  readonly issues: string
  readonly walked: number
  readonly firstValue: string | null
  readonly firstId: number | null
  readonly lastValue: string | null
  readonly lastId: number | null
  readonly opened: number
  readonly closed: number
}

const hasFilter = (filter: object): boolean => Object.values(filter).some(value => value !== undefined)

function shownCount(
  count: number,
  isExact: boolean,
  hasMore = count > countLimit,
): { count: number; isAtLeast: boolean } {
  return isExact || !hasMore ? { count, isAtLeast: false } : { count: countLimit, isAtLeast: true }
}

type PageCursor =
  | { readonly kind: 'after' | 'before'; readonly cursor: { readonly value: string | null; readonly id: number } }
  | { readonly kind: 'offset'; readonly offset: number }

function readPageCursor(text: string | undefined, order: IssueOrder): PageCursor | null {
  if (text === undefined || text === '') return null
  const kind = text.slice(0, 1)
  const rest = text.slice(1)
  if (kind === '+' && /^\d{1,6}$/.test(rest)) return { kind: 'offset', offset: Number(rest) }
  if (!isKeyed(order)) return null
  return { kind: kind === '<' ? 'before' : 'after', cursor: readCursor(rest) }
}

function neighbours(
  found: ListRow,
  from: PageCursor | null,
  keyed: boolean,
): { next: string | null; previous: string | null } {
  const hasMore = found.walked > rowsPerPage
  if (!keyed) {
    const offset = from?.kind === 'offset' ? from.offset : 0
    return {
      next: hasMore ? `+${offset + rowsPerPage}` : null,
      previous: offset > 0 ? `+${Math.max(0, offset - rowsPerPage)}` : null,
    }
  }
  const isBack = from?.kind === 'before'
  const first = isBack ? { value: found.lastValue, id: found.lastId } : { value: found.firstValue, id: found.firstId }
  const last = isBack ? { value: found.firstValue, id: found.firstId } : { value: found.lastValue, id: found.lastId }
  const at = (sign: string, row: { readonly value: string | null; readonly id: number | null }) =>
    row.id === null ? null : `${sign}${writeCursor({ value: row.value, id: row.id })}`
  return {
    next: (isBack ? true : hasMore) ? at('>', last) : null,
    previous: (isBack ? hasMore : from !== null) ? at('<', first) : null,
  }
}

function rowJson(ctx: Context, scope: IssueScope) {
  const { settings } = ctx.services
  const site = sql.lit(settings.externalUrl)
  const reference = scope.kind === 'project' ? sql`'#' || i.iid` : sql`n.path || '#' || i.iid`
  return sql`json_build_object('id', i.id, 'iid', i.iid, 'title', i.title, 'type', i.type, 'state', i.state, 'confidential', i.confidential,
    'discussion_locked', i.discussion_locked, 'hidden', i.hidden, 'author', ${userBasicJson(settings, 'author')},
    'assignees', (select coalesce(json_agg(${userBasicJson(settings, 'u')} order by u.id), '[]') from issuable_assignees ia
      join users u on u.id = ia.user_id where ia.issuable_id = i.id),
    'labels', (select coalesce(json_agg(${labelBasicJson('l')} order by l.title), '[]') from issuable_labels il
      join labels l on l.id = il.label_id where il.issuable_id = i.id),
    'milestone', case when m.id is not null then json_build_object('id', m.id, 'title', m.title, 'due_date', m.due_date,
      'expired', m.state = 'active' and coalesce(m.due_date < ${ctx.now.slice(0, 10)}::date, false),
      'web_url', ${site} || case when mn.kind = 'group' then '/groups/' else '/' end || mn.full_path || '/-/milestones/' || m.iid) end,
    'weight', i.weight, 'due_date', i.due_date, 'notes_count', i.notes_count, 'upvotes', i.upvotes, 'downvotes', i.downvotes,
    'task_completion_status', json_build_object('count', i.task_count, 'completed_count', i.task_completed_count),
    'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at), 'closed_at', iso(i.closed_at),
    'web_path', '/' || n.full_path || '/-/issues/' || i.iid, 'reference', ${reference},
    'news', ${newsJson(ctx.actor, 'i', scope.kind === 'project' ? scope.project.facts : null)})`
}

/** Everything of an issue but its discussion: one statement, and one more for each of its links and the places its texts refer to. */
async function showPage(ctx: Context, issue: Allowed<'issue:read', IssuableRow>) {
  const { settings } = ctx.services
  const { facts } = issue
  const { actor } = ctx
  const withInternal = may(actor, 'issue:read-internal-notes', facts)
  const site = sql.lit(settings.externalUrl)
  const values = {
    issueId: issue.id,
    namespaceId: issue.namespaceId,
    actorId: actor.kind === 'user' ? actor.id : 0,
    today: ctx.now.slice(0, 10),
    now: ctx.now,
  }
  const offers = JSON.stringify(placeOffers(actor, facts.namespace))
  const seesAll = levelOf(actor, facts.namespace) >= 20
  const rows = await runStatement<PageRow, typeof values>(
    ctx.db,
    `issue page ${actor.kind} ${offers} ${seesAll} ${withInternal} ${settings.externalUrl}`,
    values,
    place => {
      const sight: Sight = actor.kind === 'user' ? { kind: 'user', id: place.actorId } : actor
      const project = { id: place.namespaceId, facts: facts.namespace }
      const issueId = unplanned(place.issueId)
      return sql`
    with reading as materialized (${readersAmong(issueId, withInternal)})
    select ${placeHeaderJson(settings, actor, facts.namespace, keptCount(ctx, project, 'opened', sight))}::text as header,
      i.title_html, i.description_html,
      json_build_object('id', i.id, 'iid', i.iid, 'type', i.type, 'title', i.title, 'description', coalesce(i.description, ''),
        'state', i.state, 'confidential', i.confidential, 'discussion_locked', i.discussion_locked, 'hidden', i.hidden,
        'author', ${userWithAvailabilityJson(settings, 'author', place.now)},
        'assignees', (select coalesce(json_agg(${userWithAvailabilityJson(settings, 'u', place.now)} order by u.id), '[]') from issuable_assignees ia
          join users u on u.id = ia.user_id where ia.issuable_id = i.id),
        'labels', (select coalesce(json_agg(${labelBasicJson('l')} order by l.title), '[]') from issuable_labels il
          join labels l on l.id = il.label_id where il.issuable_id = i.id),
        'milestone', ${milestoneJson(settings, 'm', 'mn', place.today)},
        'start_date', i.start_date, 'due_date', i.due_date, 'weight', i.weight, 'lock_version', i.lock_version,
        'task_completion_status', json_build_object('count', i.task_count, 'completed_count', i.task_completed_count),
        'notes_count', i.notes_count, 'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at), 'closed_at', iso(i.closed_at),
        'closed_by', ${userBasicJson(settings, 'closer')}, 'last_edited_at', iso(i.last_edited_at),
        'last_edited_by', ${userBasicJson(settings, 'editor')},
        'reference', json_build_object('short', '#' || i.iid, 'full', n.full_path || '#' || i.iid),
        'web_url', ${site} || '/' || n.full_path || '/-/issues/' || i.iid,
        'awards', (select coalesce(json_agg(json_build_object('name', w.name, 'count', w.count, 'is_mine', w.mine, 'users', w.users)
            order by w.name not in ('thumbsup', 'thumbsdown'), w.name = 'thumbsdown', w.first), '[]')
          from (select e.name, count(*) as count, bool_or(e.user_id = ${place.actorId}) as mine, min(e.id) as first,
              coalesce((array_agg(eu.name order by e.id) filter (where e.user_id is distinct from ${place.actorId}::bigint))[1:10], '{}') as users
            from award_emoji e join users eu on eu.id = e.user_id
            where e.issuable_id = i.id and e.note_id is null group by e.name) w),
        'participants', (select coalesce(json_agg(${userBasicJson(settings, 'p')} order by p.id), '[]')
          from (select * from users where id in (select id from reading) order by id limit 100) p),
        'single_assignee', (select sp.single_assignee from projects sp where sp.id = i.namespace_id),
        'participants_count', (select count(*) from reading),
        'email_participants', (select coalesce(json_agg(ep.email), '[]') from (${emailParticipants(sql`i.id`, withInternal)}) ep))::text as issue,
      json_build_object('subscribed', ${isSubscribed(sight, 'i')},
        'todo_id', (select max(t.id) from todos t where t.issuable_id = i.id and t.user_id = ${place.actorId} and t.state = 'pending'),
        'drafts_count', (select count(*) from draft_notes dn where dn.author_id = ${place.actorId} and dn.issuable_id = i.id),
        'emails_disabled', not n.emails_enabled, 'reading', ${readingJson(sight, 'i', withInternal)},
        'notes_filter', (select vu.issue_notes_filter from users vu where vu.id = ${place.actorId}))::text as viewer,
      (select vu.issue_notes_filter from users vu where vu.id = ${place.actorId}) as notes_filter,
      exists (select 1 from issuable_links lk where lk.source_id = ${issueId})
        or exists (select 1 from issuable_links lk where lk.target_id = ${issueId}) as is_linked
    from issuables i join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
      left join users closer on closer.id = i.closed_by_id left join users editor on editor.id = i.last_edited_by_id
      left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id
    where i.id = ${issueId}`
    },
  )
  const found = rows[0]
  if (found === undefined) throw new Error('A loaded issue is gone')
  const [titleHtml = '', descriptionHtml = ''] = await redactFor(ctx, [found.titleHtml, found.descriptionHtml])
  const html = `,"title_html":${JSON.stringify(titleHtml)},"description_html":${JSON.stringify(descriptionHtml)}}`
  return {
    namespace: new RawJson(found.header),
    issue: new RawJson(`${found.issue.slice(0, -1)}${html}`),
    viewer: new RawJson(found.viewer),
    linkedIssues: found.isLinked ? await showLinked(ctx, issue) : [],
    replyAddress: await replyAddressOf(ctx, issue.id, may(actor, 'issue:comment', facts)),
    reportAbusePath: may(actor, 'issue:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issue, found.notesFilter ?? 0),
    permissions: {
      canUpdate: may(actor, 'issue:update', facts),
      canClose: may(actor, 'issue:close', facts),
      canReopen: may(actor, 'issue:reopen', facts),
      canSetMetadata: may(actor, 'issue:set-metadata', facts),
      canDelete: may(actor, 'issue:delete', facts),
      canLink: may(actor, 'issue:link', facts),
      canComment: may(actor, 'issue:comment', facts),
      canCommentInternally: may(actor, 'issue:comment-internally', facts),
      canAwardEmoji: may(actor, 'issue:award-emoji', facts),
      canSubscribe: may(actor, 'issue:subscribe', facts),
      canCreateIssue: may(actor, 'project:create-issue', facts.namespace),
      canCreateIncident: levelOf(actor, facts.namespace) >= 20 && !facts.namespace.archived,
      canAdminLabels: may(actor, 'project:admin-labels', facts.namespace),
      isMember: isMember(actor, facts.namespace),
      isIssueAuthor: isUser(actor, facts.authorId),
    },
  }
}

interface PageRow {
  readonly header: string
  readonly titleHtml: string
  readonly descriptionHtml: string
  readonly issue: string
  readonly viewer: string
  readonly notesFilter: number | null
  readonly isLinked: boolean
}
