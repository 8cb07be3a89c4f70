import { type RawBuilder, sql } from 'kysely'
import { namesIn, type PlainName, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import { basicNames, furtherNames } from '#contract/plan/attributes/plain-shapes.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { columnsOf, type Fields, object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { attributes } from './all-attributes.ts'

const i = columnsOf('issuables', 'i')

// Parts of the JSON shapes of an issue, from `issuables i`. Lists such as labels are in the files of their attributes.

const fieldsOf = (names: readonly PlainName[]): Fields =>
  Object.fromEntries(names.map(name => [snakeCase(name), attributes[name].storage.read]))

/** All plain attributes, as members of a JSON object. */
export const plainFields = fieldsOf(plainNames)
/** The fields of an issue's short shape in the API, and those that only the whole issue has. */
export const basicPlainFields = fieldsOf(basicNames)
export const furtherPlainFields = fieldsOf(furtherNames)
/** The fields shown in rows of lists. */
export const listFields = fieldsOf(namesIn('list'))
/** The fields shown in rows of linked issues. */
export const linkFields = fieldsOf(namesIn('link'))

/** The times of creation, last change and closing. */
export const momentFields = i.moments('createdAt', 'updatedAt', 'closedAt')

/** The title in a row, and as HTML where it has emoji. The row is a link, so there are none in it: references stand as they were typed. */
export const rowTitleFields = {
  ...i.fields('title'),
  title_html: sql`case when i.title_html like '%<gl-emoji%' then regexp_replace(regexp_replace(i.title_html,
    '<a [^>]*data-original="([^"]*)"[^>]*>([^<]|<[^/]|</[^a])*</a>', '\\1', 'g'), '</?a[^>]*>', '', 'g') end`,
}

/** The numbers of completed and all items of the description's task lists. */
export const taskFields = {
  task_completion_status: object({ count: i('taskCount'), completed_count: i('taskCompletedCount') }),
}

/** The path of its page from the site's root, with its project as `namespaces n`. */
export const issuePath: RawBuilder<string> = pagePathSql('i', 'n', 'issue')
