import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import { type CreateOptions, type NewIssuable, prepareIssuable } from '#server/plan/issuables/changes/prepare.ts'
import { incidentMark } from '#server/plan/issuables/find.ts'
import { type IssueToStore, storeIssue } from './store.ts'

/**
 * Open an issue. Quick actions in its description run when it is there.
 *
 * @param options.isImported  one of many, of which no mails are sent
 * @throws Invalid  a value breaks a rule
 * @throws Forbidden  an incident by a user below reporter; when strict, any attribute that the actor may not set
 * @throws Conflict  the number is taken
 */
export async function createIssue(
  ctx: Context,
  project: IssueProject,
  given: NewIssuable,
  options: IssueOptions = {},
): Promise<CreatedIssuable> {
  return prepared(ctx, project, given, options, storeIssue)
}

/**
 * Check a new issue, and create it when the returned function is called, within the same transaction: of many issues that are prepared
 * concurrently, the caller decides the order.
 *
 * @throws Invalid  a value breaks a rule
 */
export async function prepareIssue(
  ctx: Context,
  project: IssueProject,
  given: NewIssuable,
  options: IssueOptions = {},
): Promise<() => Promise<CreatedIssuable>> {
  return prepared(ctx, project, given, options, async (inner, issue) => () => storeIssue(inner, issue))
}

type IssueProject = Allowed<'project:create-issue', ProjectRow>
type IssueOptions = CreateOptions & { readonly isImported?: boolean }

async function prepared<T>(
  ctx: Context,
  project: IssueProject,
  given: NewIssuable,
  { isImported = false, ...options }: IssueOptions,
  write: (ctx: Context, issue: IssueToStore) => Promise<T>,
): Promise<T> {
  if (given.type === 'incident' && !may(ctx.actor, 'project:create-incident', project.facts)) throw new Forbidden()
  const setsMetadata = may(ctx.actor, 'project:set-issue-metadata', project.facts)
  return prepareIssuable(
    ctx,
    project,
    { ...given, type: given.type ?? 'issue' },
    { ...options, setsMetadata },
    (inner, { row, commands, reviewerIds: _none, ...created }) =>
      write(inner, {
        project,
        issue: row,
        created: { ...created, ...incidentMark({ type: given.type ?? 'issue' }), ...(isImported && { isImported }) },
        commands,
      }),
  )
}
