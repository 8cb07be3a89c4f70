import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'

/** @source product rules section 14 */
export const addressesAtMost = 10
export const addressesAtOnce = 6

/** Addresses in a text, each once, in lower case; null when one of its words is none. */
export function readAddresses(text: string): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter(word => word !== '')
  const isAddress = (word: string) => word.length <= 254 && /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;.]+$/.test(word)
  return words.every(isAddress) ? [...new Set(words.map(word => word.toLowerCase()))] : null
}

/**
 * The addresses of an issuable `issuable`, as a JSON array of `{email}` inside a statement: whole for those who set its
 * attributes, for others with all but the first letters hidden.
 */
export function emailParticipantsJson(
  ctx: Context,
  facts: IssuableFacts,
  issuable: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const shown = may(ctx.actor, 'issue:set-metadata', facts)
    ? sql`ep.email`
    : sql`regexp_replace(ep.email, '^(.{1,2})[^@]*@(.).*\.([^.]+)$', '\1*****@\2*****.\3')`
  return sql`(select coalesce(json_agg(json_build_object('email', ${shown}) order by ep.id), '[]')
    from issue_email_participants ep where ep.issuable_id = ${issuable})`
}
