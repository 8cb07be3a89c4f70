import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { Forbidden } from '#server/errors.ts'
import type { FormerLink } from './events.ts'
import { toldOf } from './link.ts'
import type { LinkedRow } from './queries.ts'

/**
 * Remove links of an issue or epic. Both sides get a system note.
 *
 * @throws Forbidden  one of the other issues is not the actor's to link
 */
export async function unlinkIssues(
  ctx: Context,
  issue: Allowed<'issuable:link', { readonly id: number; readonly namespaceId: number; readonly type: string }>,
  others: readonly LinkedRow[],
): Promise<void> {
  if (!others.every(other => may(ctx.actor, 'issuable:link', other.facts))) throw new Forbidden()
  const isSource = sql`source_id = ${issue.id}`
  const { rows } = await sql<FormerLink>`
    delete from issuable_links where id = any (${others.map(other => other.linkId)}::bigint[])
    returning id, case when ${isSource} then source_position else target_position end as position,
      case when ${isSource} then target_position else source_position end as other_position`.execute(ctx.db)
  const former = new Map(rows.map(row => [row.id, row]))
  // If two requests remove a link at the same time, only one writes the notes.
  const gone = others.filter(other => former.has(other.linkId))
  const note = { action: 'unrelate', words: 'removed the relation with' }
  await writeNotesAbout(
    ctx,
    gone.flatMap(other => [
      { ...note, issuableId: issue.id, otherId: other.id },
      { ...note, issuableId: other.id, otherId: issue.id },
    ]),
  )
  for (const other of gone) {
    const removed = former.get(other.linkId)
    const told = toldOf(ctx, issue, other.id)
    const change = { otherId: other.id, linkType: other.linkType }
    if (seriesOf(issue.type) === 'epic') await ctx.events.record('epic.unlinked', { epicId: issue.id, ...change }, told)
    else
      await ctx.events.record(
        'issue.unlinked',
        { issueId: issue.id, ...change, ...(removed && { former: removed }) },
        told,
      )
  }
}
