import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type TopicSource, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { type NoteAbout, writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
import { on } from '#server/slice.ts'

/** What the page of an epic does not show of what is in it. */
const hidden: ReadonlySet<AttributeName> = new Set(['description', 'parent', 'iteration', 'discussionLocked'])

/** The epics that something is in follow what happens to it. */
export const epicFollowers = [
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

/** Something came into an epic or left one: both say so, and it stands last in the new one. */
async function follow(ctx: Context, id: number, changes: readonly AttributeChange[]): Promise<void> {
  const change = changes.find(each => each.attribute === 'parent')
  if (change?.attribute !== 'parent') return
  await sql`update issuables set parent_position = null where id = ${id} and parent_position is not null`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ series: string }>`select series from issuables where id = ${id}`.execute(ctx.db)
  const what = rows[0]?.series === 'epic' ? 'child epic' : 'issue'
  const note = (epic: { readonly id: number } | null, done: 'added' | 'removed'): readonly NoteAbout[] =>
    epic === null ? [] : [{ issuableId: epic.id, otherId: id, action: `epic_issue_${done}`, words: `${done} ${what}` }]
  await writeNotesAbout(ctx, [...note(change.from, 'removed'), ...note(change.to, 'added')])
  await tell(
    ctx,
    [change.from, change.to].flatMap(epic => epic?.id ?? []),
  )
}

async function tellParent(ctx: Context, id: number): Promise<void> {
  const { rows } = await sql<{ parentId: number }>`
    select parent_id from issuables where id = ${id} and parent_id is not null`.execute(ctx.db)
  await tell(
    ctx,
    rows.map(row => row.parentId),
  )
}

async function tell(ctx: Context, epicIds: readonly number[]): Promise<void> {
  if (epicIds.length === 0) return
  const { rows } = await sql<TopicSource>`
    select i.id, i.type, i.namespace_id, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = any (${[...epicIds]}::bigint[]) order by i.id`.execute(ctx.db)
  for (const epic of rows)
    await ctx.events.record(
      'epic.children_changed',
      { issuableId: epic.id },
      { namespaceId: epic.namespaceId, topics: topicsOfIssuable(epic) },
    )
}
