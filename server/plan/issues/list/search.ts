import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, referenceOf } from '#contract/issuable-kinds.ts'
import { containing } from '#server/platform/sql/like.ts'

/**
 * Issuables whose title or description holds every word, as whole or as its beginning; or whose title holds the text as it is,
 * even inside a word. `#12` finds the issue of that number too, and `!12` the merge request.
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
  const query = wordQuery(text, inTitle && inDescription ? '' : inTitle ? 'A' : 'B')
  const plain = text.trim().slice(0, 200)
  const conditions = [
    ...(query === null ? [] : [sql`i.search @@ to_tsquery('simple', ${query})`]),
    // Under three letters there is no trigram, so that every row would be read.
    ...(inTitle && [...plain].length >= 3 ? [sql`i.title ilike ${containing(plain)}`] : []),
    ...(/^\d{1,15}$/.test(plain.slice(1)) && plain === referenceOf(series, Number(plain.slice(1)))
      ? [sql`i.iid = ${Number(plain.slice(1))}`]
      : []),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** `foo bar-baz` as `'foo':* & 'bar':* & 'baz':*`, of one weight when not of all; null when there is no word in it. */
export function wordQuery(text: string, weight = ''): string | null {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(match => match[0].toLowerCase()).slice(0, 10)
  return words.length === 0 ? null : words.map(word => `'${word}':*${weight}`).join(' & ')
}
