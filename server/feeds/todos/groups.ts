import { sql } from 'kysely'
import { todoActions } from '#contract/feeds/todos.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { TodoGroupWord } from '#contract/plan/lists/group-words.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import type { Context } from '#server/context.ts'
import { type Grouping, numberIn, oneOf, personHead } from '#server/plan/lists/groups.ts'

const typeOfTarget = sql`(select gi.type from issuables gi where gi.id = t.issuable_id)`
const types = [...new Set([...issuableTypes, ...Object.keys(issuableKinds)])]

/** The grouping of to-dos, over `todos t`; null if there is none. */
export function groupingOf(ctx: Context, by: TodoGroupWord | undefined): Grouping | null {
  switch (by) {
    case undefined:
      return null
    case 'project':
      return {
        keys: sql`select t.namespace_id::text as value, t.namespace_id as ref`,
        has: value => sql`t.namespace_id = ${numberIn(value)}`,
        head: { joins: sql`left join namespaces gn on gn.id = k.ref`, name: sql`gn.full_name` },
      }
    case 'action':
      return oneOf(sql`t.action`, todoActions)
    case 'type':
      return oneOf(typeOfTarget, types)
    case 'author':
      return {
        keys: sql`select t.author_id::text as value, t.author_id as ref`,
        has: value => sql`t.author_id = ${numberIn(value)}`,
        head: personHead(ctx),
      }
    default:
      return by satisfies never
  }
}
