import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { bulkUpdateIssues } from '#contract/plan/issue-page-calls.ts'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import { changesOf } from '#server/plan/issuables/changes-of.ts'
import { changeOne, type MadeChange } from './change.ts'
import { changeEach } from './change-each.ts'

type Update = Static<typeof bulkUpdateIssues.input>['update']

/**
 * Change issues of a project that were ticked one after the other, each with its own rights: one that the actor may not change is
 * passed over.
 *
 * @returns how many changed, and the edit that holds what takes it back; null where nothing can be taken back
 */
export async function bulkUpdate(
  ctx: Context,
  projectId: number,
  update: Update,
): Promise<{ readonly count: number; readonly bulkEditId: number | null }> {
  const wanted = { changes: changesOf('bulk', update), stateEvent: update.stateEvent || null }
  const made: { readonly issuable_id: number; readonly change: MadeChange }[] = []
  const count = await changeEach(ctx, projectId, update, async issueId => {
    const result = await changeOne(ctx, projectId, issueId, wanted)
    if (result.outcome === 'refused') return null
    if (result.outcome === 'changed') made.push({ issuable_id: issueId, change: result.change })
    return { noteable: { id: issueId, namespaceId: projectId }, isChanged: result.outcome === 'changed' }
  })
  const bulkEditId = made.length === 0 || userIdOf(ctx) === null ? null : await store(ctx, projectId, update, made)
  return { count, bulkEditId }
}

/** What was changed, as a finished edit. */
async function store(ctx: Context, projectId: number, update: Update, made: readonly object[]): Promise<number> {
  const { issuableIds: _ids, subscriptionEvent: _event, ...asked } = update
  const { rows } = await sql<{ id: number }>`
    with edit as (insert into bulk_edits (namespace_id, user_id, asked, total, changed, created_at, finished_at)
        values (${projectId}, ${selfId(ctx)}, ${JSON.stringify(asked)}::jsonb, ${made.length}, ${made.length}, ${ctx.now}::timestamptz,
          ${ctx.now}::timestamptz) returning id),
      items as (insert into bulk_edit_items (bulk_edit_id, issuable_id, outcome, change)
        select edit.id, given.issuable_id, 'changed', given.change
        from edit, jsonb_to_recordset(${JSON.stringify(made)}::jsonb) given (issuable_id bigint, change jsonb))
    select id from edit`.execute(ctx.db)
  if (rows[0] === undefined) throw new Error('A bulk edit without a row')
  return rows[0].id
}
