import { type Context, canBeOneStatement, eventDraft, transact } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import { loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import {
  type CreatedIssuable,
  insertIssuable,
  insertLoggedIssue,
  type RowToInsert,
} from '#server/plan/issuables/changes/insert.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'

/** An issue that is ready to be written, with the data of its event and its commands. */
export interface IssueToStore {
  readonly project: { readonly id: number; readonly ancestorIds: readonly number[] }
  readonly issue: RowToInsert
  readonly created: Omit<EventPayloads['issue.created'], 'issueId'>
  readonly commands: readonly ExtractedCommand[]
}

/**
 * Write an issue with its number and its event, and run its commands, in one transaction.
 *
 * Most issues take the next number and have no commands, and nothing has to follow in their transaction: then all of it is one
 * statement, which concurrent writers of one project share (docs/decisions/0002-one-statement-for-a-comment.md). Both ways
 * leave the same rows and events.
 *
 * @throws Conflict  the chosen number is taken
 */
export async function storeIssue(
  ctx: Context,
  { project, issue, created, commands }: IssueToStore,
): Promise<CreatedIssuable> {
  const topics = issueListTopics(project.id, project.ancestorIds)
  const { iid } = issue
  if (iid === null && commands.length === 0 && canBeOneStatement(ctx, 'issue.created', { issueId: 0, ...created })) {
    const draft = eventDraft(ctx, { name: 'issue.created', payload: created }, topics)
    return insertLoggedIssue(ctx, project.id, { ...issue, iid }, draft)
  }
  return transact(ctx, async inner => {
    const inserted = await insertIssuable(inner, project.id, 'issue', issue)
    await inner.events.record(
      'issue.created',
      { issueId: inserted.id, ...created },
      { namespaceId: project.id, topics },
    )
    const target = commands.length === 0 ? null : await loadTarget(inner, inserted.id)
    if (target !== null) await runCommands(inner, target, commands)
    return inserted
  })
}
