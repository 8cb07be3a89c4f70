import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { OwnChange, ownChangesPage } from '#contract/feeds/own-changes.ts'
import { visibleIssuables, visibleNamespaces } from '#server/access/visible.ts'
import { type Context, selfId } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { undoableDays } from '#server/plan/change-sets/forget.ts'
import { isInverse } from '#server/plan/change-sets/inverse.ts'
import { type MadeChange, madeBy } from '#server/plan/change-sets/made.ts'
import { isOfUndoableKind, isOwnUndoable, itemOf, undoableSince } from '#server/plan/change-sets/own-events.ts'
import { countMade } from '#server/plan/change-sets/words.ts'
import { type CursorValues, cursorColumn, isAfter, type SortKey, writeCursor } from '#server/platform/sql/keyset.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const n = columnsOf('namespaces', 'n')
const i = columnsOf('issuables', 'i')
const u = columnsOf('changeSets', 'u')

const perPage = 30

/** A change is compared with at most this many later changes of its item, to find the one that took it back. */
const maxCompared = 25

/** The source of a row: both sources number their rows on their own, so a position needs it. */
const streams = { singles: 0, sets: 1 } as const

type OwnChangeRow = Static<typeof OwnChange> & {
  readonly id: number
  readonly stream: number
  readonly cursor: CursorValues
  readonly name: string | null
  readonly payload: object | null
  /** The changes of a change set to its only item. */
  readonly change: MadeChange | null
  /** The digest of the description before the change; null when the change is not one of the description. */
  readonly formerDescription: string | null
  /** The next changes that the actor made to the same item. */
  readonly later: readonly Later[] | null
}

interface Later {
  readonly name: string | null
  readonly payload: object | null
  readonly change: MadeChange | null
  /** The digest of the description that it wrote. */
  readonly description: string | null
}

/** The digest of the version before (`<`) that of `events e`, or of that version itself (`=`). @param itemId  of the event */
const descriptionOf = (itemId: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select md5(coalesce(v.description, '')) from description_versions v
  where v.issuable_id = ${itemId} and v.id ${which} (e.payload->>'descriptionVersionId')::bigint order by v.id desc limit 1)`

/**
 * The changes of the actor that can be undone, newest first: single changes from the log, and change sets.
 *
 * @param cursor  `next` of the previous page; undefined for the first one
 * @throws Malformed  not a cursor of this list
 */
export async function showOwnChanges(
  ctx: Context,
  cursor: string | undefined,
): Promise<Static<typeof ownChangesPage.reply>> {
  const { rows } = await sql<OwnChangeRow>`
    with singles as materialized (
      select e.id, e.name, e.payload, e.created_at, i.id as issuable_id, ${descriptionOf(sql`i.id`, sql`<`)} as former_description from events e join issuables i on i.id = ${itemOf}
      where ${isOwnUndoable(ctx)} and ${isBehind(cursor, 'e', streams.singles)} and ${isOfUndoableKind(ctx)} and ${visibleIssuables(ctx.actor, 'i')}
      order by e.created_at desc, e.id desc limit ${perPage + 1}),
    sets as materialized (
      select b.id, b.series, b.type, b.made, b.namespace_id, b.created_at, w.issuable_id, w.change
      from change_sets b join namespaces n on n.id = b.namespace_id left join change_set_items w on w.change_set_id = b.id and b.total = 1
      where b.user_id = ${selfId(ctx)} and b.asked is not null and b.changed > 0 and b.created_at > ${undoableSince(ctx)}
        and ${isBehind(cursor, 'b', streams.sets)} and ${visibleNamespaces(ctx.actor, 'n')}
      order by b.created_at desc, b.id desc limit ${perPage + 1}),
    -- The next changes that the actor made to the same items.
    next_changes as materialized (
      select s.id as change_id, s.stream,
        json_agg(${object({
          name: sql`o.name`,
          payload: sql`o.payload`,
          change: sql`o.change`,
          description: sql`o.description`,
        })}) as later
      from (select id, ${sql.lit(streams.singles)} as stream, issuable_id, created_at from singles
          union all select id, ${sql.lit(streams.sets)}, issuable_id, created_at from sets where issuable_id is not null) s
        cross join lateral (
          (select e.name, e.payload, null::jsonb as change, ${descriptionOf(sql`s.issuable_id`, sql`=`)} as description from events e
            where ${isOwnUndoable(ctx)} and ${itemOf} = s.issuable_id
              and e.created_at >= s.created_at and (s.stream <> ${sql.lit(streams.singles)} or e.id > s.id)
              and not exists (select 1 from change_sets u where u.undoes_event_id = e.id and u.changed > 0)
            order by e.created_at, e.id limit ${maxCompared})
          union all (select null, null, w.change, null from change_set_items w join change_sets b on b.id = w.change_set_id
            where w.issuable_id = s.issuable_id and w.outcome = 'changed' and b.user_id = ${selfId(ctx)} and b.asked is not null
              and b.created_at >= s.created_at and (s.stream <> ${sql.lit(streams.sets)} or b.id > s.id)
              and not exists (select 1 from change_sets u where u.undoes_id = b.id and u.changed > 0)
            order by b.created_at, b.id limit ${maxCompared})) o
      group by s.id, s.stream)
    select * from (
      select s.id, ${sql.lit(streams.singles)} as stream, s.id as event_id, null::bigint as change_set_id, i.series as kind, i.type, s.name, s.payload, '[]'::jsonb as made,
        null::jsonb as change, s.former_description, ${laterOf(streams.singles)} as later,
        iso(s.created_at) as created_at, ${cursorOf(streams.singles)} as cursor, ${placeJson} as place, ${targetJson(ctx)} as target, ${undoJson(sql`u.undoes_event_id = s.id`)} as undo
      from singles s join issuables i on i.id = s.issuable_id join namespaces n on n.id = i.namespace_id
      union all
      select s.id, ${sql.lit(streams.sets)}, null, s.id, s.series, s.type, null, null, s.made, s.change, null, ${laterOf(streams.sets)}, iso(s.created_at), ${cursorOf(streams.sets)}, ${placeJson},
        case when i.id is not null then ${targetJson(ctx)} end, ${undoJson(sql`u.undoes_id = s.id`)}
      from sets s join namespaces n on n.id = s.namespace_id left join issuables i on i.id = s.issuable_id and ${visibleIssuables(ctx.actor, 'i')}) changes
    order by created_at desc, stream desc, id desc limit ${perPage + 1}`.execute(ctx.db)
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    changes: shown.map(present),
    next: last === undefined || rows.length === shown.length ? null : writeCursor(last.cursor),
    undoableDays,
  }
}

const placeJson = object({ fullName: n('fullName'), fullPath: n('fullPath') })

/** The JSON of a target, over `issuables i` and `namespaces n`. */
const targetJson = (ctx: Context): RawBuilder<unknown> =>
  object({
    reference: referenceSql('i'),
    ...i.fields('title', 'confidential'),
    path: sql`${siteBase(ctx)}::text || ${pagePathSql('i', 'n')}`,
  })

/** The actor's later changes to the item of a change `s`. */
const laterOf = (stream: number): RawBuilder<unknown> =>
  sql`(select o.later from next_changes o where o.change_id = s.id and o.stream = ${sql.lit(stream)})`

/** @param which  on `change_sets u` */
const undoJson = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${object({
    changeSetId: u('id'),
    ...u.fields('changed', 'refused'),
    isRunning: sql`u.finished_at is null`,
  })} from change_sets u where ${which})`

function present({
  id: _id,
  stream: _stream,
  cursor: _cursor,
  name,
  payload,
  change,
  made,
  formerDescription,
  later,
  ...shown
}: OwnChangeRow) {
  const own = changeOf({ name, payload, change }, shown.createdAt)
  if (own === null) return { ...shown, made, isReverted: false }
  const isReverted = (later ?? []).some(each => {
    const other = changeOf(each, shown.createdAt)
    return other !== null && isInverse(own, other) && each.description === formerDescription
  })
  // A change set stores its own summary.
  return { ...shown, made: change === null ? [...countMade([], [own])] : made, isReverted }
}

const changeOf = (
  { name, payload, change }: Pick<Later, 'name' | 'payload' | 'change'>,
  at: string,
): MadeChange | null => change ?? (name === null || payload === null ? null : madeBy(name, payload, at))

/** The order of the list, over rows of one of its streams. @param alias  of rows with `created_at` and `id` */
const keysOf = (alias: string, stream: number): readonly SortKey[] => [
  { value: sql.ref(`${alias}.created_at`), type: 'timestamptz', direction: 'desc' },
  { value: sql.lit(stream), type: 'integer', direction: 'desc' },
  { value: sql.ref(`${alias}.id`), type: 'bigint', direction: 'desc' },
]

const cursorOf = (stream: number): RawBuilder<CursorValues> => cursorColumn(keysOf('s', stream))

/** Whether a row of a stream comes after a cursor. */
const isBehind = (cursor: string | undefined, alias: string, stream: number): RawBuilder<unknown> =>
  cursor === undefined ? sql`true` : isAfter(keysOf(alias, stream), cursor)
