import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, referenceOf } from '#contract/issuable-kinds.ts'
import { searchTerms } from '#contract/search-text.ts'
import { containing } from '#server/platform/sql/like.ts'
import { containsTerms, matchesIndexed } from '#server/platform/sql/search.ts'

/**
 * SQL condition: the title and description of `issuables i` contain every word and phrase of a text. `#12` finds the issue of that number too,
 * and `!12` the merge request.
 *
 * @param where  `title`, `description` or both, which is the same as leaving it out
 */
export function searchCondition(
  text: string,
  where: readonly string[] = [],
  series: IssuableSeries = 'issue',
): RawBuilder<unknown> {
  const inTitle = where.length === 0 || where.includes('title')
  const inDescription = where.length === 0 || where.includes('description')
  const found = matchesIndexed({ text: sql`i.search`, letters: sql`i.search_letters` }, text)
  const inPart =
    inTitle && inDescription ? sql`` : sql`and ${containsTerms(inTitle ? titleText : descriptionText, text)}`
  const plain = text.trim()
  const hasNumber = /^\D?\d{1,15}$/u.test(plain) && plain === referenceOf(series, Number(plain.slice(1)))
  return hasNumber ? sql`((${found} ${inPart}) or i.iid = ${Number(plain.slice(1))})` : sql`(${found} ${inPart})`
}

/** The same for few rows: every word may be in the middle of others, whatever its length. */
export function searchConditionAmongFew(
  text: string,
  where: readonly ('title' | 'description')[],
): RawBuilder<unknown> {
  const part = where.length === 2 ? sql`i.search` : where[0] === 'title' ? titleText : descriptionText
  return sql`(${sql.join(
    searchTerms(text).map(term => sql`${part} like ${containing(term)}`),
    sql` and `,
  )})`
}

// The title is the first line.
const titleText = sql`split_part(i.search, E'\n', 1)`
const descriptionText = sql`substr(i.search, strpos(i.search, E'\n') + 1)`
