import { type RawBuilder, sql } from 'kysely'
import { namesIn, type PlainName, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import { basicNames, furtherNames } from '#contract/plan/attributes/plain-shapes.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { attributes } from './all-attributes.ts'

// Parts of the JSON shapes of an issue, from `issuables i`. Lists such as labels are in the files of their attributes.

const pairsOf = (names: readonly PlainName[]): RawBuilder<unknown> =>
  sql.join(names.map(name => sql`${sql.lit(snakeCase(name))}, ${attributes[name].storage.read}`))

/** All plain attributes, as pairs for `json_build_object`. */
export const plainPairs = pairsOf(plainNames)
/** Those of an issue's short shape in the API, and those that only the whole issue has. */
export const basicPlainPairs = pairsOf(basicNames)
export const furtherPlainPairs = pairsOf(furtherNames)
/** Those shown in rows of lists. */
export const listPairs = pairsOf(namesIn('list'))
/** Those shown in rows of linked issues. */
export const linkPairs = pairsOf(namesIn('link'))

/** When it was created, changed last and closed. */
export const momentPairs: RawBuilder<unknown> = sql`'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at),
  'closed_at', iso(i.closed_at)`

/** The title in a row, and as HTML where it has emoji. The row is a link, so there are none in it: references stand as they were typed. */
export const rowTitlePairs: RawBuilder<unknown> = sql`'title', i.title, 'title_html',
  case when i.title_html like '%<gl-emoji%' then regexp_replace(regexp_replace(i.title_html,
    '<a [^>]*data-original="([^"]*)"[^>]*>([^<]|<[^/]|</[^a])*</a>', '\\1', 'g'), '</?a[^>]*>', '', 'g') end`

/** How many items of the description's task lists are done. */
export const taskPairs: RawBuilder<unknown> = sql`'task_completion_status',
  json_build_object('count', i.task_count, 'completed_count', i.task_completed_count)`

/** The path of its page from the site's root, with its project as `namespaces n`. */
export const issuePath: RawBuilder<string> = pagePathSql('i', 'n', 'issue')
