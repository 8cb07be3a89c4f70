import { type RawBuilder, sql } from 'kysely'
import { cardsPerList } from '#contract/plan/boards/board-cards.ts'

interface Size {
  readonly listId: number
  /** The lane of a cell, 0 for that of issues without a value; null for the whole list. */
  readonly laneId: number | null
  readonly size: number
}

/** The numbers of cards that lists and their cells show, where it is not the usual number. */
export type Sizes = readonly Size[]

const mostSizes = 100

/** Read the sizes of an address: `12:60,15.7:20` for list 12, and for lane 7 in list 15. */
export const readSizes = (text = ''): Sizes =>
  text
    .split(',')
    .filter(Boolean)
    .slice(0, mostSizes)
    .map(pair => {
      const [place = '', size = '0'] = pair.split(':')
      const [listId, laneId] = place.split('.').map(Number)
      return {
        listId: listId ?? 0,
        laneId: laneId ?? null,
        size: Math.min(Math.max(Number(size), 1), cardsPerList.most),
      }
    })

/** The sizes of whole lists, by the ids of the lists. */
export const backlogSizes = (sizes: Sizes): ReadonlyMap<number, number> =>
  new Map(sizes.filter(({ laneId }) => laneId === null).map(({ listId, size }) => [listId, size]))

/** The sizes as a part of a `with`. */
export const sizesPart = (sizes: Sizes): RawBuilder<unknown> =>
  sql`sizes as (select * from unnest(${sizes.map(each => each.listId)}::bigint[], ${sizes.map(each => each.laneId)}::bigint[],
    ${sizes.map(each => each.size)}::integer[]) s (list_id, lane_id, size))`

/** The number of cards of a list or cell, over `sizesPart`. @param laneId  null for a whole list */
export const sizeOf = (listId: RawBuilder<unknown>, laneId: RawBuilder<unknown>, usual: number): RawBuilder<number> =>
  sql<number>`coalesce((select s.size from sizes s where s.list_id = ${listId} and s.lane_id is not distinct from ${laneId} limit 1), ${sql.lit(usual)})`
