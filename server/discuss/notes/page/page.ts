import { type RawBuilder, sql } from 'kysely'
import { hasPositions, newPagePath } from '#contract/issuable-kinds.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { hasRole, roleNameSql } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { mayWithNote } from '#server/access/note-condition.ts'
import type { Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { type NoteableRow, noteableType, pathOf } from '#server/discuss/noteables/noteable.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { pageSuggestionsJson } from '#server/discuss/suggestions/present.ts'
import { emailShown } from '#server/foundation/users/emails/shown-email.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { invalidCursor } from '#server/platform/sql/cursor-value.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { versionsOfShown } from '../history/description-versions.ts'
import { codeOfDiscussion } from '../positions/position.ts'

const u = columnsOf('users', 'u')
const a = columnsOf('awardEmoji', 'a')
const n = columnsOf('notes', 'n')

export type ReadableNoteable = NoteableRow & { readonly facts: IssuableFacts }

interface DiscussionPage {
  readonly discussions: RawJson
  /** Null at the end. */
  readonly nextCursor: string | null
  /** The cursor of the page before, for a page around a note. */
  readonly previousCursor: string | null
}

/** The number of discussions that are read as quickly as one row. */
const quickPage = 20

interface PageParts {
  readonly filter: number
  readonly cursor: string | null
  readonly perPage: number
  readonly sort: 'asc' | 'desc'
  /** The id of a note: the page begins with its discussion. */
  readonly around: number | null
  /** Only those in the diff. */
  readonly inDiff?: boolean
}

/**
 * One page of the discussions of an issuable with all fields that the page shows, each with its notes oldest first.
 *
 * One statement, and a second one when a text refers to something that not everyone may know of.
 *
 * @throws Malformed  a cursor that is none
 */
export async function pageDiscussions(
  ctx: Context,
  noteable: ReadableNoteable,
  parts: PageParts,
): Promise<DiscussionPage> {
  const visible = visibleNotes(ctx.actor, 'n', noteable.facts.namespace)
  const inDiff =
    parts.inDiff === true
      ? sql`and exists (select 1 from notes d where d.issuable_id = ${noteable.id}
    and d.discussion_id = n.discussion_id and d.type = 'DiffNote')`
      : sql``
  const seen = sql`n.issuable_id = ${noteable.id} and ${visible} ${filtered(parts.filter)} ${inDiff}`
  const isBack = parts.sort === 'desc'
  const direction = isBack ? sql`desc` : sql`asc`
  const beyond = isBack ? sql`<` : sql`>`
  const after =
    parts.around !== null
      ? sql`and (n.created_at, n.id) >= (select f.created_at, f.id from notes n join notes f on f.discussion_id = n.discussion_id
          and f.issuable_id = n.issuable_id where n.id = ${parts.around} and n.issuable_id = ${noteable.id} and ${visible}
          order by f.created_at, f.id limit 1)`
      : parts.cursor === null
        ? sql``
        : sql`and (n.created_at, n.id) ${beyond} ${readCursor(parts.cursor)}`
  const cursor = sql`(extract(epoch from p.created_at) * 1000000)::bigint || '-' || p.id`
  const [row] = await runPlannedOnce(
    ctx.db,
    sql<NotesPageRow>`
    with firsts as materialized (select n.discussion_id, n.created_at, n.id from notes n where ${seen} ${after}
      and not exists (select 1 from notes e where e.discussion_id = n.discussion_id and (e.created_at, e.id) < (n.created_at, n.id))
      order by n.created_at ${direction}, n.id ${direction} limit ${parts.perPage + 1}),
    page as materialized (select * from firsts order by created_at ${direction}, id ${direction} limit ${parts.perPage}),
    shown as materialized (select n.*, page.created_at as first_at, page.id as first_id from page
      join notes n on n.discussion_id = page.discussion_id where ${seen}),
    ${dressing(ctx, noteable)}
    select coalesce((select '[' || string_agg(d.json, ',' order by d.first_at ${direction}, d.first_id ${direction}) || ']'
        from (${discussionsOf(ctx, noteable)}) d), '[]') as json,
      ${flagged},
      (select ${cursor} from page p where (select count(*) from firsts) > ${parts.perPage}
        order by p.created_at ${isBack ? sql`asc` : sql`desc`}, p.id ${isBack ? sql`asc` : sql`desc`} limit 1) as next_cursor,
      ${parts.around === null ? sql`null` : sql`(select ${cursor} from page p order by p.created_at, p.id limit 1)`} as previous_cursor`,
    parts.perPage <= quickPage,
  )
  const { nextCursor = null, previousCursor = null } = row ?? {}
  return { discussions: await redacted(ctx, row), nextCursor, previousCursor }
}

/** One discussion as the page shows it; null when nothing of it is left to see. */
export async function pageDiscussion(
  ctx: Context,
  noteable: ReadableNoteable,
  discussionId: string,
): Promise<RawJson | null> {
  const { rows } = await sql<NotesPageRow>`
    with shown as materialized (select n.*, n.created_at as first_at, n.id as first_id from notes n
      where n.discussion_id = ${discussionId} and n.issuable_id = ${noteable.id} and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)}),
    ${dressing(ctx, noteable)}
    select (select d.json from (${discussionsOf(ctx, noteable)}) d limit 1) as json, ${flagged}, null as next_cursor`.execute(
    ctx.db,
  )
  return rows[0]?.json === null ? null : redacted(ctx, rows[0])
}

/** Notes as the page shows them: those that a condition on `notes n` picks, oldest first, as an array. */
export async function pageNotes(
  ctx: Context,
  noteable: ReadableNoteable,
  condition: RawBuilder<unknown>,
): Promise<RawJson> {
  const { rows } = await sql<NotesPageRow>`
    with shown as materialized (select n.* from notes n
      where n.issuable_id = ${noteable.id} and ${visibleNotes(ctx.actor, 'n', noteable.facts.namespace)} and ${condition}
      order by n.created_at, n.id limit 1000),
    ${dressing(ctx, noteable)}
    select coalesce((select '[' || string_agg(${pageNoteJson(ctx, noteable)}, ',' order by n.created_at, n.id) || ']' from shown n ${dressed}), '[]') as json,
      ${flagged}, null as next_cursor`.execute(ctx.db)
  return redacted(ctx, rows[0])
}

interface ChangedNotes {
  readonly notes: RawJson
  /** Ids of those that were deleted, as JSON. */
  readonly deleted: RawJson
  /** Microseconds since 1970: everything that changed up to then is here; null when that is everything there is. */
  readonly upTo: number | null
}

const changedAtOnce = 1_000

/**
 * The changes on an issuable since a moment: new and edited notes, notes with other reactions, and deleted notes.
 *
 * @param since  microseconds since 1970
 */
export async function changedNotes(
  ctx: Context,
  noteable: ReadableNoteable,
  since: number,
  filter: number,
): Promise<ChangedNotes> {
  const visible = visibleNotes(ctx.actor, 'n', noteable.facts.namespace)
  const start = sql`(timestamptz 'epoch' + ${since}::bigint * interval '1 microsecond')`
  const changedAt = sql`greatest(n.updated_at, n.reacted_at)`
  const seen = sql`n.issuable_id = ${noteable.id} and ${visible} ${filtered(filter)} and (n.updated_at >= ${start} or n.reacted_at >= ${start})`
  const insiders = may(ctx.actor, 'issuable:read-internal-notes', noteable.facts)
  const { rows } = await sql<NotesPageRow & { readonly deleted: string; readonly upTo: number | null }>`
    with shown as materialized (select n.*, ${changedAt} as changed_at from notes n where ${seen}
      order by ${changedAt} fetch first ${sql.lit(changedAtOnce)} rows with ties),
    ${dressing(ctx, noteable)}
    select coalesce((select '[' || string_agg(${pageNoteJson(ctx, noteable)}, ',' order by n.created_at, n.id) || ']' from shown n ${dressed}), '[]') as json,
      ${flagged}, null as next_cursor,
      coalesce((select json_agg(d.note_id::text order by d.note_id) from deleted_notes d where d.issuable_id = ${noteable.id}
        and d.deleted_at >= ${start} ${insiders ? sql`` : sql`and not d.internal`}), '[]')::text as deleted,
      case when (select count(*) from shown) >= ${changedAtOnce}
          and exists (select 1 from notes n where ${seen} and ${changedAt} > (select max(changed_at) from shown))
        then (select (extract(epoch from max(changed_at)) * 1000000)::bigint from shown) end as up_to`.execute(ctx.db)
  const row = rows[0]
  return { notes: await redacted(ctx, row), deleted: new RawJson(row?.deleted ?? '[]'), upTo: row?.upTo ?? null }
}

/** One note as the page shows it. */
export async function pageNote(ctx: Context, noteable: ReadableNoteable, noteId: number): Promise<RawJson> {
  const list = await pageNotes(ctx, noteable, sql`n.id = ${noteId}`)
  return new RawJson(list.text.slice(1, -1) || 'null')
}

export const filtered = (filter: number): RawBuilder<unknown> =>
  filter === 1 ? sql`and not n.system` : filter === 2 ? sql`and n.system` : sql``

interface NotesPageRow {
  readonly json: string | null
  readonly flagged: readonly { readonly id: number; readonly html: string }[] | null
  readonly nextCursor: string | null
  readonly previousCursor?: string | null
}

// A note whose HTML must be redacted for this reader leaves PostgreSQL apart, with a noncharacter and its id in its
// place. Quotes in people's texts are escaped within JSON, so no text can imitate the mark.
const flagged = sql`(select json_agg(${object({ id: sql`s.id`, html: sql`s.body_html` })}) from shown s
  where strpos(s.body_html, 'data-reference-id="') > 0) as flagged`
const marked = sql`case when strpos(n.body_html, 'data-reference-id="') > 0 then U&'\\FDD4' || n.id else n.body_html end`
const marks = /"note_html":"\uFDD4(\d+)"/g

async function redacted(ctx: Context, row: NotesPageRow | undefined): Promise<RawJson> {
  const json = row?.json ?? '[]'
  const texts = row?.flagged ?? null
  if (texts === null) return new RawJson(json)
  const htmls = await redactFor(
    ctx,
    texts.map(each => each.html),
  )
  const byId = new Map(texts.map((each, index) => [String(each.id), htmls[index] ?? '']))
  return new RawJson(json.replace(marks, (_all, id: string) => `"note_html":${JSON.stringify(byId.get(id) ?? '')}`))
}

/** People, their roles and the reactions of all `shown` notes, each made once. */
function dressing(ctx: Context, noteable: ReadableNoteable): RawBuilder<unknown> {
  const base = siteBase(ctx)
  return sql`people as materialized (select u.id, ${object({
    ...u.fields('id', 'username', 'name', 'state'),
    avatar_url: avatarSql('u', sql`${base}::text`),
    path: sql`${base}::text || '/' || u.username`,
    show_status: hasStatus,
    status_tooltip_html: sql`case when ${hasStatus} then ${statusHtml} end`,
    availability: u('statusAvailability'),
    is_gitlab_employee: u('isStaff'),
  })} as json
    from users u where u.id in (select author_id from shown union select last_edited_by_id from shown union select resolved_by_id from shown)),
  roles as materialized (select m.user_id, ${roleNameSql(sql`max(m.access_level)`)} as name from memberships m
    where m.namespace_id = any (${[...noteable.ancestorIds]}::bigint[])
      and m.user_id in (select author_id from shown) group by m.user_id),
  awards as materialized (select a.note_id, json_agg(${object({ ...a.fields('name'), user: object({ ...u.fields('id', 'name', 'username') }) })} order by a.id) as json
    from award_emoji a join users u on u.id = a.user_id
    where a.issuable_id = ${noteable.id} and a.note_id in (select id from shown) group by a.note_id),
  ${versionsOfShown(ctx, noteable)}`
}

const hasStatus = sql`((u.status_emoji is not null or coalesce(u.status_message, '') <> '')
  and (u.status_clear_at is null or u.status_clear_at > now()))`
const statusHtml = sql`coalesce('<gl-emoji data-name="' || u.status_emoji || '"></gl-emoji> ', '') || '<span>'
  || replace(replace(replace(coalesce(u.status_message, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</span>'`

const dressed = sql`left join people author on author.id = n.author_id left join people editor on editor.id = n.last_edited_by_id
  left join people resolver on resolver.id = n.resolved_by_id left join roles on roles.user_id = n.author_id
  left join awards on awards.note_id = n.id
  left join project_contributors contributors on contributors.namespace_id = n.namespace_id and contributors.user_id = n.author_id
  left join versions on versions.note_id = n.id`

/** A note of `shown n`, dressed, as text of JSON. */
function pageNoteJson(ctx: Context, noteable: ReadableNoteable): RawBuilder<unknown> {
  const { actor } = ctx
  const { facts } = noteable
  const own = { authorId: sql`n.author_id`, system: sql`n.system` }
  // The first note represents its thread.
  const ofThread = {
    ...own,
    authorId: sql`(select first.author_id from notes first where first.issuable_id = n.issuable_id
      and first.discussion_id = n.discussion_id order by first.created_at, first.id limit 1)`,
  }
  const canEdit = mayWithNote(actor, 'note:update', facts, own)
  const canAward = mayWithNote(actor, 'note:award-emoji', facts, own)
  const canReport = mayWithNote(actor, 'note:report-abuse', facts, own)
  const canResolve = sql`(n.resolvable and ${mayWithNote(actor, 'note:resolve', facts, own)})`
  const canResolveDiscussion = sql`(n.resolvable and ${mayWithNote(actor, 'note:resolve', facts, ofThread)})`
  const icons = JSON.stringify(ctx.services.plugs.systemNoteIcons)
  const base = siteBase(ctx)
  const notes = `${base}/${noteable.namespacePath}/notes/`
  const kind = noteableType(noteable.type)
  const anchor = `${base}${pathOf(noteable)}#note_`
  const followsUp = may(actor, 'issuable:comment', facts) && may(actor, 'project:create-issue', facts.namespace)
  const followUp = `${base}${newPagePath('issue', noteable.namespacePath)}?discussion_to_resolve=`
  const reportPath = sql`case when ${canReport} then ${JSON.stringify(reportAbusePath(ctx))}::text else 'null' end`
  const constants = `,"attachment":null,"base_discussion":null,"imported":false,"noteable_type":"${kind}","project_name":${JSON.stringify(noteable.namespaceName)}}`
  const flag = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'true' else 'false' end`
  const moment = (column: string) => sql`coalesce('"' || iso(${sql.ref(column)}) || '"', 'null')`
  const word = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`
  const person = (alias: string) => sql`coalesce(${sql.ref(`${alias}.json`)}::text, 'null')`
  // Joined by hand: with this many fields that takes half the time of json_build_object, and a page has hundreds of
  // notes.
  return sql`'{"id":"' || n.id || '","type":' || coalesce('"' || n.type || '"', 'null') || ',"author":' || ${person('author')}
    || ',"note":' || to_json(n.body) || ',"note_html":' || to_json(${marked})
    || ',"created_at":' || ${moment('n.created_at')} || ',"updated_at":' || ${moment('n.updated_at')}
    || ',"last_edited_at":' || ${moment('n.last_edited_at')} || ',"last_edited_by":' || ${person('editor')}
    || ',"current_user":{"can_edit":' || ${flag(canEdit)} || ',"can_award_emoji":' || ${flag(canAward)}
    || ',"can_resolve":' || ${flag(canResolve)} || ',"can_resolve_discussion":' || ${flag(canResolveDiscussion)}
    || '},"resolvable":' || ${flag(sql`n.resolvable`)} || ',"resolved":' || ${flag(sql`n.resolved_at is not null`)}
    || ',"resolved_at":' || ${moment('n.resolved_at')} || ',"resolved_by":' || ${person('resolver')}
    || ',"suggestions":' || case when n.type = 'DiffNote' then ${pageSuggestionsJson(may(actor, 'issuable:apply-suggestions', facts))}::text else '[]' end
    || ',"resolved_by_push":' || ${flag(sql`n.resolved_by_push`)} || ',"system":' || ${flag(sql`n.system`)} || ',"system_action":' || ${word(sql`n.system_action`)}
    || ',"system_note_icon_name":' || case when n.system then ${word(sql`${icons}::jsonb ->> n.system_action`)} else 'null' end
    || ',"is_noteable_author":' || ${flag(isNoteableAuthor(noteable))} || ',"discussion_id":"' || n.discussion_id
    || '","emoji_awardable":' || ${flag(sql`not n.system`)} || ',"award_emoji":' || coalesce(awards.json::text, '[]')
    || ',"noteable_note_url":' || to_json(${anchor}::text || n.id) || ',"path":' || to_json(${notes}::text || n.id)
    || ',"toggle_award_path":' || to_json(${notes}::text || n.id || '/toggle_award_emoji')
    || ',"resolve_with_issue_path":' || case when ${followsUp} and ${canResolveDiscussion} and n.resolved_at is null
      then to_json(${followUp}::text || n.discussion_id)::text else 'null' end
    || ',"resolve_path":' || case when n.resolvable then to_json(${notes}::text || n.id || '/resolve')::text else 'null' end
    || ',"cached_markdown_version":' || n.markdown_version || ',"confidential":' || ${flag(sql`n.internal`)}
    || ',"internal":' || ${flag(sql`n.internal`)} || case when n.external_author is null then '' else ',"external_author":' || to_json(${emailShown(sql`n.external_author`, hasRole(actor, facts.namespace, 'planner'))})
      || ',"external_is_unverified":' || ${flag(sql`n.external_is_unverified`)} end || ',"noteable_id":' || n.issuable_id || ',"human_access":' || ${word(sql`roles.name`)}
    || ',"report_abuse_path":' || ${reportPath}
    || case when n.system_action = 'outdated' then ',"outdated_line_change_path":' || to_json(${notes}::text || n.id || '/outdated_line_change') else '' end
    || ',"is_contributor":' || ${flag(sql`contributors.user_id is not null`)} || coalesce(versions.json, '') || ${constants}::text`
}

/** A select of `json` as text, `first_at` and `first_id`, a row a discussion of `shown`. */
function discussionsOf(ctx: Context, noteable: ReadableNoteable): RawBuilder<unknown> {
  const discussions = `${siteBase(ctx)}${pathOf(noteable)}/discussions/`
  const takesPart = may(ctx.actor, 'issuable:comment', noteable.facts)
  const followsUp = takesPart && may(ctx.actor, 'project:create-issue', noteable.facts.namespace)
  const followUp = `${siteBase(ctx)}${newPagePath('issue', noteable.namespacePath)}?discussion_to_resolve=`
  const takesPositions = hasPositions(noteable.facts.type)
  const isInDiff = takesPositions ? sql`bool_or(n.type is not distinct from 'DiffNote')` : sql`false`
  // Only merge requests have an address for the lines of a thread. @source DISC-031, DISC-035
  const linesPath =
    noteable.type === 'merge_request'
      ? sql`|| ${objectb({ truncated_diff_lines_path: sql`${discussions}::text || n.discussion_id` })}`
      : sql``
  const code = takesPositions
    ? sql`left(substr(coalesce(case when ${isInDiff} then ${codeOfDiscussion(sql`${noteable.id}`)} ${linesPath} end, ${noCode}::jsonb)::text, 2), -1)`
    : sql`${noCode.slice(1, -1)}::text`
  return sql`select min(n.first_at) as first_at, min(n.first_id) as first_id, ${openObject(
    object({
      id: n('discussionId'),
      reply_id: n('discussionId'),
      project_id: sql`min(n.namespace_id)`,
      confidential: sql`bool_or(n.internal)`,
      diff_discussion: isInDiff,
      expanded: sql`not ${isResolved}`,
      individual_note: sql`bool_and(n.type is null)`,
      resolvable: sql`bool_or(n.resolvable)`,
      discussion_path: sql`${discussions}::text || n.discussion_id`,
      resolved: isResolved,
      resolved_by_push: sql`${isResolved} and bool_or(n.resolved_by_push)`,
      resolved_by: sql`case when ${isResolved} then (array_agg(resolver.json order by n.resolved_at desc nulls last))[1] end`,
      resolved_at: sql`case when ${isResolved} then iso(max(n.resolved_at)) end`,
      resolve_path: sql`case when bool_or(n.resolvable) and ${takesPart} then ${discussions}::text || n.discussion_id || '/resolve' end`,
      resolve_with_issue_path: sql`case when bool_or(n.resolvable) and not ${isResolved} and ${followsUp} then ${followUp}::text || n.discussion_id end`,
      positions: sql`json '[]'`,
      line_codes: sql`json '[]'`,
    }),
  )} || ',' || ${code} || ',"notes":[' || string_agg(${pageNoteJson(ctx, noteable)}, ',' order by n.created_at, n.id) || ']}' as json
    from shown n ${dressed} group by n.discussion_id`
}

const noCode = '{"commit_id":null,"for_commit":false,"active":true,"line_code":null,"position":null}'

const isResolved = sql`(bool_or(n.resolvable) and coalesce(bool_and(n.resolved_at is not null) filter (where n.resolvable), false))`

/** `<microseconds>-<id>` of the last discussion's first note: a page compares it with the notes that it has, so it is no cursor of `keyset.ts`. */
function readCursor(cursor: string): RawBuilder<unknown> {
  const parts = /^(\d{1,17})-(\d{1,18})$/.exec(cursor)
  if (parts === null) throw invalidCursor()
  return sql`(timestamptz 'epoch' + ${parts[1]}::bigint * interval '1 microsecond', ${parts[2]}::bigint)`
}

/** The author of a commit may have no account: then its row names the first commenter. */
const isNoteableAuthor = ({ type, authorId }: ReadableNoteable) =>
  type === 'commit' ? sql<boolean>`false` : sql<boolean>`n.author_id = ${authorId}`
