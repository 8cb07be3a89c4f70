import { type RawBuilder, sql } from 'kysely'
import { namesIn, type PlainName, plainNames } from '#contract/plan/plain-attributes.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { attributes } from './attributes.ts'

// The parts that the JSON shapes of an issue are made of, over `issuables i`; lists of rows stand with their attributes.

const pairsOf = (names: readonly PlainName[]): RawBuilder<unknown> =>
  sql.join(names.map(name => sql`${sql.lit(snakeCase(name))}, ${attributes[name].storage.read}`))

/** All plain attributes, as pairs for `json_build_object`. */
export const plainPairs = pairsOf(plainNames)
/** Those that rows of lists show. */
export const listPairs = pairsOf(namesIn('list'))
/** Those that rows of linked issues show. */
export const linkPairs = pairsOf(namesIn('link'))

/** When it was created, changed last and closed. */
export const momentPairs: RawBuilder<unknown> = sql`'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at),
  'closed_at', iso(i.closed_at)`

/** How many items of the description's task lists are done. */
export const taskPairs: RawBuilder<unknown> = sql`'task_completion_status',
  json_build_object('count', i.task_count, 'completed_count', i.task_completed_count)`

/** The path of its page from the site's root, with its project as `namespaces n`. */
export const issuePath: RawBuilder<string> = pagePathSql('i', 'n', 'issue')
