import { type Context, transact } from '#server/context.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { runCommands } from '#server/discuss/quick-actions/run.ts'
import { claimKey, type KeptAnswer, keepAnswer } from './idempotency.ts'

/**
 * Run the commands of a text that has only commands. Requests with the same idempotency key run once.
 *
 * @throws Conflict  the key was used on another issuable
 */
export function runCommandsAlone(
  ctx: Context,
  target: CommandTarget,
  commands: readonly ExtractedCommand[],
  key: string | null,
): Promise<KeptAnswer> {
  return transact(ctx, async inner => {
    const known = key === null ? null : await claimKey(inner, target.id, key)
    return known ?? runAndKeep(inner, target, commands, key)
  })
}

/** Run the commands of a text for the first time, and store the outcome under the idempotency key for repeated requests. */
export async function runAndKeep(
  ctx: Context,
  target: CommandTarget,
  commands: readonly ExtractedCommand[],
  key: string | null,
): Promise<KeptAnswer> {
  const { changes, ...outcome } = await runCommands(ctx, target, commands)
  const answer = { outcome, changes }
  if (key !== null && commands.length > 0) await keepAnswer(ctx, target.id, key, answer)
  return answer
}
