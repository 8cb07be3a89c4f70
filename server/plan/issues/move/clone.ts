import { sql } from 'kysely'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import { noCopies } from '#server/discuss/copies/copies.ts'
import { issueListTopics, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { copyNotes } from '#server/discuss/notes/copy.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { copyReactions } from '#server/discuss/reactions/copy.ts'
import { copyNamed } from '#server/discuss/references/copy.ts'
import { attributes, blank } from '#server/plan/issuables/all-attributes.ts'
import { describeChange } from '#server/plan/issuables/changes/change.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import { idsOf } from '#server/plan/issuables/storage.ts'
import { copyIssue, type MovableIssue } from './copy.ts'
import type { TargetProject } from './target.ts'

/**
 * Open an issue with the content of another one, which stays as it is: in the actor's name, now, in any project that takes it,
 * also its own. Time that was spent is not spent twice: logs stay where they are, and so do links.
 *
 * @param options.withNotes  the discussion is copied too
 * @source product-rules.md 5
 */
export async function cloneIssue(
  ctx: Context,
  issue: MovableIssue,
  project: TargetProject,
  { withNotes }: { readonly withNotes: boolean },
): Promise<CreatedIssuable> {
  const author = { id: selfId(ctx), createdAt: ctx.now }
  const {
    before: _before,
    values,
    changed,
    named,
    rewrite,
    ...created
  } = await copyIssue(ctx, issue, project, { author })
  const ends = { fromId: issue.id, toId: created.id, to: project }
  await sql`
    update issuables i set upvotes = o.upvotes, downvotes = o.downvotes, time_estimate = o.time_estimate,
      updated_by_id = ${userIdOf(ctx)}::bigint, notes_count = case when ${withNotes} then o.notes_count else 0 end
    from issuables o where i.id = ${created.id} and o.id = ${issue.id}`.execute(ctx.db)
  const notes = withNotes ? await copyNotes(ctx, ends, rewrite) : noCopies
  await copyReactions(ctx, ends, notes)
  if (withNotes) await copyNamed(ctx, ends, notes, { ownTexts: false })
  await ctx.events.record(
    'issue.created',
    {
      issueId: created.id,
      assigneeIds: idsOf(values.assignees),
      labelIds: idsOf(values.labels),
      // Copied notes already show the other changes; only the epic must still be recorded.
      changes: changed
        .filter(name => (withNotes ? name === 'parent' : attributes[name].isRecordedAtCreation))
        .map(name => describeChange(name, blank, values)),
      named,
    },
    { namespaceId: project.id, topics: issueListTopics(project.id, project.ancestorIds) },
  )
  await writeNotesAbout(ctx, [
    { issuableId: issue.id, otherId: created.id, action: 'cloned', words: 'cloned to' },
    { issuableId: created.id, otherId: issue.id, action: 'cloned', words: 'cloned from' },
  ])
  await ctx.events.record(
    'issue.cloned',
    { issueId: issue.id, toId: created.id },
    { namespaceId: issue.namespaceId, topics: topicsOfIssuable(issue) },
  )
  return created
}
