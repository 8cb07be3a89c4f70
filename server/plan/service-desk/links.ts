import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'

/** The days for which a link opens the page of its request. Each email brings a new one. */
const keptDays = 180

/** A secret link to the page of a request, for each of these addresses. @returns the tokens, in their order */
export async function makeLinks(
  ctx: Context,
  given: readonly { readonly issuableId: number; readonly email: string }[],
): Promise<readonly string[]> {
  const tokens = given.map(makeSecret)
  await ctx.db
    .insertInto('serviceDeskLinks')
    .values(
      given.map(({ issuableId, email }, index) => ({
        tokenHash: hashSecret(tokens[index] ?? ''),
        issuableId,
        email,
        createdAt: ctx.now,
      })),
    )
    .execute()
  return tokens
}

/** The condition on a link that it still opens its page. @param alias  of `service_desk_links` in the statement */
export const opensPage = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.created_at`)} > now() - ${sql.lit(keptDays)} * interval '1 day'`

/** Delete the links that no longer open a page. */
export async function forgetLinks(db: Db): Promise<void> {
  const old = sql`not ${opensPage('service_desk_links')}`
  await inBatches(db, async limit => {
    const gone =
      await sql`delete from service_desk_links where ctid = any (${someRows('service_desk_links', old, limit)})`.execute(
        db,
      )
    return Number(gone.numAffectedRows ?? 0n)
  })
}
