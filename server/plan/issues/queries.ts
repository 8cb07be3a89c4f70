import { sql } from 'kysely'
import { finder } from '#server/access/load.ts'
import type { SqlActor } from '#server/access/namespace-facts.ts'
import type { Viewer } from '#server/access/visible.ts'
import { type Actor, anonymous, type Context, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { selectIssuable } from '#server/plan/issuables/find.ts'
import { runStatement, unplanned } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { issueJoins, issueJson } from './present.ts'

/** One issue in full, for those who may know of it: the caller has loaded it. */
export async function showIssue(ctx: Context, issueId: number): Promise<RawJson> {
  const { actor } = ctx
  const values = { issueId, actorId: userIdOrZero({ actor }) }
  const rows = await runStatement<{ readonly json: string }, typeof values>(
    ctx.db,
    `show issue ${sightKey(actor)} ${ctx.services.settings.externalUrl}`,
    values,
    parameter => {
      const reader: SqlActor = actor.kind === 'user' ? { kind: 'user', id: parameter.actorId } : actor
      return sql`select ${issueJson(ctx, { reader, viewer: viewerOf(actor, reader) })} as json from issuables i ${issueJoins(ctx)} where i.id = ${unplanned(parameter.issueId)}`
    },
  )
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  return new RawJson(found.json)
}

/** An issue in full, by its number in a project: found, checked and shown by one statement. */
export const shownIssueByIid = finder(
  'issuable',
  'Issue',
  (ctx: Context, { id, issueIid }: { readonly id: number | string; readonly issueIid: number }) =>
    selectIssuable<{ readonly json: string }>(
      ctx,
      'issue',
      'by-iid',
      { ref: id, iid: issueIid },
      {
        key: `shown issue ${sightKey(ctx.actor)} ${ctx.services.settings.externalUrl}`,
        columns: sqlActor =>
          sql`${issueJson(ctx, { reader: sqlActor, viewer: viewerOf(ctx.actor, sqlActor) })} as json`,
        joins: () => issueJoins(ctx),
      },
    ),
)

/** The actor, with the id at the place that a statement has for it. */
const viewerOf = (actor: Actor, sqlActor: SqlActor): Viewer =>
  actor.kind === 'user' && sqlActor.kind === 'user' ? { ...actor, id: sqlActor.id } : anonymous

/** What the text of a condition on what an actor may know of depends on. */
const sightKey = (actor: Actor): string =>
  actor.kind === 'user' ? `user ${actor.isAdmin} ${actor.isExternal}` : actor.kind
