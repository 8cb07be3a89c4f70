import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { copyEmailParticipants } from '#server/discuss/email-participants/copy.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { copyNotes } from '#server/discuss/notes/copy.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { copyReactions } from '#server/discuss/reactions/copy.ts'
import { copyReadMarks } from '#server/discuss/read-marks/copy.ts'
import { copyNamed } from '#server/discuss/references/copy.ts'
import { copySubscriptions } from '#server/discuss/subscriptions/copy.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import { moveRequest } from '#server/plan/issuables/requester.ts'
import { moveLinks } from '#server/plan/links/move.ts'
import { maxTopics } from '#server/plan/links/queries.ts'
import { moveTimelogs } from '#server/plan/time-tracking/move.ts'
import { copyIssue, type IssueCopy, type MovableIssue, namesNothingNew } from './copy.ts'
import { messages } from './messages.ts'
import { closeForSuccessor, placeTaken, type Successor, tellOfSuccessor } from './successor.ts'
import type { TargetProject } from './target.ts'

/**
 * Move an issue to another project: a new issue there has everything that this one had, as far as the target knows it, and
 * this one is closed and leads there. Costs a fixed number of statements, however long the discussion is.
 *
 * @throws Invalid  it is in that project
 * @throws Conflict  it was moved before
 * @source MOVE-004; product-rules.md 5
 */
export async function moveIssue(ctx: Context, issue: MovableIssue, project: TargetProject): Promise<CreatedIssuable> {
  if (issue.namespaceId === project.id) throw new Invalid(messages.sameProject)
  const copy = await copyIssue(ctx, issue, project, {
    author: 'as it was',
    check: ({ movedToId }) => {
      if (movedToId !== null) throw new Conflict(messages.movedAlready)
    },
  })
  await takeAlong(ctx, issue, project, copy)
  const successor: Successor = { ...copy, kind: 'moved' }
  const wasOpen = await closeForSuccessor(ctx, issue, successor)
  await writeNotesAbout(ctx, [
    { issuableId: issue.id, otherId: copy.id, action: 'moved', words: 'moved to' },
    { issuableId: copy.id, otherId: issue.id, action: 'moved', words: 'moved from' },
  ])
  await ctx.events.record(
    'issue.created',
    {
      issueId: copy.id,
      assigneeIds: [],
      labelIds: [],
      changes: placeTaken(successor),
      named: namesNothingNew,
      movedFromId: issue.id,
    },
    { namespaceId: project.id, topics: issueListTopics(project.id, project.ancestorIds) },
  )
  await tellOfSuccessor(ctx, issue, successor, wasOpen)
  return { id: copy.id, iid: copy.iid }
}

/** Copy the notes, reactions and other belongings of the issue. */
async function takeAlong(ctx: Context, issue: MovableIssue, to: TargetProject, copy: IssueCopy): Promise<void> {
  const ends = { fromId: issue.id, toId: copy.id, to }
  await sql`
    update issuables i set updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint, state = o.state, closed_at = o.closed_at,
      closed_by_id = o.closed_by_id, state_changed_at = o.state_changed_at, hidden = o.hidden, last_edited_at = o.last_edited_at,
      last_edited_by_id = o.last_edited_by_id, notes_count = o.notes_count, upvotes = o.upvotes, downvotes = o.downvotes,
      time_estimate = o.time_estimate, time_spent = o.time_spent, duplicated_to_id = o.duplicated_to_id
    from issuables o where i.id = ${copy.id} and o.id = ${issue.id}`.execute(ctx.db)
  const notes = await copyNotes(ctx, ends, copy.rewrite)
  await copyReactions(ctx, ends, notes)
  await copyNamed(ctx, ends, notes, { ownTexts: true })
  await copySubscriptions(ctx, ends)
  await copyEmailParticipants(ctx, ends)
  await copyReadMarks(ctx, ends, notes)
  await moveChildren(ctx, issue, copy, to)
  const there = { id: copy.id, namespaceId: to.id }
  await moveTimelogs(ctx, issue.id, there)
  await moveLinks(ctx, issue.id, there)
  await moveRequest(ctx, ends)
}

/** Move the children of the issue too, if the two projects are of one group tree. */
async function moveChildren(ctx: Context, issue: MovableIssue, copy: IssueCopy, to: TargetProject): Promise<void> {
  if (to.ancestorIds[0] !== issue.ancestorIds[0]) return
  const { rows } = await sql<{ id: number }>`
    update issuables set parent_id = ${copy.id} where parent_id = ${issue.id} returning id`.execute(ctx.db)
  if (rows.length === 0) return
  await ctx.events.record(
    'issuable.children_changed',
    { issuableId: copy.id },
    { namespaceId: to.id, topics: rows.slice(0, maxTopics).map(({ id }) => issueTopic(id)) },
  )
}
