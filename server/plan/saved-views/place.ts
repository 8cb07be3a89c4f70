import { type RawBuilder, sql } from 'kysely'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { namespaceTopic, userTopic } from '#contract/live-topics.ts'
import { type PlaceList, type ViewedList, viewedLists } from '#contract/plan/lists/view-limits.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { type Actor, type Context, selfId, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'

interface SharedPlace {
  readonly id: number
  readonly kind: PlaceKind
  readonly facts: NamespaceFacts
}

/**
 * The owner of views: a project or group that the actor can see, or their personal namespace, which has those of the
 * to-do list.
 */
export type ViewPlace = SharedPlace | { readonly id: number; readonly kind: 'user' }

/** The id of the actor's personal namespace. */
export const ownNamespaceId = (ctx: Context): RawBuilder<number> =>
  sql`(select own.id from namespaces own where own.kind = 'user' and own.owner_id = ${userIdOrZero(ctx)})`

/** @throws NotFound  an account without a personal namespace, such as that of a project's token */
export async function ownPlace(ctx: Context): Promise<ViewPlace> {
  selfId(ctx)
  const { rows } = await sql<{ id: number | null }>`select ${ownNamespaceId(ctx)} as id`.execute(ctx.db)
  const id = rows[0]?.id ?? null
  if (id === null) throw new NotFound('Namespace')
  return { id, kind: 'user' }
}

/** Whether the actor sees a list of a place. Projects have no epics. */
function seesList(actor: Actor, { kind, facts }: SharedPlace, list: PlaceList): boolean {
  switch (list) {
    case 'issue':
    case 'incident':
      return kind === 'group' || may(actor, 'project:read-issues', facts)
    case 'request':
      return kind === 'project' && may(actor, 'project:read-service-desk', facts)
    case 'merge_request':
      return kind === 'group' || may(actor, 'project:read-merge-requests', facts)
    case 'epic':
      return kind === 'group' && may(actor, 'group:read-epics', facts)
    default:
      return list satisfies never
  }
}

/** The lists of a place that the actor sees. */
export const listsSeen = (ctx: Context, place: ViewPlace): readonly ViewedList[] =>
  place.kind === 'user' ? ['todo'] : viewedLists.filter(list => seesList(ctx.actor, place, list))

/** Whether the actor may make, change and delete the shared views of a place. */
export const sharesViews = (actor: Actor, place: ViewPlace): boolean =>
  place.kind !== 'user' &&
  may(actor, place.kind === 'group' ? 'group:admin-saved-views' : 'project:admin-saved-views', place.facts)

/** The live topics of a change of views: of the namespace for shared views, of the owner for others. */
export const audienceOf = ({ id, kind }: ViewPlace, owners: readonly (number | null)[]) => ({
  namespaceId: id,
  topics: [
    ...new Set(
      owners.map(owner => (owner === null && kind !== 'user' ? namespaceTopic({ kind, id }) : userTopic(owner ?? 0))),
    ),
  ],
})
