import { sql } from 'kysely'
import type { FileMarks } from '#contract/code/diffs/file-marks.ts'
import { fileMarksTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf, userIdOrZero } from '#server/context.ts'
import { object } from '#server/platform/sql/shape.ts'
import type { MergeRequestRow, ReadableMergeRequest } from '../find.ts'

/** Older marks of a person in one merge request are forgotten. */
const maxMarks = 20_000

/** The actor's marks, null for a visitor. */
export async function fileMarksOf(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<FileMarks | null> {
  const userId = userIdOf(ctx)
  if (userId === null) return null
  const ids = (which: string) => sql`coalesce(json_agg(change_id) filter (where ${sql.raw(which)}), '[]')`
  const { rows } = await sql<{ marks: FileMarks }>`
    select ${object({
      viewed: ids('viewed'),
      collapsed: ids('collapsed'),
      expanded: ids('not collapsed'),
    })} as marks
    from (select change_id, viewed, collapsed from file_marks where user_id = ${userId} and merge_request_id = ${mergeRequest.id}
      order by marked_at desc limit ${maxMarks}) m`.execute(ctx.db)
  return rows[0]?.marks ?? null
}

interface Marking {
  readonly files: readonly string[]
  readonly viewed?: boolean | undefined
  readonly collapsed?: boolean | undefined
}

/**
 * Set marks of the actor. Each call changes only the given files and marks, so that parallel calls about different ones
 * all hold.
 *
 * @source DIFF-010, DIFF-011
 */
export async function markFiles(
  ctx: Context,
  mergeRequest: Allowed<'issuable:mark-read', MergeRequestRow>,
  { files, viewed, collapsed = viewed }: Marking,
): Promise<void> {
  if (viewed === undefined && collapsed === undefined) return
  // Signed in: the ability says so.
  const userId = userIdOrZero(ctx)
  // Rows are locked in one order, so that parallel calls about the same files wait for one another.
  await sql`
    with forgotten as (
      delete from file_marks where (user_id, merge_request_id, change_id) in (
        select user_id, merge_request_id, change_id from file_marks where user_id = ${userId} and merge_request_id = ${mergeRequest.id}
        order by marked_at desc offset ${maxMarks})
    ), marked as (
      insert into file_marks as m (user_id, merge_request_id, change_id, viewed, collapsed, marked_at)
      select distinct ${userId}::bigint, ${mergeRequest.id}::bigint, file, ${viewed ?? false}::boolean, ${collapsed ?? null}::boolean, ${ctx.now}::timestamptz
        from unnest(${[...files]}::text[]) as file order by file
      on conflict (user_id, merge_request_id, change_id) do update set viewed = coalesce(${viewed ?? null}::boolean, m.viewed),
        collapsed = coalesce(excluded.collapsed, m.collapsed), marked_at = excluded.marked_at
      returning 1
    )
    select pg_notify('weft_live', ${JSON.stringify([fileMarksTopic(userId)])}) from marked limit 1`.execute(ctx.db)
}
