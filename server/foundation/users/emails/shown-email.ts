import { type RawBuilder, sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import type { Actor } from '#server/context.ts'

/** An address as a reader sees it. @param isWhole  for those below planner all but the first letters are hidden */
export const emailShown = (email: RawBuilder<unknown>, isWhole: boolean): RawBuilder<string | null> =>
  isWhole ? sql`${email}` : sql`regexp_replace(${email}, ${sql.lit(hiddenPart)}, ${sql.lit(shownPart)})`

/** An address as an actor sees it, by their role in a project or group. @param ancestorIds  of the namespace, with itself */
export function emailSeenBy(
  actor: Actor,
  email: RawBuilder<unknown>,
  ancestorIds: RawBuilder<unknown>,
): RawBuilder<string | null> {
  if (actor.kind === 'anonymous' || actor.isAdmin) return emailShown(email, actor.kind === 'user')
  return sql`case when access_level_of(${actor.id}, ${ancestorIds}) >= ${levelSql('planner')} then ${email} else ${emailShown(email, false)} end`
}

const hiddenPart = String.raw`^(.{1,2})[^@]*@(.).*\.([^.]+)$`
const shownPart = String.raw`\1*****@\2*****.\3`
