import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'
import type { AttributeName, UserName } from '#server/plan/issuables/values.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { batched, later, on } from '#server/slice.ts'
import { addTodos, addTodosOn, insertTodos, notify, type TodoSource } from './add.ts'
import { dropUnreadable, finishAmong, finishBy, finishByAll, finishForAll } from './finish.ts'
import { takeAlong } from './take-along.ts'

/** A user who changes one of these attributes has handled the item. @source product rules section 11 */
const seenBy = new Set<AttributeName>(['title', 'description', 'labels', 'milestone', 'assignees', 'reviewers'])

export const todosFollowers = [
  on('text.named', (ctx, { payload }) => addMentioned(ctx, payload, payload.mentioned)),
  on(
    'issue.created',
    (ctx, { payload }) => addFor(ctx, payload.issueId, 'assigned', payload.assigneeIds),
    ({ assigneeIds }) => assigneeIds.length > 0,
  ),
  on(
    'epic.created',
    (ctx, { payload }) => addFor(ctx, payload.issuableId, 'assigned', payload.assigneeIds),
    ({ assigneeIds }) => assigneeIds.length > 0,
  ),
  on('merge_request.created', async (ctx, { payload }) => {
    await addFor(ctx, payload.issuableId, 'assigned', payload.assigneeIds)
    await addFor(ctx, payload.issuableId, 'review_requested', payload.reviewerIds)
    await askApprovers(ctx, [payload.issuableId])
  }),
  on(
    'merge_request.checked',
    (ctx, { payload: { issuableId, became } }) => {
      switch (became) {
        case 'unmergeable':
        case 'build_failed':
          return addForOwners(ctx, issuableId, became)
        case 'mergeable':
          return finishForAll(ctx, issuableId, sql`t.action = 'unmergeable'`)
        case 'build_passed':
          return finishForAll(ctx, issuableId, sql`t.action = 'build_failed'`)
        case undefined:
          return Promise.resolve()
        default:
          return became satisfies never
      }
    },
    ({ became }) => became !== undefined,
  ),
  on('merge_request.approved', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('merge_request.reviewed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('merge_request.review_requested', (ctx, { payload }) =>
    addFor(ctx, payload.issuableId, 'review_requested', [payload.userId]),
  ),
  on(
    'approval_rules.changed',
    async (ctx, { payload: { issuableId } }) => {
      // The filter below lets none through.
      if (issuableId !== null) await followRules(ctx, issuableId)
    },
    ({ issuableId }) => issuableId !== null,
  ),
  later('approval_rules.changed', async (ctx, { payload: { projectId, issuableId } }) => {
    if (issuableId === null) await followRulesOfProject(ctx, projectId)
  }),
  // Another branch may have other rules.
  on('merge_request.retargeted', (ctx, { payload }) => followRules(ctx, payload.issuableId)),
  on(
    'review.published',
    async (ctx, { payload: { issuableId } }) => {
      const source = { issuableId, noteId: null, internal: false }
      await addTodos(
        ctx,
        source,
        sql`select author_id as user_id, 'review_submitted' as action from issuables where id = ${issuableId}
          union all select user_id, 'review_submitted' from issuable_assignees where issuable_id = ${issuableId}`,
      )
    },
    ({ verdict }) => verdict !== undefined,
  ),
  on('merge_request.attention_changed', (ctx, { payload: { issuableId, userId, isRequested } }) =>
    isRequested
      ? addFor(ctx, issuableId, 'attention_requested', [userId])
      : finishForAll(ctx, issuableId, sql`t.action = 'attention_requested' and t.user_id = ${userId}`),
  ),
  on(
    'incident.roles_changed',
    (ctx, { payload: { issueId, userIds } }) => addFor(ctx, issueId, 'assigned', userIds),
    ({ userIds }) => userIds.length > 0,
  ),
  on('merge_request.closed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('epic.closed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('merge_request.merged', (ctx, { payload }) => finishForAll(ctx, payload.issuableId)),
  on('issuable.changed', async (ctx, { payload }) => {
    const { issuableId, changes } = payload
    const come = comeIn(changes.find(change => change.attribute === 'assignees'))
    const reviewersCome = comeIn(changes.find(change => change.attribute === 'reviewers'))
    const isSelfAssign = come.length === 1 && ctx.actor.kind === 'user' && come[0] === ctx.actor.id
    if (changes.some(({ attribute }) => seenBy.has(attribute) && !(attribute === 'assignees' && isSelfAssign)))
      await finishBy(ctx, issuableId)
    await addFor(ctx, issuableId, 'assigned', come)
    await addFor(ctx, issuableId, 'review_requested', reviewersCome)
    if (changes.some(change => change.attribute === 'confidential' && change.to === true))
      await dropUnreadable(ctx, sql`t.issuable_id = ${issuableId}`)
  }),
  on('issue.moved', (ctx, { payload: { issueId, toId } }) => takeAlong(ctx, issueId, toId)),
  on('issue.promoted', (ctx, { payload: { issueId, toId } }) => takeAlong(ctx, issueId, toId)),
  on('issue.closed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issueId))),
  batched('note.created', followed =>
    finishByAll(
      followed.map(({ ctx, event }) => ({ ctx, issuableId: event.payload.issuableId, before: event.createdAt })),
    ),
  ),
  on('reaction.added', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('member.removed', (ctx, { payload }) => dropUnreadable(ctx, sql`t.user_id = ${payload.userId}`)),
  on('member.updated', (ctx, { payload }) => dropUnreadable(ctx, sql`t.user_id = ${payload.userId}`)),
  later('project.updated', async (ctx, { payload: { projectId, fields } }) => {
    if (fields.some(field => field === 'visibility' || field.endsWith('AccessLevel')))
      await dropUnreadableIn(ctx, projectId)
  }),
  // Members of its former group may not be members any more.
  later('project.moved', (ctx, { payload: { projectId } }) => dropUnreadableIn(ctx, projectId)),
]

const dropUnreadableIn = (ctx: Context, projectId: number): Promise<void> =>
  transact(ctx, inner => dropUnreadable(inner, sql`t.namespace_id = ${projectId}`))

interface PeopleChange {
  readonly from: readonly UserName[]
  readonly to: readonly UserName[]
}

/** The users of a list who were not in it before. */
function comeIn(change: PeopleChange | undefined): readonly number[] {
  const before = new Set(change?.from.map(user => user.id))
  return (change?.to ?? []).map(user => user.id).filter(id => !before.has(id))
}

async function addFor(
  ctx: Context,
  issuableId: number,
  action: 'assigned' | 'review_requested' | 'attention_requested',
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await notify(ctx, await addForAll(ctx, { issuableId, action, userIds }))
}

interface TodoRequest {
  readonly issuableId: number
  readonly action: string
  readonly userIds: readonly number[]
}

/** @returns who got one */
const addForAll = batch(async (ctx: Context, all: readonly TodoRequest[]): Promise<readonly (readonly number[])[]> => {
  const rows = all.flatMap(({ issuableId, action, userIds }) =>
    userIds.map(userId => ({ issuable_id: issuableId, action, user_id: userId })),
  )
  const added = await insertTodos(
    ctx,
    { noteId: null, internal: false },
    sql`select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(issuable_id bigint, user_id bigint, action text)`,
  )
  return all.map(({ issuableId }) => added.flatMap(row => (row.issuableId === issuableId ? row.userId : [])))
})

/** The owners of a merge request: its author, and the user who asked for its merge. @source product rules section 11 */
async function addForOwners(ctx: Context, issuableId: number, action: 'unmergeable' | 'build_failed'): Promise<void> {
  const source = { issuableId, noteId: null, internal: false }
  await addTodos(
    ctx,
    source,
    sql`select unnest(array[i.author_id, mr.auto_merge_user_id]) as user_id, ${action} as action
      from issuables i join merge_requests mr on mr.id = i.id where i.id = ${issuableId}`,
  )
}

/**
 * The people whom the approval rules of a merge request name, over `issuables ri`. Members of groups are not asked one
 * by one.
 */
const namedByRules = sql`approval_rules_of(ri.id, ri.namespace_id) r join approval_rule_users ru on ru.rule_id = r.id and r.approvals_required > 0`

/**
 * Ask the users named by the approval rules of some merge requests, except those who approved; to-dos of users whom no
 * rule names any more are done.
 */
async function askApprovers(ctx: Context, issuableIds: readonly number[]): Promise<void> {
  const ids = sql`${[...issuableIds]}::bigint[]`
  await finishAmong(
    ctx,
    sql`t.issuable_id = any (${ids}) and t.action = 'approval_required' and not exists (
      select 1 from issuables ri, ${namedByRules} where ri.id = t.issuable_id and ru.user_id = t.user_id)`,
  )
  await addTodosOn(
    ctx,
    { noteId: null, internal: false },
    sql`select ri.id as issuable_id, ru.user_id, 'approval_required' as action from issuables ri, ${namedByRules}
      where ri.id = any (${ids})
        and not exists (select 1 from merge_request_approvals a where a.merge_request_id = ri.id and a.user_id = ru.user_id)`,
  )
}

/** The rules of an open merge request changed. */
async function followRules(ctx: Context, issuableId: number): Promise<void> {
  const { rows } = await sql<{ isOpen: boolean }>`select is_open from merge_requests where id = ${issuableId}`.execute(
    ctx.db,
  )
  if (rows[0]?.isOpen === true) await askApprovers(ctx, [issuableId])
}

/** Merge requests whose approvers are requested in one transaction. */
const askedAtOnce = 200

/** The rules of a project changed, with them those of its open merge requests. */
async function followRulesOfProject(ctx: Context, projectId: number): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from merge_requests where namespace_id = ${projectId} and is_open and id > ${after} order by id limit ${askedAtOnce}`.execute(
      ctx.db,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    await transact(ctx, inner =>
      askApprovers(
        inner,
        rows.map(({ id }) => id),
      ),
    )
    after = last.id
  }
}

async function addMentioned(ctx: Context, source: TodoSource, mentioned: Mentioned): Promise<void> {
  const { userIds, directUserIds, groupIds, directGroupIds, all } = mentioned
  const people = [
    sql`select u as user_id, case when u = any (${[...directUserIds]}::bigint[]) then 'directly_addressed' else 'mentioned' end as action
      from unnest(${[...userIds]}::bigint[]) u`,
  ]
  if (groupIds.length > 0) {
    people.push(sql`select gm.user_id, case when g.id = any (${[...directGroupIds]}::bigint[]) then 'directly_addressed' else 'mentioned' end
      from namespaces g join groups gg on gg.id = g.id and not gg.mentions_disabled
      join memberships gm on gm.namespace_id = any (g.ancestor_ids) where g.id = any (${[...groupIds]}::bigint[])`)
  }
  if (all) {
    people.push(sql`select gm.user_id, 'mentioned' from issuables ai join namespaces an on an.id = ai.namespace_id
      join memberships gm on gm.namespace_id = any (an.ancestor_ids) where ai.id = ${source.issuableId}`)
  }
  await addTodos(ctx, source, sql.join(people, sql` union all `))
}
