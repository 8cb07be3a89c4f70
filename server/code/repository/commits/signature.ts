import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import type { Signature } from '#server/platform/git/writing/write-object.ts'

/** The acting user as the author of commits through the pages and the API. One statement. */
export async function signatureOf(ctx: Context): Promise<Signature> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Error('Writing requires a signed-in user.')
  const { rows } = await sql<{ email: string }>`select email from users where id = ${actor.id}`.execute(ctx.db)
  return { name: actor.name, email: rows[0]?.email ?? '', at: new Date(ctx.now) }
}

/** The author of a commit, with the time of their own clock, as the author of another one. */
export function authorOf({ author: { name, email, date } }: Pick<Commit, 'author'>): Signature {
  return { name, email, at: new Date(date), offset: date.slice(-6).replace(':', '') }
}
