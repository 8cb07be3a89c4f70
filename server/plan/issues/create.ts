import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { CreatedIssuable } from '#server/plan/issuables/insert.ts'
import { type CreateOptions, type NewIssuable, prepareIssuable } from '#server/plan/issuables/prepare.ts'
import { storeIssue } from './store.ts'

/**
 * Open an issue. Quick actions in its description run when it is there.
 *
 * @param options.isImported  one of many, of which no mails are sent
 * @throws Invalid  a value breaks a rule
 * @throws Forbidden  an incident by somebody below reporter; when strict, any attribute that is not the actor's to set
 * @throws Conflict  the number is taken
 */
export async function createIssue(
  ctx: Context,
  project: Allowed<'project:create-issue', ProjectRow>,
  given: NewIssuable,
  { isImported = false, ...options }: CreateOptions & { readonly isImported?: boolean } = {},
): Promise<CreatedIssuable> {
  if (given.type === 'incident' && !may(ctx.actor, 'project:create-incident', project.facts)) throw new Forbidden()
  const setsMetadata = may(ctx.actor, 'project:set-issue-metadata', project.facts)
  return prepareIssuable(
    ctx,
    project,
    { ...given, type: given.type ?? 'issue' },
    { ...options, setsMetadata },
    (inner, { row, commands, reviewerIds: _none, ...created }) =>
      storeIssue(inner, {
        project,
        issue: row,
        created: isImported ? { ...created, isImported } : created,
        commands,
      }),
  )
}
