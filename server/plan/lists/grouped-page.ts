import { type RawBuilder, sql } from 'kysely'
import { Malformed } from '#server/errors.ts'
import { type CursorValues, writeCursor } from '#server/platform/sql/keyset.ts'
import { neighborsByOffset, readPageStart, startAfter, startAt } from '#server/platform/sql/page-cursor.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Grouping, groupOrder, headFields, keyOfValue } from './groups.ts'

/** The most rows of a list that are grouped. */
export const groupedRows = 5000
/** Groups of a page, and rows of each that it shows at once. */
export const groupsPerPage = 30
const rowsPerGroup = 10

/**
 * The parts of the statement of a grouped page, over its `page` of `id`, `cursor` (`noCursor` where the list has no keys) and `place`.
 *
 * @param offset  of the groups
 * @param rows  from `page` on, with the columns that the keys of the groups read
 */
export function groupedParts(
  grouping: Grouping,
  offset: number,
  rows: RawBuilder<unknown> = sql`page join issuables i on i.id = page.id`,
) {
  const { head, keys } = grouping
  return {
    /** Further parts of the `with`. */
    ctes: sql`, keyed as materialized (select page.id, page.cursor, ${keyOfValue(sql`g.value`)} as key, g.value, g.ref,
        row_number() over (partition by g.value order by page.place) as nth
      from ${rows} cross join lateral (${keys}) g where page.place <= ${sql.lit(groupedRows)}),
    heads as materialized (select ordered.*, row_number() over () as place from (
      select k.key, ${object({
        key: sql`k.key`,
        ...headFields(grouping),
        count: sql`k.size`,
      })} as head
      from (select key, value, min(ref) as ref, count(*) as size from keyed group by key, value) k ${head.joins ?? sql``}
      order by ${groupOrder(grouping)} limit ${sql.lit(groupsPerPage + 1)} offset ${offset}) ordered),
    shown as materialized (select keyed.id, keyed.key, keyed.nth, keyed.cursor, heads.place from heads join keyed on keyed.key = heads.key
      where keyed.nth <= ${sql.lit(rowsPerGroup)} and heads.place <= ${sql.lit(groupsPerPage)})`,
    /** Each row once, in the order of the groups, as `page` with `place`. */
    rows: sql`(select id, row_number() over (order by min(place), min(nth)) as place from shown group by id)`,
    groups: sql<string>`(select ${object({
      more: sql`(select count(*) > ${sql.lit(groupsPerPage)} from heads)`,
      groups: sql`coalesce(json_agg(
        ${object({
          head: sql`h.head`,
          ids: sql`(select json_agg(s.id order by s.nth) from shown s where s.key = h.key)`,
          last: sql`(select to_json(s.cursor) from shown s where s.key = h.key and s.nth = ${sql.lit(rowsPerGroup)})`,
        })}
        order by h.place), '[]')`,
    })}::text from heads h where h.place <= ${sql.lit(groupsPerPage)})`,
  }
}

interface FoundGroups {
  readonly more: boolean
  readonly groups: readonly {
    readonly head: { readonly count: number }
    readonly ids: readonly number[]
    /** The cursor of the last row that is shown at once; null where there are fewer, or no keys. */
    readonly last: CursorValues | null
  }[]
}

/**
 * The groups in the shape of the contract, and the cursors of the neighboring pages of groups.
 *
 * @param text  `groups` of `groupedParts`, as the statement returned it
 * @param isCut  whether the list has more rows than are grouped
 */
export function shownGroups(text: string, { offset, isCut }: { readonly offset: number; readonly isCut: boolean }) {
  // The text has the shape that `groupedParts` builds.
  const found = JSON.parse(text) as FoundGroups
  const groups = found.groups.map(({ head, ids, last }) => ({
    ...head,
    ids,
    next: head.count <= ids.length ? null : last === null ? startAt(rowsPerGroup) : startAfter(writeCursor(last)),
  }))
  return {
    groups: new RawJson(JSON.stringify({ groups, limit: isCut ? groupedRows : null })),
    ...neighborsByOffset(offset, groupsPerPage, found.more),
  }
}

/** The cursors of a list without keys, whose groups go on by offset. */
export const noCursor = sql<null>`null::text[]`

/** The offset in the cursor of a group; 0 if it is not one. */
export function offsetIn(cursor: string | undefined): number {
  try {
    const start = readPageStart(cursor)
    return start.kind === 'offset' ? start.offset : 0
  } catch (error) {
    if (error instanceof Malformed) return 0
    throw error
  }
}
