import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'
import type { AttributeName, UserName } from '#server/plan/issuables/values.ts'
import { batched, later, on } from '#server/slice.ts'
import { addTodos, type TodoSource } from './add.ts'
import { dropUnreadable, finishBy, finishByAll, finishForAll } from './finish.ts'

/** A change of one of these by somebody says that they have seen to the item. @source product rules section 11 */
const seenBy = new Set<AttributeName>(['title', 'description', 'labels', 'milestone', 'assignees', 'reviewers'])

export const todosFollowers = [
  on('text.named', (ctx, { payload }) => addMentioned(ctx, payload, payload.mentioned)),
  on(
    'issue.created',
    (ctx, { payload }) => addFor(ctx, payload.issueId, 'assigned', payload.assigneeIds),
    ({ assigneeIds }) => assigneeIds.length > 0,
  ),
  on(
    'merge_request.created',
    async (ctx, { payload }) => {
      await addFor(ctx, payload.issuableId, 'assigned', payload.assigneeIds)
      await addFor(ctx, payload.issuableId, 'review_requested', payload.reviewerIds)
    },
    ({ assigneeIds, reviewerIds }) => assigneeIds.length + reviewerIds.length > 0,
  ),
  on('merge_request.approved', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('merge_request.reviewed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
  on('merge_request.review_requested', (ctx, { payload }) =>
    addFor(ctx, payload.issuableId, 'review_requested', [payload.userId]),
  ),
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
  on('merge_request.closed', async (ctx, { payload }) => void (await finishBy(ctx, payload.issuableId))),
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

/** Those of a list of people who were not in it before. */
function comeIn(change: PeopleChange | undefined): readonly number[] {
  const before = new Set(change?.from.map(user => user.id))
  return (change?.to ?? []).map(user => user.id).filter(id => !before.has(id))
}

async function addFor(
  ctx: Context,
  issuableId: number,
  action: 'assigned' | 'review_requested',
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const source = { issuableId, noteId: null, internal: false }
  await addTodos(ctx, source, sql`select u as user_id, ${action} as action from unnest(${[...userIds]}::bigint[]) u`)
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
