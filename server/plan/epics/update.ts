import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { commandsIn, loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import { type ChangeOptions, changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { type EpicRow, epicById } from './find.ts'
import { type EpicPlan, planEpic, type ShownDates } from './plan.ts'
import { closeEpic, reopenEpic } from './state.ts'

interface EpicChanges {
  readonly attributes: Changes
  readonly plan?: EpicPlan
  /** The dates that the actor saw, as far as the plan changes them. */
  readonly shownDates?: ShownDates | undefined
  readonly stateEvent?: 'close' | 'reopen' | undefined
}

/**
 * Change an epic: attributes that the actor may not set stay, labels that do not exist are created, and quick actions
 * in a new description run.
 *
 * @throws Invalid  a value breaks a rule
 * @throws Conflict  title or description changed since `options.lockVersion`, the dates are others than `shownDates`, or the parent is full
 */
export async function updateEpic(
  ctx: Context,
  epic: Allowed<'issuable:update', EpicRow>,
  { attributes, plan = {}, shownDates, stateEvent }: EpicChanges,
  options: ChangeOptions = {},
): Promise<void> {
  const wanted = permitted(ctx, epic.facts, attributes)
  const { text, commands } = commandsIn(ctx, epic, wanted.description ?? '')
  const given = commands.length === 0 ? wanted : { ...wanted, description: text }
  const updatedAt = may(ctx.actor, 'issuable:set-timestamps', epic.facts) ? options.updatedAt : undefined
  if (Object.keys(given).length > 0)
    await changeIssuable(ctx, epic, given, { createsLabels: true, ...options, updatedAt })
  if (Object.values(plan).some(value => value !== undefined))
    await planEpic(ctx, await load(ctx, 'issuable:set-metadata', epicById, { id: epic.id }), plan, shownDates)
  if (commands.length > 0) {
    const target = await loadTarget(ctx, epic.id)
    if (target !== null) await runCommands(ctx, target, commands)
  }
  if (stateEvent !== undefined) await turnEpic(ctx, epic.id, stateEvent)
}

/** Close or reopen an epic, where the actor may. */
export async function turnEpic(ctx: Context, id: number, event: 'close' | 'reopen'): Promise<boolean> {
  if (event === 'close') {
    const epic = await loadIfAllowed(ctx, 'issuable:close', issuableOfType, { id, type: 'epic' })
    return epic !== null && closeEpic(ctx, epic)
  }
  const epic = await loadIfAllowed(ctx, 'issuable:reopen', issuableOfType, { id, type: 'epic' })
  return epic !== null && reopenEpic(ctx, epic)
}
