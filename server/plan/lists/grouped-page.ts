import { type RawBuilder, sql } from 'kysely'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Grouping, groupOrder, headFields, keyOfValue } from './groups.ts'
import { writeCursor } from './order.ts'

/** The most rows of a list that are grouped. */
export const groupedRows = 5000
/** Groups of a page, and rows of each that it shows at once. */
export const groupsPerPage = 30
const rowsPerGroup = 10

/**
 * The parts of the statement of a grouped page, over its `page` of `id`, `value` and `place`.
 *
 * @param offset  of the groups
 * @param rows  from `page` on, with what the keys of the groups look at
 */
export function groupedParts(
  grouping: Grouping,
  offset: number,
  rows: RawBuilder<unknown> = sql`page join issuables i on i.id = page.id`,
) {
  const { head, keys } = grouping
  return {
    /** Further parts of the `with`. */
    ctes: sql`, keyed as materialized (select page.id, page.value as cursor, ${keyOfValue(sql`g.value`)} as key, g.value, g.ref,
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
          cursor: sql`(select ${object({ value: sql`s.cursor`, id: sql`s.id` })} from shown s where s.key = h.key and s.nth = ${sql.lit(rowsPerGroup)})`,
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
    readonly cursor: { readonly value: string | null; readonly id: number } | null
  }[]
}

/**
 * The groups in the shape of the contract, and the cursors of the neighboring pages of groups.
 *
 * @param text  `groups` of `groupedParts`, as the statement returned it
 * @param isKeyed  whether the list is paged by key, not by offset
 * @param isCut  whether the list has more rows than are grouped
 */
export function shownGroups(
  text: string,
  { offset, isKeyed, isCut }: { readonly offset: number; readonly isKeyed: boolean; readonly isCut: boolean },
) {
  // As `groupedParts` makes it.
  const found = JSON.parse(text) as FoundGroups
  const groups = found.groups.map(({ head, ids, cursor }) => ({
    ...head,
    ids,
    next: cursor === null || head.count <= ids.length ? null : isKeyed ? `>${writeCursor(cursor)}` : `+${rowsPerGroup}`,
  }))
  return {
    groups: new RawJson(JSON.stringify({ groups, limit: isCut ? groupedRows : null })),
    next: found.more ? `+${offset + groupsPerPage}` : null,
    previous: offset > 0 ? `+${Math.max(0, offset - groupsPerPage)}` : null,
  }
}

/** The offset in the cursor of a group; 0 if it is not one. */
export const offsetIn = (cursor: string | undefined): number =>
  cursor !== undefined && /^\+\d{1,6}$/.test(cursor) ? Number(cursor.slice(1)) : 0
