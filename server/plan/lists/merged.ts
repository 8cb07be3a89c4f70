import { type RawBuilder, sql } from 'kysely'

interface Bound {
  /** The first key of the order, over `i`. */
  readonly value: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
  /** A value after all others. */
  readonly last: RawBuilder<unknown>
  /**
   * The condition within a stream, as `and ...`. It can compare with `first_value`, that of the stream's own first issue, and
   * `farthest`, the last one of these among the streams that are read, in the order of the list.
   */
  readonly within: RawBuilder<unknown>
}

/** Streams of issues, each in the order of the list along an index: those of a project and state, of a label, or of a person. */
interface Streams {
  /** A row for each stream, as a table expression with the alias `as`. */
  readonly all: RawBuilder<unknown>
  readonly as: string
  /**
   * The first issues of a stream, as a table expression with the alias `i`.
   *
   * @param within  a further condition, as `and ...`
   */
  readonly first: (limit: number, within: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly ordering: RawBuilder<unknown>
  /** Limits how far each stream is read: no farther than the last one of the first issues (`farthest`). */
  readonly bound?: Bound
  /** An issue can be in several streams. */
  readonly isShared?: boolean
}

/**
 * The first issues of all streams together, as a select. They are in the streams whose own first issues come first, so only as many
 * streams as the page has rows are read beyond their first issue.
 *
 * For example, a page of 2 rows by id, the highest first, of the streams A (90, 40, 30), B (80, 70) and C (60): the first issues are
 * 90, 80 and 60. The page needs A and B alone, as 60 comes after two others. Both are read down to 80, the lower one of
 * their first issues: 90 and 80 are the page, and 40 and 70 are not read.
 */
export function merged(
  { all, as, first, ordering, bound, isShared = false }: Streams,
  reach: number,
): RawBuilder<unknown> {
  const [stream, full] = [sql.ref(as), sql.lit(reach)]
  const value = bound === undefined ? sql`` : sql`, ${bound.value} as first_value`
  const heads = isShared
    ? sql`select * from (select ${stream}.* ${value}, dense_rank() over (order by ${ordering}) as place
        from ${all} cross join lateral ${first(1, sql``)}) ranked where place <= ${full}`
    : sql`select ${stream}.* ${value} from ${all} cross join lateral ${first(1, sql``)} order by ${ordering} limit ${full}`
  // With fewer streams than rows, the page may need all issues of each.
  const mayNeedAll = sql`${isShared ? sql`max(place)` : sql`count(*)`} over () < ${full}`
  const walked =
    bound === undefined
      ? heads
      : sql`select head.*, case when ${mayNeedAll} then ${bound.last} else ${bound.direction === 'desc' ? sql`min` : sql`max`}(first_value) over () end as farthest
          from (${heads}) head`
  return sql`select ${isShared ? sql`distinct on (i.id)` : sql``} i.* from (${walked}) ${stream}
    cross join lateral ${first(reach, bound?.within ?? sql``)} order by ${ordering} limit ${full}`
}

/**
 * Issues group by group, as far as the page reaches.
 *
 * @param groups  a select of the groups in their order
 * @param as      the alias under which `ofGroup` refers to one of them
 * @param ofGroup a select of the first issues of a group
 */
export const groupByGroup = (
  groups: RawBuilder<unknown>,
  as: string,
  ofGroup: RawBuilder<unknown>,
  reach: number,
): RawBuilder<unknown> =>
  // The rows come in order. If they were sorted again, the first issues of one more group would be read before the limit applies.
  sql`select i.* from (${groups}) ${sql.ref(as)} cross join lateral (${ofGroup}) i limit ${sql.lit(reach)}`
