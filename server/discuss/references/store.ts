import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Mentioned, RenderedText } from './render.ts'

/** The text that names them: an issuable's title and description (`noteId` null), or a note. */
interface TextSource {
  readonly issuableId: number
  readonly noteId: number | null
}

interface NewlyNamed {
  /** The new mentions of a text. Groups are listed again, which the followers handle. */
  readonly mentioned: Mentioned
  /** Issuables it points at now and did not before. */
  readonly issuableIds: readonly number[]
}

/**
 * Keep the people and targets that a text names. Costs nothing for the first version of a text that names none, else
 * one statement.
 *
 * @param isEdit  whether the text had a version before
 */
export async function storeNamed(
  ctx: Context,
  { issuableId, noteId }: TextSource,
  named: Pick<RenderedText, 'mentioned' | 'issuableIds'>,
  isEdit: boolean,
): Promise<NewlyNamed> {
  const { mentioned } = named
  const targets = named.issuableIds.filter(id => id !== issuableId)
  if (!isEdit && mentioned.userIds.length === 0 && targets.length === 0) return { mentioned, issuableIds: [] }
  const { rows } = await sql<{ userIds: number[]; issuableIds: number[] }>`
    with forgotten as (delete from mentions where issuable_id = ${issuableId} and coalesce(note_id, 0) = ${noteId ?? 0}
      and not user_id = any (${[...mentioned.userIds]}::bigint[])),
    unlinked as (delete from issuable_references where source_issuable_id = ${issuableId} and coalesce(source_note_id, 0) = ${noteId ?? 0}
      and not target_issuable_id = any (${targets}::bigint[])),
    people as (insert into mentions (issuable_id, note_id, user_id)
      select ${issuableId}, ${noteId}::bigint, u from unnest(${[...mentioned.userIds]}::bigint[]) u on conflict do nothing returning user_id),
    things as (insert into issuable_references (source_issuable_id, source_note_id, target_issuable_id, created_at)
      select ${issuableId}, ${noteId}::bigint, t, ${ctx.now}::timestamptz from unnest(${targets}::bigint[]) t on conflict do nothing
      returning target_issuable_id)
    select array(select user_id from people) as user_ids, array(select target_issuable_id from things) as issuable_ids`.execute(
    ctx.db,
  )
  const userIds = rows[0]?.userIds ?? []
  return {
    mentioned: { ...mentioned, userIds, directUserIds: mentioned.directUserIds.filter(id => userIds.includes(id)) },
    issuableIds: rows[0]?.issuableIds ?? [],
  }
}

/** Whether anyone is mentioned. */
export const namesAnybody = ({ userIds, groupIds, all }: Mentioned): boolean =>
  userIds.length > 0 || groupIds.length > 0 || all

/** Whether a text neither mentions anyone nor references anything. */
export const namesNothing = ({ mentioned, issuableIds }: Pick<RenderedText, 'mentioned' | 'issuableIds'>): boolean =>
  issuableIds.length === 0 && !namesAnybody(mentioned)
