import { issueTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { Forbidden } from '#server/errors.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import type { LinkedRow } from './queries.ts'

/**
 * Take a link away. Both sides get a system note.
 *
 * @throws Forbidden  the other issue is not the actor's to link
 */
export async function unlinkIssue(
  ctx: Context,
  issue: Allowed<'issuable:link', { readonly id: number; readonly namespaceId: number }>,
  other: LinkedRow,
): Promise<void> {
  if (!may(ctx.actor, 'issuable:link', other.facts)) throw new Forbidden()
  const gone = await ctx.db.deleteFrom('issuableLinks').where('id', '=', other.linkId).returning('id').execute()
  // Of two who remove it at once one tells.
  if (gone.length === 0) return
  const note = { action: 'unrelate', words: 'removed the relation with' }
  await writeNotesAbout(ctx, [
    { ...note, issuableId: issue.id, otherId: other.id },
    { ...note, issuableId: other.id, otherId: issue.id },
  ])
  await ctx.events.record(
    'issue.unlinked',
    { issueId: issue.id, otherId: other.id, linkType: other.linkType },
    {
      namespaceId: issue.namespaceId,
      topics: [issueTopic(issue.id), issueTopic(other.id), ...ownChangesTopics(ctx)],
    },
  )
}
