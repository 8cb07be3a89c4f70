import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import type { CommandsChanges } from '#server/discuss/quick-actions/quick-action.ts'
import type { CommandsOutcome } from '#server/discuss/quick-actions/run.ts'
import { Conflict } from '#server/errors.ts'

/** The results of the commands of a text, kept for a client that sends the text again. */
export interface KeptAnswer {
  readonly outcome: CommandsOutcome
  readonly changes: CommandsChanges
}

/**
 * Take a key of the client's making for commands that are about to run. Another request with the key waits here until
 * they have run.
 *
 * @returns the kept results of the first time, or null if this is the first time
 * @throws Conflict  the key was used on another issuable
 */
export async function claimKey(ctx: Context, issuableId: number, key: string): Promise<KeptAnswer | null> {
  const authorId = userIdOrZero(ctx)
  const { rows } = await sql`
    insert into note_answers (author_id, idempotency_key, issuable_id, created_at) values (${authorId}, ${key}, ${issuableId}, ${ctx.now})
    on conflict do nothing returning author_id`.execute(ctx.db)
  return rows.length > 0 ? null : ((await keptAnswer(ctx, issuableId, key)) ?? null)
}

/** @throws Conflict  the key was used on another issuable */
export async function keptAnswer(ctx: Context, issuableId: number, key: string): Promise<KeptAnswer | null> {
  const kept = await ctx.db
    .selectFrom('noteAnswers')
    .select(['issuableId', 'outcome'])
    .where('authorId', '=', userIdOrZero(ctx))
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  if (kept === undefined) return null
  if (kept.issuableId !== issuableId) throw keyTaken()
  // Only `keepAnswer` writes this column.
  return kept.outcome as KeptAnswer | null
}

/**
 * Keep the results of the commands, beside the key that was taken or, for a note that was stored under it, together
 * with it.
 */
export async function keepAnswer(ctx: Context, issuableId: number, key: string, answer: KeptAnswer): Promise<void> {
  const authorId = userIdOrZero(ctx)
  await sql`
    insert into note_answers (author_id, idempotency_key, issuable_id, outcome, created_at)
    values (${authorId}, ${key}, ${issuableId}, ${JSON.stringify(answer)}, ${ctx.now})
    on conflict (author_id, idempotency_key) do update set outcome = excluded.outcome`.execute(ctx.db)
}

export const keyTaken = (): Conflict => new Conflict('The idempotency key was already used for another note')
