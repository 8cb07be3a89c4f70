import { sql } from 'kysely'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { Context } from '#server/context.ts'
import { type SystemNote, writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { mentions } from '#server/plan/issuables/attributes/people-words.ts'
import type { UserName } from '#server/plan/issuables/values.ts'
import { batched, later, on } from '#server/slice.ts'
import { committerIds, removeApprovals } from '../approvals/approve.ts'
import { tellProjectRules } from '../approvals/rules.ts'
import { autoMerge } from '../merge/auto-merge.ts'
import { endAttention } from './attention.ts'

const reviewNotes = {
  reviewed: { action: 'reviewed', text: 'left review comments' },
  requested_changes: { action: 'requested_changes', text: 'requested changes' },
} as const

/** @source SYSNOTE-001, product-rules.md 8.1 */
export const reviewFollowers = [
  on('merge_request.approved', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'approved', text: 'approved this merge request' }),
  ),
  on('merge_request.unapproved', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'unapproved', text: 'unapproved this merge request' }),
  ),
  on('merge_request.reviewed', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, reviewNotes[payload.state]),
  ),
  on('merge_request.changes_cleared', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'reviewed', text: 'removed the request for changes' }),
  ),
  on('merge_request.review_requested', async (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, {
      action: 'reviewer',
      text: `requested review from ${mentions(await named(ctx, [payload.userId]))}`,
    }),
  ),
  on('merge_request.attention_changed', async (ctx, { payload: { issuableId, userId, isRequested }, namespaceId }) =>
    tell(ctx, issuableId, namespaceId, {
      action: 'attention',
      text: `${isRequested ? 'requested attention from' : 'removed attention request from'} ${mentions(await named(ctx, [userId]))}`,
    }),
  ),
  batched('note.created', followed => endAttention(followed.flatMap(({ ctx, event }) => attended(ctx, event.payload)))),
  later('merge_request.approved', (ctx, { payload }) => endAttention(attended(ctx, payload))),
  later('merge_request.merged', (ctx, { payload }) => endAttention(attended(ctx, payload))),
  on('merge_request.approvals_reset', async (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, {
      action: 'unapproved',
      text: `reset approvals from ${mentions(await named(ctx, payload.userIds))}`,
    }),
  ),
  on('merge_request.pushed', async (ctx, { payload }) => {
    if (payload.before !== null) await followPush(ctx, payload.issuableId)
  }),
  on('merge_request.recompared', (ctx, { payload }) => followPush(ctx, payload.issuableId)),
  later('merge_request.approved', (ctx, { payload }) => autoMerge(ctx, payload.issuableId)),
  later('approval_rules.changed', (ctx, { payload }) => autoMergeUnder(ctx, payload)),
  // Whether code owners have to approve, and which rules count, follows from the protection of the target branch.
  on('protected_ref.created', (ctx, { payload }) => followProtection(ctx, payload)),
  on('protected_ref.updated', (ctx, { payload }) => followProtection(ctx, payload)),
  on('protected_ref.deleted', (ctx, { payload }) => followProtection(ctx, payload)),
  later('merge_request.changes_cleared', (ctx, { payload }) => autoMerge(ctx, payload.issuableId)),
  later('merge_request.review_requested', (ctx, { payload }) => autoMerge(ctx, payload.issuableId)),
]

async function followProtection(
  ctx: Context,
  { projectId, kind }: { readonly projectId: number; readonly kind: RefKind },
): Promise<void> {
  if (kind === 'branch') await tellProjectRules(ctx, projectId)
}

/** Merge requests of a project whose auto-merge is tried at once when its approval rules change. */
const triedAtOnce = 100

/** Fewer approvals may be needed now. */
async function autoMergeUnder(
  ctx: Context,
  { projectId, issuableId }: { readonly projectId: number; readonly issuableId: number | null },
): Promise<void> {
  const which = issuableId === null ? sql`namespace_id = ${projectId}` : sql`id = ${issuableId}`
  const { rows } = await sql<{ id: number }>`
    select id from merge_requests where ${which} and is_open and auto_merge is not null order by id limit ${triedAtOnce}`.execute(
    ctx.db,
  )
  for (const { id } of rows) await autoMerge(ctx, id)
}

/** A push ends the approvals: they were for other commits, or another branch. @source product-rules.md 12 */
async function followPush(ctx: Context, issuableId: number): Promise<void> {
  const { rows } = await sql<{
    id: number
    type: string
    namespaceId: number
    ancestorIds: readonly number[]
    resets: boolean
    committersMayNot: boolean
  }>`
    select i.id, i.type, i.namespace_id, n.ancestor_ids, p.reset_approvals_on_push as resets,
      p.merge_requests_disable_committers_approval as committers_may_not
    from issuables i join namespaces n on n.id = i.namespace_id join projects p on p.id = i.namespace_id
    where i.id = ${issuableId} and exists (select 1 from merge_request_approvals a where a.merge_request_id = i.id)`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) return
  if (found.resets) return removeApprovals(ctx, found, 'all')
  const gone = found.committersMayNot ? await committerIds(ctx, found) : []
  if (gone.length > 0) await removeApprovals(ctx, found, gone)
}

/** Comments, approvals and merges are one's own answer to a request for attention. */
const attended = (ctx: Context, { issuableId }: { readonly issuableId: number }) =>
  ctx.actor.kind === 'user' ? [{ ctx, issuableId, userId: ctx.actor.id }] : []

async function named(ctx: Context, ids: readonly number[]): Promise<readonly UserName[]> {
  const { rows } =
    await sql<UserName>`select id, username from users where id = any (${[...ids]}::bigint[]) order by id`.execute(
      ctx.db,
    )
  return rows
}

async function tell(ctx: Context, issuableId: number, namespaceId: number, note: SystemNote): Promise<void> {
  const { rows } = await sql<TextNamespace>`
    select id, full_path, ancestor_ids from namespaces where id = ${namespaceId}`.execute(ctx.db)
  const [namespace] = rows
  if (namespace !== undefined) await writeSystemNotes(ctx, issuableId, namespace, [note])
}
