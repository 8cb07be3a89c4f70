import { sql } from 'kysely'
import { kindWord } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { type TopicSource, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { type NoteAbout, writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { AttributeName, ParentOf } from '#server/plan/issuables/values.ts'
import { batch, batchDistinct } from '#server/platform/sql/concurrently.ts'
import { on } from '#server/slice.ts'

/** The attributes of a child that the page of its parent does not show. */
const hidden: ReadonlySet<AttributeName> = new Set(['description', 'parent', 'iteration', 'discussionLocked'])

/** The epic or issue that has the item as a child follows its changes. */
export const workItemFollowers = [
  on('issue.created', (ctx, { payload }) => follow(ctx, payload.issueId, payload.changes), hasParent),
  on('epic.created', (ctx, { payload }) => follow(ctx, payload.issuableId, payload.changes), hasParent),
  on('issuable.changed', async (ctx, { payload }) => {
    await follow(ctx, payload.issuableId, payload.changes)
    if (payload.changes.some(change => !hidden.has(change.attribute))) await tellParent(ctx, payload.issuableId)
  }),
  on('issue.closed', (ctx, { payload }) => tellParent(ctx, payload.issueId)),
  on('issue.reopened', (ctx, { payload }) => tellParent(ctx, payload.issueId)),
  on('epic.closed', (ctx, { payload }) => tellParent(ctx, payload.issuableId)),
  on('epic.reopened', (ctx, { payload }) => tellParent(ctx, payload.issuableId)),
  on('epic.planned', (ctx, { payload }) => tellParent(ctx, payload.issuableId)),
]

function hasParent({ changes }: { readonly changes: readonly AttributeChange[] }): boolean {
  return changes.some(change => change.attribute === 'parent')
}

/**
 * A child was added to a parent or removed from it: both get a system note, and the child is last in the new parent.
 */
async function follow(ctx: Context, id: number, changes: readonly AttributeChange[]): Promise<void> {
  const change = changes.find(each => each.attribute === 'parent')
  if (change?.attribute !== 'parent') return
  const type = await putLast(ctx, id)
  const note = (parent: ParentOf | null, done: 'added' | 'removed'): readonly NoteAbout[] =>
    parent === null ? [] : [{ issuableId: parent.id, otherId: id, ...wordsOf(parent, type, done) }]
  await writeNotesAbout(ctx, [...note(change.from, 'removed'), ...note(change.to, 'added')])
  await tell(
    ctx,
    [change.from, change.to].flatMap(parent => parent?.id ?? []),
  )
}

/** Forget the position in the former parent. @returns the type */
const putLast = batch(async (ctx: Context, ids: readonly number[]): Promise<readonly string[]> => {
  await sql`update issuables set parent_position = null where id = any (${[...ids]}::bigint[]) and parent_position is not null`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; type: string }>`
    select id, type from issuables where id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const types = new Map(rows.map(row => [row.id, row.type]))
  return ids.map(id => types.get(id) ?? 'issue')
})

function wordsOf(parent: ParentOf, type: string, done: 'added' | 'removed') {
  if (parent.type === 'epic')
    return { action: `epic_issue_${done}`, words: `${done} ${type === 'epic' ? 'child epic' : 'issue'}` }
  const action = done === 'added' ? 'relate_to_child' : 'unrelate_from_child'
  return { action, words: `${done} child ${kindWord(type)}` }
}

async function tellParent(ctx: Context, id: number): Promise<void> {
  const parentId = await parentOf(ctx, id)
  if (parentId !== null) await tell(ctx, [parentId])
}

const parentOf = batchDistinct(
  async (ctx: Context, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; parentId: number }>`
      select id, parent_id from issuables where id = any (${[...ids]}::bigint[]) and parent_id is not null`.execute(
      ctx.db,
    )
    const found = new Map(rows.map(row => [row.id, row.parentId]))
    return ids.map(id => found.get(id) ?? null)
  },
  id => id,
)

async function tell(ctx: Context, parentIds: readonly number[]): Promise<void> {
  for (const id of [...parentIds].sort((one, other) => one - other)) {
    const parent = await topicSourceOf(ctx, id)
    if (parent === null) continue
    await ctx.events.record(
      'issuable.children_changed',
      { issuableId: parent.id },
      { namespaceId: parent.namespaceId, topics: topicsOfIssuable(parent) },
    )
  }
}

const topicSourceOf = batchDistinct(
  async (ctx: Context, ids: readonly number[]) => {
    const { rows } = await sql<TopicSource>`
      select i.id, i.type, i.namespace_id, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
      where i.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => found.get(id) ?? null)
  },
  id => id,
)
