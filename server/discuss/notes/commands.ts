import { type Context, transact } from '#server/context.ts'
import type { ExtractedCommand } from '#server/discuss/quick-actions/extract.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { runCommands } from '#server/discuss/quick-actions/run.ts'
import { claimKey, type KeptAnswer, keepAnswer } from './idempotency.ts'

/**
 * Run the commands of a text that is nothing but commands. What is sent twice under a key is done once.
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

/** Run the commands of a text, and keep what they did for whoever sends it again. The caller knows that it is the first time. */
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
