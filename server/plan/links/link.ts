import { sql } from 'kysely'
import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { writeNotesAbout } from '#server/discuss/notes/history/system-note.ts'
import { Unprocessable } from '#server/errors.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import type { FormerLink } from './events.ts'
import { inverseOf } from './link-type.ts'
import { messages } from './messages.ts'
import { maxLinks } from './queries.ts'

interface End {
  readonly id: number
  readonly namespaceId: number
}

/**
 * Link an issue to others, or an epic to other epics; those that it is linked to already stay as they are. Both sides get a system
 * note.
 *
 * @param others  issues that the actor may link as well
 * @param options.isImported  they came with an import, which is not undone link by link
 * @param options.former  the only one of them was linked before: the link stands where it stood
 * @returns the links that were made, by the id of the other issue
 * @throws Unprocessable  to itself, to one of another series, or one more than an issue takes
 */
export async function linkIssues(
  ctx: Context,
  issue: Allowed<'issuable:link', End & { readonly type: string }>,
  others: readonly (End & { readonly facts: { readonly type: string } })[],
  type: LinkType,
  { isImported = false, former }: { readonly isImported?: boolean; readonly former?: FormerLink | undefined } = {},
): Promise<ReadonlyMap<number, number>> {
  if (others.some(other => other.id === issue.id)) throw new Unprocessable(messages.self(seriesOf(issue.type)))
  if (others.some(other => seriesOf(other.facts.type) !== seriesOf(issue.type)))
    throw new Unprocessable(messages.otherSeries)
  const byId = new Map(others.map(other => [other.id, other]))
  const ids = [...byId.keys()]
  await refuseTooMany(ctx, issue, ids)
  const isTurned = type === 'is_blocked_by'
  const { rows } = await sql<{ id: number; otherId: number }>`
    insert into issuable_links (id, source_position, target_position, namespace_id, source_id, target_id, link_type, created_at, updated_at)
    overriding system value
    select coalesce(${former?.id ?? null}::bigint, nextval('issuable_links_id_seq')),
      ${(isTurned ? former?.otherPosition : former?.position) ?? null}::integer, ${(isTurned ? former?.position : former?.otherPosition) ?? null}::integer,
      ${isTurned ? sql`o.namespace_id` : issue.namespaceId}, ${isTurned ? sql`o.id, ${issue.id}` : sql`${issue.id}, o.id`},
      ${isTurned ? 'blocks' : type}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from unnest(${ids}::bigint[]) with ordinality as g(id, place) join issuables o on o.id = g.id order by g.place
    on conflict do nothing
    returning id, ${isTurned ? sql`source_id` : sql`target_id`} as other_id`.execute(ctx.db)
  const made = new Map(rows.map(row => [row.otherId, row.id]))
  await writeNotesAbout(
    ctx,
    ids
      .filter(id => made.has(id))
      .flatMap(id => [
        { issuableId: issue.id, otherId: id, action: 'relate', words: wordsOf(type, issue.type) },
        {
          issuableId: id,
          otherId: issue.id,
          action: 'relate',
          words: wordsOf(inverseOf(type), byId.get(id)?.facts.type ?? 'issue'),
        },
      ]),
  )
  for (const otherId of made.keys()) {
    const told = toldOf(ctx, issue, otherId)
    if (seriesOf(issue.type) === 'epic')
      await ctx.events.record('epic.linked', { epicId: issue.id, otherId, linkType: type }, told)
    else
      await ctx.events.record(
        'issue.linked',
        { issueId: issue.id, otherId, linkType: type, ...(isImported && { isImported }) },
        told,
      )
  }
  return made
}

/** The namespace and the live topics of a change of a link. */
export const toldOf = (
  ctx: Context,
  { id, namespaceId, type }: End & { readonly type: string },
  otherId: number,
): { readonly namespaceId: number; readonly topics: readonly string[] } => ({
  namespaceId,
  topics: [issuableTopic(seriesOf(type), id), issuableTopic(seriesOf(type), otherId), ...ownChangesTopics(ctx)],
})

async function refuseTooMany(
  ctx: Context,
  { id, type }: { readonly id: number; readonly type: string },
  otherIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ one: number; most: number }>`
    select (select count(*) from issuable_links where source_id = ${id} or target_id = ${id}) as one,
      coalesce((select max((select count(*) from issuable_links where source_id = o or target_id = o))
        from unnest(${[...otherIds]}::bigint[]) o), 0) as most`.execute(ctx.db)
  const { one = 0, most = 0 } = rows[0] ?? {}
  if (one + otherIds.length > maxLinks || most + 1 > maxLinks) throw new Unprocessable(messages.tooMany(seriesOf(type)))
}

function wordsOf(type: LinkType, itemType: string): string {
  const item = kindWord(itemType)
  switch (type) {
    case 'relates_to':
      return `marked this ${item} as related to`
    case 'blocks':
      return `marked this ${item} as blocking`
    case 'is_blocked_by':
      return `marked this ${item} as blocked by`
    default:
      return type satisfies never
  }
}
