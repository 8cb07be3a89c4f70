import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** About a second of work in a browser. */
export const zeroBits = 17
const validMs = 60 * 60_000

const messages = {
  wrong: 'Your browser could not be checked. Reload the page and send your request again.',
} as const

async function sign(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from server_secrets where name = 'mail_reply'`.execute(db)
  const secret = rows[0]?.value
  if (secret === undefined) throw new Error('the database has no secret for puzzles')
  return createHmac('sha256', secret).update(`puzzle:${text}`).digest('base64url')
}

/** A new puzzle for the form of a project; nothing is stored. */
export async function makePuzzle(ctx: Context, projectId: number): Promise<string> {
  const text = `${projectId}.${Date.parse(ctx.now) + validMs}.${randomBytes(12).toString('base64url')}`
  return `${text}.${await sign(ctx.db, text)}`
}

/**
 * Accept the answer to a puzzle, once.
 *
 * @throws Invalid  it is of another project, has expired, was used before, or the answer is wrong
 */
export async function spendPuzzle(ctx: Context, projectId: number, puzzle: string, answer: number): Promise<void> {
  const { nonce, expiresAt } = await solvedPuzzle(ctx, projectId, puzzle, answer)
  const { rows } =
    await sql`insert into used_puzzles (id, expires_at) values (${nonce}, ${new Date(expiresAt).toISOString()})
    on conflict do nothing returning 1 as one`.execute(ctx.db)
  if (rows.length === 0) throw new Invalid({ base: [messages.wrong] })
}

/** The same without using it up. @throws Invalid */
export async function checkPuzzle(ctx: Context, projectId: number, puzzle: string, answer: number): Promise<void> {
  const { nonce } = await solvedPuzzle(ctx, projectId, puzzle, answer)
  const { rows } = await sql`select 1 from used_puzzles where id = ${nonce}`.execute(ctx.db)
  if (rows.length > 0) throw new Invalid({ base: [messages.wrong] })
}

async function solvedPuzzle(ctx: Context, projectId: number, puzzle: string, answer: number) {
  const [id = '', expiresAt = '', nonce = '', signature = ''] = puzzle.split('.')
  const right = Buffer.from(await sign(ctx.db, `${id}.${expiresAt}.${nonce}`))
  const given = Buffer.from(signature)
  const isSigned = given.length === right.length && timingSafeEqual(given, right)
  const isValid = isSigned && id === String(projectId) && Number(expiresAt) > Date.parse(ctx.now)
  if (!isValid || !isSolved(puzzle, answer)) throw new Invalid({ base: [messages.wrong] })
  return { nonce, expiresAt: Number(expiresAt) }
}

const isSolved = (puzzle: string, answer: number): boolean =>
  createHash('sha256').update(`${puzzle}:${answer}`).digest().readUInt32BE(0) >>> (32 - zeroBits) === 0

/** Forget used puzzles that have expired. */
export async function forgetPuzzles(db: Db): Promise<void> {
  await sql`delete from used_puzzles where expires_at < now()`.execute(db)
}
