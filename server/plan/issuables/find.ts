import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { type Found, finder } from '#server/access/load.ts'
import type { Sight } from '#server/access/namespace-facts.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
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

interface Places extends Readonly<Record<string, unknown>> {
  readonly ref: number | string
  readonly iid: number
  readonly actorId: number
  readonly now: string
}

/** What a look brings of an issue, over `issuables i` and its project's `namespaces n`. */
export interface IssueLook {
  /** Names it, with everything its text depends on besides the actor's kind. */
  readonly key: string
  /** @param sight  the actor, with a place for the id · @param now  the place of the moment of the request, an ISO text */
  readonly columns: (sight: Sight, now: RawBuilder<string>) => RawBuilder<unknown>
  /** From `issuables i` on; joins `namespaces n` too. */
  readonly joins: (sight: Sight) => RawBuilder<unknown>
}

/** What use cases look at. */
export const usualLook: IssueLook = {
  key: 'issue',
  columns:
    () => sql`i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids, i.type, i.title, i.description, i.state,
      i.author_id, i.confidential, i.lock_version, i.updated_at`,
  joins: () => sql`join namespaces n on n.id = i.namespace_id`,
}

/** Each way to look is one statement, compiled once: everything that happens to an issue begins with it. */
async function findIssue(
  ctx: Context,
  way: 'by-iid' | 'by-id',
  place: { readonly ref: number | string; readonly iid: number },
) {
  return lookAtIssue<IssuableRow>(ctx, way, place, usualLook)
}

/** Find an issue with what a look brings of it, and the facts by which `load` decides whether the actor gets it. */
export async function lookAtIssue<Row extends object>(
  ctx: Context,
  way: 'by-iid' | 'by-id',
  { ref, iid }: { readonly ref: number | string; readonly iid: number },
  { key, columns, joins }: IssueLook,
): Promise<Found<'issuable', Row> | null> {
  const { actor } = ctx
  const values: Places = { ref, iid, actorId: userIdOrZero({ actor }), now: ctx.now }
  const rows = await runStatement<Row & { readonly facts: IssuableFacts }, Places>(
    ctx.db,
    `${key} ${way} ${typeof ref} ${actor.kind}`,
    values,
    place => {
      const sight: Sight = actor.kind === 'user' ? { kind: 'user', id: place.actorId } : actor
      return sql`select ${columns(sight, place.now)}, ${issuableFacts(sight, 'i', 'n', 'issue')} as facts from issuables i ${joins(sight)}
        where i.series = 'issue' and ${way === 'by-id' ? sql`i.id = ${place.ref}` : sql`${namespaceIs(ref, place.ref)} and i.iid = ${place.iid}`}`
    },
  )
  const found = rows[0]
  if (found === undefined) {
    if (way === 'by-iid') await refuseMoved(ctx, ref, 'project')
    return null
  }
  const { facts, ...row } = found
  // Without the facts, the rest is what the look brings.
  return { row: row as unknown as Row, facts }
}

/** The issue (or incident, or task) of an address of the API. */
export const issueByIid = finder(
  'issuable',
  'Issue',
  (ctx: Context, { id, issueIid }: { readonly id: number | string; readonly issueIid: number }) =>
    findIssue(ctx, 'by-iid', { ref: id, iid: issueIid }),
)

/** The issue of an address of a page. */
export const issueOfAddress = finder(
  'issuable',
  'Issue',
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    findIssue(ctx, 'by-iid', { ref: namespace, iid }),
)

/** An issue by its global id. */
export const issueById = finder('issuable', 'Issue', (ctx: Context, { issueId }: { readonly issueId: number }) =>
  findIssue(ctx, 'by-id', { ref: issueId, iid: 0 }),
)
