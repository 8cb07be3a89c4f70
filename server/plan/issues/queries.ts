import { sql } from 'kysely'
import { finder } from '#server/access/load.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { selectIssuable } from '#server/plan/issuables/find.ts'
import { unplanned } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { issueJoins, issueJson } from './present.ts'

/** One issue in full, for those who may know of it: the caller has loaded it. */
export async function showIssue(ctx: Context, issueId: number): Promise<RawJson> {
  const [found] = await runForActor<{ readonly json: string }, { readonly issueId: number }>(
    ctx,
    'show issue',
    { issueId },
    (reader, parameter) => sql`select ${issueJson(reader, { withSubscribed: true })} as json
      from issuables i ${issueJoins(reader)} where i.id = ${unplanned(parameter.issueId)}`,
  )
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
        key: 'shown issue',
        columns: reader => sql`${issueJson(reader, { withSubscribed: true })} as json`,
        joins: issueJoins,
      },
    ),
)
