import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'

export interface EmailRow {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly confirmedAt: string | null
  readonly isPrimary: boolean
}

function selectEmails(db: Db) {
  return db
    .selectFrom('userEmails as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .select(['e.id', 'e.userId', 'e.email', 'e.confirmedAt'])
    .select(sql<boolean>`lower(e.email) = lower(u.email)`.as('isPrimary'))
}

/** The addresses of a user, the primary one first. */
export const emailsOf = (ctx: Context, userId: number): Promise<readonly EmailRow[]> =>
  selectEmails(ctx.db).where('e.userId', '=', userId).orderBy('isPrimary', 'desc').orderBy('e.id').execute()

/** @throws NotFound  no such address, or another user's */
export async function emailOf(ctx: Context, userId: number, emailId: number): Promise<EmailRow> {
  const row = await selectEmails(ctx.db).where('e.id', '=', emailId).where('e.userId', '=', userId).executeTakeFirst()
  if (row === undefined) throw new NotFound('Email')
  return row
}

export const presentEmail = ({ id, email, confirmedAt }: EmailRow) => ({ id, email, confirmedAt })
