import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/notes/events.ts'
import { commandsIn, loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import { Conflict, Forbidden, Unauthenticated } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/projects/find.ts'
import type { AttributeName, AttributeValues, Changes } from '#server/plan/issuables/attribute.ts'
import { blank } from '#server/plan/issuables/attributes.ts'
import { renderTexts } from '#server/plan/issuables/change.ts'
import { settle } from '#server/plan/issuables/settle.ts'
import { isTaken } from '#server/platform/sql/database.ts'

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

export interface CreatedIssue {
  readonly id: number
  readonly iid: number
}

/** What everybody may say of an issue they open; the rest is for members. */
const free: readonly AttributeName[] = ['title', 'description', 'confidential', 'type']

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
  const facts = factsOfNew(ctx.actor.id, project, given)
  if (given.type === 'incident' && !may(ctx.actor, 'issue:set-metadata', facts)) throw new Forbidden()
  const changes = allowed(ctx, project, given, options)
  const { ancestorIds } = project
  const target = { id: 0, namespaceId: project.id, ancestorIds, iid: 0, type: facts.type, state: 'opened', facts }
  const { text, commands } = commandsIn(ctx, target, given.description ?? '')
  const { to } = await settle(
    ctx,
    { namespaceId: project.id, ancestorIds: project.ancestorIds },
    blank,
    { ...changes, title: given.title, description: given.description === null ? null : text },
    {
      isStrict: options.isStrict ?? false,
      createsLabels: options.isStrict !== true,
      mayCreateLabels: may(ctx.actor, 'project:admin-labels', project.facts),
    },
  )
  const mayChoose = may(ctx.actor, 'project:set-iid', project.facts)
  const createdAt = mayChoose ? given.createdAt : undefined
  const iid = mayChoose ? given.iid : undefined
  const place = { id: project.id, fullPath: project.fullPath, ancestorIds: project.ancestorIds }
  const rendered = await renderTexts(ctx, place, to)
  const created = await insert(ctx, ctx.actor.id, project.id, to, rendered, { iid, createdAt })
  await ctx.events.record(
    'issue.created',
    {
      issueId: created.id,
      assigneeIds: to.assignees.map(user => user.id),
      labelIds: to.labels.map(label => label.id),
      named: rendered.named,
    },
    { namespaceId: project.id, topics: issueListTopics(project.id, project.ancestorIds) },
  )
  if (commands.length > 0) {
    const made = await loadTarget(ctx, created.id)
    if (made !== null) await runCommands(ctx, made, commands)
  }
  return created
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
  if (isStrict && !names.every(name => free.includes(name))) throw new Forbidden()
  return Object.fromEntries(names.filter(name => free.includes(name)).map(name => [name, changes[name]]))
}

type Rendered = Awaited<ReturnType<typeof renderTexts>>

/** The number, the row and all that hangs on it in one statement: the counter's row is held as shortly as can be. */
async function insert(
  ctx: Context,
  authorId: number,
  projectId: number,
  to: AttributeValues,
  { title, description }: Rendered,
  chosen: { readonly iid: number | undefined; readonly createdAt: string | undefined },
): Promise<CreatedIssue> {
  const createdAt = chosen.createdAt ?? ctx.now
  const iid = chosen.iid ?? null
  const lists = [
    ...(to.labels.length === 0
      ? []
      : [
          sql`, labelled as (insert into issuable_labels (issuable_id, label_id, namespace_id)
          select made.id, l, ${projectId} from made, unnest(${to.labels.map(each => each.id)}::bigint[]) l)`,
        ]),
    ...(to.assignees.length === 0
      ? []
      : [
          sql`, assigned as (insert into issuable_assignees (issuable_id, user_id, namespace_id)
          select made.id, u, ${projectId} from made, unnest(${to.assignees.map(each => each.id)}::bigint[]) u)`,
        ]),
  ]
  try {
    const { rows } = await sql<CreatedIssue>`
      with counter as (
        insert into iid_counters as c (namespace_id, series, value) values (${projectId}, 'issue', coalesce(${iid}::bigint, 1))
        on conflict (namespace_id, series) do update set value = greatest(c.value, coalesce(${iid}::bigint, c.value + 1))
        returning value
      ), made as (
        insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, markdown_version, author_id,
          confidential, discussion_locked, milestone_id, start_date, due_date, weight, task_count, task_completed_count, created_at, updated_at)
        select ${projectId}, ${to.type}, coalesce(${iid}::bigint, counter.value), ${to.title}, ${title.html}, ${to.description}, ${description.html},
          ${description.version}::integer, ${authorId}, ${to.confidential}::boolean, ${to.discussionLocked}::boolean,
          ${to.milestone?.id ?? null}::bigint, ${to.startDate}::date, ${to.dueDate}::date, ${to.weight}::integer,
          ${description.tasks.count}::integer, ${description.tasks.completedCount}::integer, ${createdAt}::timestamptz, ${createdAt}::timestamptz
        from counter
        returning id, iid
      )${lists.length === 0 ? sql`` : sql.join(lists, sql``)}
      select id, iid from made`.execute(ctx.db)
    const made = rows[0]
    if (made === undefined) throw new Error('an issue was inserted without a row')
    return made
  } catch (error) {
    if (isTaken(error, 'issuables_namespace_id_series_iid_key'))
      throw new Conflict('Duplicated issue', { cause: error })
    throw error
  }
}
