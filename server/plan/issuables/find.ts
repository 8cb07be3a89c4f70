import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { namespaceIs } from '#server/foundation/projects/find.ts'
import { runStatement } from '#server/platform/sql/statement.ts'

/** The columns of an issuable that use cases look at, with where it stands. */
export interface IssuableRow {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
  /** From the root down to the project itself. */
  readonly ancestorIds: readonly number[]
  readonly type: string
  readonly title: string
  readonly description: string | null
  readonly state: string
  readonly authorId: number
  readonly confidential: boolean
  readonly lockVersion: number
  readonly updatedAt: string
}

type Places = { readonly ref: number | string; readonly iid: number; readonly actorId: number }

/** Each way to look is one statement, compiled once: everything that happens to an issue begins with it. */
async function findIssue(
  ctx: Context,
  way: 'by-iid' | 'by-id',
  { ref, iid }: { readonly ref: number | string; readonly iid: number },
) {
  const { actor } = ctx
  const values: Places = { ref, iid, actorId: actor.kind === 'user' ? actor.id : 0 }
  const rows = await runStatement<IssuableRow & { readonly facts: IssuableFacts }, Places>(
    ctx.db,
    `issue ${way} ${typeof ref} ${actor.kind}`,
    values,
    place => sql`
    select i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids, i.type, i.title, i.description, i.state,
      i.author_id, i.confidential, i.lock_version, i.updated_at,
      ${issuableFacts(actor.kind === 'user' ? { kind: 'user', id: place.actorId } : actor, 'i', 'n')} as facts
    from issuables i join namespaces n on n.id = i.namespace_id
    where i.series = 'issue' and ${way === 'by-id' ? sql`i.id = ${place.ref}` : sql`${namespaceIs(ref, place.ref)} and i.iid = ${place.iid}`}`,
  )
  const found = rows[0]
  if (found === undefined) {
    if (way === 'by-iid') await refuseMoved(ctx, ref, 'project')
    return null
  }
  const { facts, ...row } = found
  return { row: row as IssuableRow, facts }
}

/** The issue (or incident, or task) of an address of the API. */
export const issueByIid = finder(
  'issue',
  'Issue',
  (ctx: Context, { id, issueIid }: { readonly id: number | string; readonly issueIid: number }) =>
    findIssue(ctx, 'by-iid', { ref: id, iid: issueIid }),
)

/** The issue of an address of a page. */
export const issueOfAddress = finder(
  'issue',
  'Issue',
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    findIssue(ctx, 'by-iid', { ref: namespace, iid }),
)

/** An issue by its global id. */
export const issueById = finder('issue', 'Issue', (ctx: Context, { issueId }: { readonly issueId: number }) =>
  findIssue(ctx, 'by-id', { ref: issueId, iid: 0 }),
)
