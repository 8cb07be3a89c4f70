import { sql } from 'kysely'
import { namesIn, type PlainValues, type ShownIn } from '#contract/plan/attributes/plain-attributes.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { isAssignee } from '#server/access/issuable-facts.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { isIid, issuableNodes } from '#server/discuss/notes/fields/issuable-nodes.ts'
import { issuableFactsOf } from '#server/discuss/notes/fields/node.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { valueColumns } from '../all-attributes.ts'

/** An issue that the actor may know of. */
export interface IssueNode extends Pick<PlainValues, ShownIn<'graphql'>> {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
  readonly emailsEnabled: boolean
  readonly type: string
  readonly title: string
  readonly titleHtml: string
  readonly description: string | null
  readonly descriptionHtml: string
  readonly state: 'opened' | 'closed' | 'locked'
  readonly authorId: number
  readonly hidden: boolean
  readonly milestoneId: number | null
  readonly iterationId: number | null
  readonly parentId: number | null
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly humanTimeEstimate: string | null
  readonly humanTimeSpent: string | null
  readonly relativePosition: number | null
  readonly taskCount: number
  readonly taskCompletedCount: number
  readonly notesCount: number
  readonly upvotes: number
  readonly downvotes: number
  readonly closedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly updatedById: number | null
  readonly movedToId: number | null
  readonly duplicatedToId: number | null
  /** The facts, if the issue was found by its number. */
  readonly facts?: IssuableFacts
}

/** The facts of an issue that was found; null when it was deleted meanwhile. */
export const factsOfIssue = async (context: GraphqlContext, issue: IssueNode): Promise<IssuableFacts | null> =>
  issue.facts ?? (await issuableFactsOf(context, issue.id))?.facts ?? null

/** The columns of an issue, over `issuables i` and its `namespaces n`. */
export const issueColumns = sql`i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.emails_enabled, i.type, i.title, i.title_html,
  i.description, i.description_html, i.state, i.author_id, ${valueColumns(namesIn('graphql'))}, i.hidden, i.milestone_id, i.iteration_id, i.parent_id,
  i.relative_position, i.task_count, i.task_completed_count, i.notes_count, i.upvotes, i.downvotes,
  i.closed_at, i.created_at, i.updated_at, i.updated_by_id, i.moved_to_id, i.duplicated_to_id, i.time_estimate, i.time_spent,
  human_duration(i.time_estimate) as human_time_estimate, human_duration(i.time_spent) as human_time_spent`

/** An issue by its id, as `issuableNodes` finds it. */
export const issueNode = issuableNodes<IssueNode>({
  series: 'issue',
  columns: issueColumns,
  tables: sql`join namespaces n on n.id = i.namespace_id`,
}).byId

type NumberedIssue = IssueNode & { readonly isAssignee: boolean }

/**
 * The issue of a number in a project, before the rights of the actor are checked.
 *
 * @param place  the id of the project, or its path
 */
async function numberedIssue(
  { db, actor }: Context,
  place: number | string,
  iid: number,
): Promise<NumberedIssue | null> {
  const values = { place, iid, actorId: userIdOrZero({ actor }) }
  const isPath = typeof place === 'string'
  const rows = await runStatement<NumberedIssue, typeof values>(
    db,
    isPath ? 'issue of path' : 'issue of project',
    values,
    parameter => sql`
    select ${issueColumns}, ${isAssignee(parameter.actorId, 'i')} as is_assignee
    from issuables i join namespaces n on n.id = i.namespace_id
    where ${isPath ? sql`lower(n.full_path) = lower(${parameter.place}) and n.kind = 'project'` : sql`i.namespace_id = ${parameter.place}`}
      and i.series = 'issue' and i.iid = ${parameter.iid}`,
  )
  return rows[0] ?? null
}

/** Issues that were read ahead, by the path of the project and their number. */
const aheadOf = ({ loaders }: GraphqlContext): Map<string, Promise<NumberedIssue | null>> => {
  // The key is used here alone.
  const known = loaders.get(numberedIssue) as Map<string, Promise<NumberedIssue | null>> | undefined
  const made = known ?? new Map<string, Promise<NumberedIssue | null>>()
  if (known === undefined) loaders.set(numberedIssue, made)
  return made
}

const aheadKey = (fullPath: string, iid: string) => `${fullPath.toLowerCase()}#${iid}`

/** Read an issue of a project while the project is found. */
export function readIssueAhead(context: GraphqlContext, fullPath: string, iid: string): void {
  if (!isIid(iid)) return
  const reading = numberedIssue(context.weft, fullPath, Number(iid))
  // The reader of the promise handles its failure.
  reading.catch(() => undefined)
  aheadOf(context).set(aheadKey(fullPath, iid), reading)
}

/**
 * The issue of a number within a project, for those who may know of it: the most frequent query of clients.
 *
 * @param project  as it was read: its facts are not read again
 * @param iid  the number as the client wrote it
 */
export async function issueOfProject(
  context: GraphqlContext,
  project: Pick<PlaceNode, 'id' | 'fullPath' | 'facts'>,
  iid: string,
): Promise<IssueNode | null> {
  if (!isIid(iid)) return null
  const { weft } = context
  const ahead = await aheadOf(context).get(aheadKey(project.fullPath, iid))
  const found = ahead?.namespaceId === project.id ? ahead : await numberedIssue(weft, project.id, Number(iid))
  if (found === null) return null
  const { type, confidential, hidden, discussionLocked: locked, state, authorId, isAssignee: assigned } = found
  const facts = { namespace: project.facts, type, confidential, hidden, locked, state, authorId, isAssignee: assigned }
  return may(weft.actor, 'issuable:read', facts) ? { ...found, facts } : null
}

export const Issue = builder.objectRef<IssueNode>('Issue')
