import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { allOf, type Condition, lowerWord } from './condition-table.ts'

/** An assignee by id, or none or any. */
export function assigneeCondition(ref: number | string): Condition {
  const word = lowerWord(ref)
  const any = sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id)`
  if (word === 'none' || word === '0') return sql`not ${any}`
  if (word === 'any') return any
  return typeof ref === 'number' ? assignedTo(ref) : sql`false`
}

export const assignedTo = (id: number): Condition =>
  sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id and fa.user_id = ${id})`

/** Assigned to each of some people. */
export function assignedToAll(ctx: Context, given: readonly string[]): Condition | null {
  const [first, ...others] = new Set(given.filter(name => name !== '').map(name => bareName(ctx, name)))
  if (first === undefined) return null
  if (others.length === 0) return assignedToOneOf(ctx, [first])
  return allOf([
    assignedToOneOf(ctx, [first]),
    sql`(select count(*) from issuable_assignees fa join users fu on fu.id = fa.user_id
      where fa.issuable_id = i.id and lower(fu.username) = any (${others}::text[])) = ${others.length}`,
  ])
}

export function assignedToOneOf(ctx: Context, names: readonly string[]): Condition {
  const [only, ...others] = names
  const isIt =
    others.length === 0
      ? sql`fa.user_id = ${userNamed(ctx, only ?? '')}`
      : sql`fa.user_id in (${usersNamed(ctx, names)})`
  return sql`exists (select 1 from issuable_assignees fa where fa.issuable_id = i.id and ${isIt})`
}

/** A username in lower case; `@me` is the viewer. */
function bareName({ actor }: Context, name: string): string {
  if (name.toLowerCase() !== '@me') return name.replace(/^@/, '').toLowerCase()
  return actor.kind === 'user' ? actor.username.toLowerCase() : ''
}

/** The id of the person that a filter names, null for no one. */
export const userNamed = (ctx: Context, name: string): Condition =>
  sql`(select fu.id from users fu where lower(fu.username) = ${bareName(ctx, name)})`

/** A select of the ids of the people that a filter names. */
export const usersNamed = (ctx: Context, names: readonly string[]): Condition =>
  sql`select fu.id from users fu where lower(fu.username) = any (${names.map(name => bareName(ctx, name))}::text[])`

export const authoredByOneOf = (ctx: Context, names: readonly string[]): Condition =>
  sql`i.author_id = any (array(${usersNamed(ctx, names)}))`
