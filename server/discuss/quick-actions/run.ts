import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { type Extracted, type ExtractedCommand, extractCommands } from './extract.ts'
import type { CommandPlan, CommandsChanges, CommandTarget, QuickAction } from './quick-action.ts'
import { notApplied, refusal } from './refusal.ts'

/** The results of the commands of a text. */
export interface CommandsOutcome {
  /** Sentences about the completed commands, in order. */
  readonly done: readonly string[]
  /** Sentences about the refused commands, with reasons. */
  readonly refused: readonly string[]
  /** Names of those that were done, without aliases. */
  readonly names: readonly string[]
}

interface CommandsRun extends CommandsOutcome {
  readonly changes: CommandsChanges
}

export const noCommands: CommandsOutcome = { done: [], refused: [], names: [] }

/** The actions that exist for a target and that the actor may use, by name and alias. */
export function actionsFor(ctx: Context, target: CommandTarget): ReadonlyMap<string, QuickAction> {
  const found = new Map<string, QuickAction>()
  for (const action of ctx.services.plugs.quickActions) {
    if (action.types?.includes(target.type) === false || !may(ctx.actor, action.ability, target.facts)) continue
    for (const name of [action.name, ...action.aliases]) found.set(name, action)
  }
  return found
}

/** Take the commands out of a text that the actor may use here; the others stay as text. */
export function commandsIn(ctx: Context, target: CommandTarget, text: string): Extracted {
  if (!/^\//m.test(text)) return extractCommands(text, () => false)
  const actions = actionsFor(ctx, target)
  return extractCommands(text, name => actions.has(name))
}

/** The effect that each command would have, for the preview. */
export async function explainCommands(
  ctx: Context,
  given: CommandTarget,
  commands: readonly ExtractedCommand[],
): Promise<readonly string[]> {
  const sentences: string[] = []
  // Each is explained as it will find things behind those before it.
  let target = given
  for (const { name, argument } of commands.slice(0, commandLimit)) {
    const action = actionsFor(ctx, target).get(name)
    const plan: CommandPlan = action?.isOffered(target)
      ? await action.explain(ctx, target, argument)
      : { refused: notApplied(name) }
    if (typeof plan === 'string') target = action?.leaves?.(target) ?? target
    sentences.push(typeof plan === 'string' ? plan : plan.refused)
  }
  if (commands.length > commandLimit) sentences.push(overLimit)
  return sentences
}

const commandLimit = 50
const overLimit = `You can use up to ${commandLimit} quick actions at a time.`

/** Run commands in their order. One that fails by name is refused with its sentence, the others go on. */
export async function runCommands(
  ctx: Context,
  given: CommandTarget,
  commands: readonly ExtractedCommand[],
): Promise<CommandsRun> {
  if (commands.length === 0) return { ...noCommands, changes: {} }
  const done: string[] = []
  const refused: string[] = []
  const names: string[] = []
  let changes: CommandsChanges = {}
  let target = given
  for (const [index, { name, argument }] of commands.entries()) {
    if (index >= commandLimit) {
      refused.push(overLimit)
      break
    }
    // The changes made by one command decide whether the next is allowed.
    if (index > 0) target = { ...((await loadTarget(ctx, given.id)) ?? target), noteId: given.noteId }
    const action = actionsFor(ctx, target).get(name)
    const outcome = action?.isOffered(target)
      ? await attempt(() => action.run(ctx, target, argument), name)
      : { refused: notApplied(name) }
    if ('done' in outcome) {
      done.push(outcome.done)
      changes = { ...changes, ...outcome.changes }
      names.push(action?.name ?? name)
    } else refused.push(outcome.refused)
  }
  return { done, refused, names, changes }
}

async function attempt(run: () => ReturnType<QuickAction['run']>, name: string) {
  try {
    return await run()
  } catch (error) {
    return refusal(name, error)
  }
}

/** An issuable as commands see it, by its id. */
export async function loadTarget(ctx: Context, issuableId: number): Promise<CommandTarget | null> {
  const { rows } = await sql<Omit<CommandTarget, 'facts'> & { facts: IssuableFacts }>`
    select i.id, i.namespace_id, n.ancestor_ids, i.iid, i.type, i.state, ${issuableFacts(ctx.actor, 'i', 'n')} as facts
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issuableId}`.execute(ctx.db)
  return rows[0] ?? null
}
