import type { IssuableFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { commandsIn } from '#server/discuss/quick-actions/run.ts'
import { Forbidden, Unauthenticated } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { attributes, blank } from '#server/plan/issuables/all-attributes.ts'
import { describeChange, renderTexts } from '#server/plan/issuables/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { normalize } from '#server/plan/issuables/normalize.ts'
import { idsOf } from '#server/plan/issuables/storage.ts'
import type { AttributeName, AttributeValues } from '#server/plan/issuables/values.ts'
import type { CreatedIssue, IssueRowToInsert } from './insert.ts'
import { storeIssue } from './store.ts'

export interface NewIssue extends Changes {
  readonly title: string
  /** Owners may choose the number and the moment. */
  readonly iid?: number | undefined
  readonly createdAt?: string | undefined
}

export interface CreateOptions {
  /** Labels, people and milestones that do not fit, or may not be set, are refused instead of left out. */
  readonly isStrict?: boolean
}

/**
 * Open an issue. Quick actions in its description run when it is there.
 *
 * @throws Invalid  a value breaks a rule
 * @throws Forbidden  an incident by somebody below reporter; when strict, any attribute that is not the actor's to set
 * @throws Conflict  the number is taken
 */
export async function createIssue(
  ctx: Context,
  project: Allowed<'project:create-issue', ProjectRow>,
  given: NewIssue,
  options: CreateOptions = {},
): Promise<CreatedIssue> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  const authorId = ctx.actor.id
  const facts = factsOfNew(authorId, project, given)
  if (given.type === 'incident' && !may(ctx.actor, 'project:create-incident', facts.namespace)) throw new Forbidden()
  const permitted = allowed(ctx, project, given, options)
  const { ancestorIds } = project
  const target = { id: 0, namespaceId: project.id, ancestorIds, iid: 0, type: facts.type, state: 'opened', facts }
  const { text, commands } = commandsIn(ctx, target, given.description ?? '')
  const description = given.description === null ? null : text
  const wanted = { ...permitted, title: given.title, description }
  const write = async (inner: Context) => {
    const { to, changed } = await normalize(inner, { namespaceId: project.id, ancestorIds }, blank, wanted, {
      isStrict: options.isStrict ?? false,
      createsLabels: options.isStrict !== true,
      mayCreateLabels: may(ctx.actor, 'project:admin-labels', project.facts),
    })
    const rendered = await renderTexts(inner, { id: project.id, fullPath: project.fullPath, ancestorIds }, to)
    const mayChoose = may(ctx.actor, 'project:set-iid', project.facts)
    const issue = rowOf(ctx, authorId, to, rendered, mayChoose ? given : {})
    const changes = changed
      .filter(name => attributes[name].isRecordedAtCreation)
      .map(name => describeChange(name, blank, to))
    const created = { assigneeIds: idsOf(to.assignees), labelIds: idsOf(to.labels), changes, named: rendered.named }
    return storeIssue(inner, { project, issue, created, commands })
  }
  // New labels are created in the transaction of the issue.
  return permitted.labels === undefined ? write(ctx) : transact(ctx, write)
}

function factsOfNew(
  authorId: number,
  project: Allowed<'project:create-issue', ProjectRow>,
  given: NewIssue,
): IssuableFacts {
  return {
    namespace: project.facts,
    type: given.type ?? 'issue',
    confidential: given.confidential ?? false,
    hidden: false,
    locked: false,
    state: 'opened',
    authorId,
    isAssignee: false,
  }
}

function allowed(
  ctx: Context,
  project: Allowed<'project:create-issue', ProjectRow>,
  given: NewIssue,
  { isStrict }: CreateOptions,
): Changes {
  const { iid: _iid, createdAt: _createdAt, ...changes } = given
  if (may(ctx.actor, 'project:set-issue-metadata', project.facts)) return changes
  const names = Object.keys(changes) as AttributeName[]
  if (isStrict && !names.every(name => attributes[name].isOpenToNonMembers)) throw new Forbidden()
  return Object.fromEntries(
    names.filter(name => attributes[name].isOpenToNonMembers).map(name => [name, changes[name]]),
  )
}

type Rendered = Awaited<ReturnType<typeof renderTexts>>

function rowOf(
  ctx: Context,
  authorId: number,
  to: AttributeValues,
  { title, description }: Rendered,
  chosen: Pick<NewIssue, 'iid' | 'createdAt'>,
): IssueRowToInsert {
  return {
    values: to,
    iid: chosen.iid ?? null,
    title_html: title.html,
    description_html: description.html,
    markdown_version: description.version,
    author_id: authorId,
    task_count: description.tasks.count,
    task_completed_count: description.tasks.completedCount,
    created_at: chosen.createdAt ?? ctx.now,
  }
}
