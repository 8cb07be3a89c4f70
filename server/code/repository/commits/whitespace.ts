import type { Context } from '#server/context.ts'
import { readDiffPreferences } from '#server/foundation/users/profile/preferences.ts'

/**
 * Whether a diff shows changes of whitespace alone.
 *
 * @param wish  of the address: `1` hides them, `0` shows them; without it the person's preference decides
 */
export async function showsWhitespace(ctx: Context, wish: '0' | '1' | undefined): Promise<boolean> {
  if (wish !== undefined) return wish === '0'
  return ctx.actor.kind !== 'user' || (await readDiffPreferences(ctx, ctx.actor.id)).showWhitespaceInDiffs
}
