import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import { copyEmailParticipants } from '#server/discuss/email-participants/copy.ts'
import { listTopics } from '#server/discuss/noteables/live-topics.ts'
import { copyNotes } from '#server/discuss/notes/copy.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { copyReactions } from '#server/discuss/reactions/copy.ts'
import { copyReadMarks } from '#server/discuss/read-marks/copy.ts'
import { copyNamed } from '#server/discuss/references/copy.ts'
import { copySubscriptions } from '#server/discuss/subscriptions/copy.ts'
import { Conflict } from '#server/errors.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { blank } from '#server/plan/issuables/all-attributes.ts'
import { lockValues, renderTexts, textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { type CreatedIssuable, insertIssuable, takeNumber } from '#server/plan/issuables/changes/insert.ts'
import { normalize } from '#server/plan/issuables/changes/normalize.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { namesNothingNew, rewriteOwnTexts, rewriteTexts } from '#server/plan/issues/move/copy.ts'
import { closeForSuccessor, placeTaken, type Successor, tellOfSuccessor } from '#server/plan/issues/move/successor.ts'
import { messages } from './messages.ts'

/** An issue that the actor may promote, with the group that takes it. */
type PromotableIssue = Allowed<'issuable:promote', IssuableRow>
type PromotionGroup = Allowed<'group:create-epic', GroupRow>

/**
 * The group that an issue becomes an epic of: the one that its project is in, unless another one is named.
 *
 * @throws NotFound  the project is in no group, or the actor may not know of it
 * @throws Forbidden  the actor may create no epic there
 */
export const groupToPromoteTo = (
  ctx: Context,
  { namespacePath }: Pick<IssuableRow, 'namespacePath'>,
  groupPath: string | null = null,
): Promise<PromotionGroup> =>
  load(ctx, 'group:create-epic', groupByRef, {
    id: groupPath ?? namespacePath.slice(0, namespacePath.lastIndexOf('/')),
  })

/**
 * Make an epic of an issue: it takes title, description, discussion, reactions, followers and the labels of the group, and the
 * place of the issue in its epic. The issue is closed and leads to it. Costs a fixed number of statements, however long the
 * discussion is.
 *
 * The epic is confidential too if not all readers of the group could read the issue: a promotion reveals nothing.
 *
 * @throws Conflict  it was promoted before
 * @source ISSUE-037, EPIC-017; product-rules.md 5
 */
export async function promoteIssue(
  ctx: Context,
  issue: PromotableIssue,
  group: PromotionGroup,
): Promise<CreatedIssuable> {
  // The counter before the issue: the order of `transact`.
  const iid = await takeNumber(ctx, group.id, 'epic')
  const before = await lockValues(ctx, issue)
  await refusePromoted(ctx, issue.id)
  const from = textNamespaceOf(issue)
  const { to: values } = await normalize(
    ctx,
    // The epic is a row of its own: children of the issue stay there.
    { namespaceId: group.id, ancestorIds: group.ancestorIds, series: 'epic', type: 'epic' },
    blank,
    {
      ...(await rewriteOwnTexts(ctx, from, group, before)),
      confidential: before.confidential || isNarrower(issue.facts.namespace, group.facts),
      labels: { replace: before.labels.map(label => label.title) },
      parent: before.parent?.id ?? null,
    },
    { mayCreateLabels: false },
  )
  const { title, description } = await renderTexts(ctx, group, values)
  const epic = await insertIssuable(ctx, group.id, 'epic', {
    values: { ...values, type: 'epic' },
    iid,
    title_html: title.html,
    description_html: description.html,
    markdown_version: description.version,
    task_count: description.tasks.count,
    task_completed_count: description.tasks.completedCount,
    author_id: selfId(ctx),
    created_at: ctx.now,
  })
  await ctx.db.insertInto('epics').values({ id: epic.id }).execute()
  await sql`select date_epic(${epic.id})`.execute(ctx.db)
  await takeAlong(ctx, issue, epic.id, group)
  const successor: Successor = { kind: 'promoted', id: epic.id, before, values }
  const wasOpen = await closeForSuccessor(ctx, issue, successor)
  await writeNotesAbout(ctx, [
    { issuableId: issue.id, otherId: epic.id, action: 'promoted', words: 'promoted to epic' },
    { issuableId: epic.id, otherId: issue.id, action: 'promoted', words: 'promoted from issue' },
  ])
  await ctx.events.record(
    'epic.created',
    {
      issuableId: epic.id,
      assigneeIds: [],
      labelIds: [],
      changes: placeTaken(successor),
      named: namesNothingNew,
      promotedFromId: issue.id,
    },
    { namespaceId: group.id, topics: listTopics('epic', group.id, group.ancestorIds) },
  )
  await tellOfSuccessor(ctx, issue, successor, wasOpen)
  return epic
}

/** Whether the issues of a project have fewer readers than the epics of a group. */
function isNarrower(project: NamespaceFacts, group: NamespaceFacts): boolean {
  const reach = { private: 0, internal: 1, public: 2 }
  return (
    reach[project.visibility] < reach[group.visibility] || (project.issues !== 'enabled' && reach[group.visibility] > 0)
  )
}

async function refusePromoted(ctx: Context, issueId: number): Promise<void> {
  const { rows } = await sql<{ promotedToId: number | null }>`
    select promoted_to_id from issuables where id = ${issueId}`.execute(ctx.db)
  if (rows[0]?.promotedToId != null) throw new Conflict(messages.promotedAlready)
}

/**
 * Copy the notes, reactions and other belongings of the issue. Its author and assignees follow the epic, unless they no
 * longer follow the issue.
 */
async function takeAlong(ctx: Context, issue: PromotableIssue, epicId: number, group: PromotionGroup): Promise<void> {
  const ends = { fromId: issue.id, toId: epicId, to: group }
  await sql`
    update issuables i set notes_count = o.notes_count, upvotes = o.upvotes, downvotes = o.downvotes, updated_by_id = ${userIdOf(ctx)}::bigint
    from issuables o where i.id = ${epicId} and o.id = ${issue.id}`.execute(ctx.db)
  const from = textNamespaceOf(issue)
  const notes = await copyNotes(ctx, ends, texts => rewriteTexts(ctx, from, group, texts))
  await copyReactions(ctx, ends, notes)
  await copyNamed(ctx, ends, notes, { ownTexts: true })
  await copySubscriptions(ctx, ends)
  await sql`
    insert into subscriptions (issuable_id, user_id, subscribed)
    select ${epicId}::bigint, i.author_id, true from issuables i where i.id = ${issue.id}
    union select ${epicId}::bigint, a.user_id, true from issuable_assignees a where a.issuable_id = ${issue.id}
    on conflict do nothing`.execute(ctx.db)
  await copyEmailParticipants(ctx, ends)
  await copyReadMarks(ctx, ends, notes)
}
