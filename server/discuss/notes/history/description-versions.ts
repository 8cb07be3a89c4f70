import { type RawBuilder, sql } from 'kysely'
import { issuableTopic } from '#contract/live-topics.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { type NoteableRow, pathOf, seriesOf } from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Piece, wordDiff } from '#server/platform/text/word-diff.ts'

interface VersionKey {
  readonly versionId: number
  readonly startVersionId?: number | undefined
}

interface VersionRow {
  readonly id: number
  readonly description: string | null
  readonly createdAt: string
  readonly deletedAt: string | null
  readonly author: string | null
  readonly previousId: number | null
  readonly previousDescription: string | null
  readonly previousDeletedAt: string | null
}

/**
 * One version of a description and its changes since the version before `startVersionId`.
 *
 * @throws NotFound  no such version of this issuable, or a start that is none or lies behind it
 */
export async function showDescriptionVersion(
  ctx: Context,
  issuableId: number,
  { versionId, startVersionId = versionId }: VersionKey,
) {
  const { rows } = await sql<VersionRow>`
    select v.id, v.description, v.created_at, v.deleted_at,
      case when u.id is not null then ${userBasicJson(ctx.services.settings, 'u')}::text end as author,
      p.id as previous_id, p.description as previous_description, p.deleted_at as previous_deleted_at
    from description_versions v join description_versions s on s.issuable_id = v.issuable_id and s.id = ${startVersionId} and s.id <= v.id
      left join users u on u.id = v.author_id
      left join lateral (select * from description_versions e where e.issuable_id = v.issuable_id and e.id < s.id
        order by e.id desc limit 1) p on true
    where v.issuable_id = ${issuableId} and v.id = ${versionId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Description version')
  const deleted = found.deletedAt !== null
  const isComparable = !deleted && found.previousDeletedAt === null
  return {
    id: found.id,
    startVersionId,
    previousVersionId: found.previousId,
    author: found.author === null ? null : new RawJson(found.author),
    createdAt: found.createdAt,
    deleted,
    description: found.description,
    diff: isComparable ? wordDiff(found.previousDescription ?? '', found.description ?? '') : null,
  }
}

/** The pieces as HTML: removed text in `del`, added text in `ins`. */
export function diffHtml(pieces: readonly Piece[]): string {
  const shown = pieces.map(({ kind, text }) => {
    const safe = text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)
    if (kind === 'same') return safe
    return kind === 'removed' ? `<del class="deletion">${safe}</del>` : `<ins class="addition">${safe}</ins>`
  })
  return `<pre class="description-diff">${shown.join('')}</pre>`
}

/**
 * Delete the text of the versions of one change for good. The system notes about it stay and say so; with the first
 * change its original text is deleted, which only the comparison showed.
 *
 * @throws NotFound  as above
 */
export async function deleteDescriptionVersion(
  ctx: Context,
  noteable: Allowed<'issuable:delete-description-version', NoteableRow>,
  { versionId, startVersionId = versionId }: VersionKey,
): Promise<void> {
  const { rows } = await sql<{ found: boolean; gone: number }>`
    with known as materialized (select id, note_id, deleted_at from description_versions where issuable_id = ${noteable.id} order by id for update),
    range as materialized (select id, note_id from known where id between ${startVersionId} and ${versionId}
      or (id = (select min(id) from known) and not exists (select 1 from known o where o.deleted_at is null
        and o.id > (select min(id) from known) and o.id < ${startVersionId}))),
    gone as (update description_versions v set description = null, deleted_at = ${ctx.now}::timestamptz from range
      where v.id = range.id and v.deleted_at is null
        and (select count(*) from known where id in (${startVersionId}, ${versionId})) = ${startVersionId === versionId ? 1 : 2}
      returning v.id, v.note_id),
    told as (update notes n set updated_at = ${ctx.now}::timestamptz from gone where n.id = gone.note_id returning n.id)
    select (select count(*) from known where id in (${startVersionId}, ${versionId})) = ${startVersionId === versionId ? 1 : 2} as found,
      (select count(*) from gone) as gone`.execute(ctx.db)
  if (rows[0]?.found !== true || startVersionId > versionId) throw new NotFound('Description version')
  if (rows[0].gone === 0) return
  await ctx.events.record(
    'description-version.deleted',
    { issuableId: noteable.id, versionId, startVersionId },
    { namespaceId: noteable.namespaceId, topics: [issuableTopic(seriesOf(noteable.type), noteable.id)] },
  )
}

/** The description versions of the page's notes, as `versions (note_id, json)`: more keys of a note's JSON as text. */
export function versionsOfShown(
  ctx: Context,
  noteable: NoteableRow & { readonly facts: IssuableFacts },
): RawBuilder<unknown> {
  const path = `${siteBase(ctx)}${pathOf(noteable)}/descriptions/`
  const canDelete = may(ctx.actor, 'issuable:delete-description-version', noteable.facts)
  const mayDelete = sql.lit(canDelete ? 'true' : 'false')
  return sql`versions as materialized (select v.note_id, ',"description_version_id":' || v.id || ',"start_description_version_id":null'
      || ',"description_version_deleted":' || case when v.deleted_at is null then 'false' else 'true' end
      || ',"can_delete_description_version":' || ${mayDelete} || ',"description_diff_path":' || to_json(${path}::text || v.id || '/diff')
      || ',"delete_description_version_path":' || ${canDelete ? sql`to_json(${path}::text || v.id)` : sql`'null'`} as json
    from description_versions v where v.note_id in (select id from shown where system_action = 'description'))`
}
