import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { commandsIn, loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import type { StateEvent } from '#server/plan/change-sets/changer.ts'
import { type ChangeOptions, changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from './close.ts'
import { reopenIssue } from './reopen.ts'

/**
 * Change an issue's attributes and state as the public API does: attributes that the actor may not set stay, labels
 * that do not exist are created, and quick actions in a new description run.
 *
 * @returns whether anything changed
 * @throws Invalid  a value breaks a rule
 * @throws Conflict  title or description changed since `options.lockVersion`
 */
export async function updateIssue(
  ctx: Context,
  issue: Allowed<'issuable:update', IssuableRow>,
  changes: Changes,
  stateEvent: StateEvent | null,
  options: ChangeOptions = {},
): Promise<boolean> {
  const target = { ...issue, facts: issue.facts }
  const wanted = permitted(ctx, issue.facts, changes)
  const { text, commands } = commandsIn(ctx, target, options.isLiteral ? '' : (wanted.description ?? ''))
  const given = commands.length === 0 ? wanted : { ...wanted, description: text }
  const updatedAt = may(ctx.actor, 'issuable:set-timestamps', issue.facts) ? options.updatedAt : undefined
  const changed =
    Object.keys(given).length > 0
      ? await changeIssuable(ctx, issue, given, { createsLabels: true, ...options, updatedAt })
      : []
  if (commands.length > 0) {
    const now = await loadTarget(ctx, issue.id)
    if (now !== null) await runCommands(ctx, now, commands)
  }
  const isStateChanged = stateEvent !== null && (await changeState(ctx, issue.id, stateEvent))
  return isStateChanged || changed.length > 0 || commands.length > 0
}

/** A change of state that the actor may not make is left out, like every other part of an update. */
async function changeState(ctx: Context, issueId: number, event: StateEvent): Promise<boolean> {
  if (event === 'close') {
    const issue = await loadIfAllowed(ctx, 'issuable:close', issueById, { issueId })
    if (issue === null || issue.state === 'closed') return false
    await closeIssue(ctx, issue)
    return true
  }
  const issue = await loadIfAllowed(ctx, 'issuable:reopen', issueById, { issueId })
  if (issue === null || issue.state === 'opened') return false
  await reopenIssue(ctx, issue)
  return true
}
