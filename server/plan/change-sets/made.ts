import { sql } from 'kysely'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import type { Context } from '#server/context.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { AttributeName, AttributeValues } from '#server/plan/issuables/values.ts'
import type { FormerLink } from '#server/plan/links/events.ts'
import type { EventName, EventPayloads } from '#server/platform/events/events.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import type { StateEvent } from './changer.ts'

/** A changed attribute, without the note about it. */
export type StoredChange = Pick<AttributeChange, 'attribute' | 'from' | 'to'>

/** A link that was added to an item or removed from it. */
export interface MadeLink {
  readonly otherId: number
  /** The type of the link from the item's side. */
  readonly linkType: LinkType
  readonly isAdded: boolean
  readonly at: string
  /** The former position of a link that was removed. */
  readonly former?: FormerLink
}

/** The changes of an item, as its events record them: enough to undo them. */
export interface MadeChange {
  readonly attributes: readonly StoredChange[]
  readonly state: { readonly event: StateEvent; readonly at: string } | null
  /** A change of links changes nothing else. */
  readonly links?: readonly MadeLink[]
  /** The version of the description that the change made. */
  readonly descriptionVersionId?: number
}

const stateEvents: Readonly<Partial<Record<EventName, StateEvent>>> = {
  'issue.closed': 'close',
  'issue.reopened': 'reopen',
  'merge_request.closed': 'close',
  'merge_request.reopened': 'reopen',
  'epic.closed': 'close',
  'epic.reopened': 'reopen',
}

const linkEvents: readonly string[] = ['issue.linked', 'issue.unlinked'] satisfies readonly EventName[]

/** The events that change an item and can be undone. The indexes `events_own_changes` and `events_own_changes_of_item` list the same names. */
export const changeEvents: readonly string[] = ['issuable.changed', ...Object.keys(stateEvents), ...linkEvents]

/** The changes of an event with one of these names; null for any other. */
export function madeBy(name: string, payload: object, at: string): MadeChange | null {
  const event = stateEvents[name as EventName]
  if (event !== undefined) return { attributes: [], state: { event, at } }
  if (linkEvents.includes(name)) {
    // Events of those names have that payload.
    const { otherId, linkType, former } = payload as EventPayloads['issue.unlinked']
    const isAdded = name === 'issue.linked'
    return { ...nothingMade, links: [{ otherId, linkType, isAdded, at, ...(former && { former }) }] }
  }
  if (name === 'epic.planned') {
    // Events of that name have that payload, but for older ones.
    const { changes = [] } = payload as Partial<EventPayloads['epic.planned']>
    return changes.length === 0 ? null : { attributes: changes, state: null }
  }
  if (name !== 'issuable.changed') return null
  // Events of that name have that payload.
  const { changes, descriptionVersionId } = payload as EventPayloads['issuable.changed']
  return {
    attributes: changes.map(({ attribute, from, to }) => ({ attribute, from, to })),
    state: null,
    ...(descriptionVersionId === undefined ? {} : { descriptionVersionId }),
  }
}

export const both = (one: MadeChange, other: MadeChange): MadeChange => ({
  ...one,
  ...other,
  attributes: [...one.attributes, ...other.attributes],
  state: other.state ?? one.state,
  ...((one.links ?? other.links) && { links: [...(one.links ?? []), ...(other.links ?? [])] }),
})

export const nothingMade: MadeChange = { attributes: [], state: null }

export const opposite = (event: StateEvent | undefined): StateEvent | null =>
  event === undefined ? null : event === 'close' ? 'reopen' : 'close'

const listNames = ['assignees', 'reviewers', 'labels', 'contacts'] as const
type ListName = (typeof listNames)[number]
const isList = (name: AttributeName): name is ListName => listNames.some(each => each === name)

interface WithId {
  readonly id: number
}

/** The added and removed rows of a list; null for an attribute with one value. */
export function deltaOf({ attribute, from, to }: StoredChange) {
  if (!isList(attribute)) return null
  // Values of lists are rows with ids.
  const [before, after] = [from, to] as readonly unknown[] as [readonly WithId[], readonly WithId[]]
  const without = (rows: readonly WithId[], others: readonly WithId[]) =>
    rows.filter(row => !others.some(other => other.id === row.id))
  return { added: without(after, before), removed: without(before, after) }
}

/**
 * Whether a change still holds and its former value is known: other people's changes of other rows of a list do not
 * matter, but a former description can have been deleted.
 *
 * @param now  the values, with the item's row held
 */
export async function isHeld(ctx: Context, id: number, made: MadeChange, now: AttributeValues): Promise<boolean> {
  if (!made.attributes.every(change => isStill(change, now))) return false
  if (made.state === null && made.descriptionVersionId === undefined) return true
  return isUntouched(ctx, { id, stateAt: made.state?.at ?? null, versionId: made.descriptionVersionId ?? null })
}

interface Touchable {
  readonly id: number
  /** The time of the change of state; null if it was not changed. */
  readonly stateAt: string | null
  /** The version of the description that was made; null if none was. */
  readonly versionId: number | null
}

const isUntouched = batch(async (ctx: Context, all: readonly Touchable[]): Promise<readonly boolean[]> => {
  const rows = all.map(({ id, stateAt, versionId }) => ({ id, state_at: stateAt, version_id: versionId }))
  const { rows: held } = await sql<{ id: number }>`
    select g.id from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, state_at timestamptz, version_id bigint) join issuables i on i.id = g.id
    where (g.state_at is null or i.state_changed_at = g.state_at)
      and (g.version_id is null or g.version_id = (select max(v.id) from description_versions v where v.issuable_id = i.id)
        and (select v.deleted_at is null from description_versions v where v.issuable_id = i.id and v.id < g.version_id order by v.id desc limit 1))`.execute(
    ctx.db,
  )
  const ids = new Set(held.map(row => row.id))
  return all.map(({ id }) => ids.has(id))
})

function isStill(change: StoredChange, now: AttributeValues): boolean {
  // The version of the description is compared instead.
  if (change.attribute === 'description') return true
  const delta = deltaOf(change)
  if (delta === null) return JSON.stringify(keyOf(now[change.attribute])) === JSON.stringify(keyOf(change.to))
  // Values of lists are rows with ids.
  const ids = (now[change.attribute] as readonly WithId[]).map(row => row.id)
  return delta.added.every(({ id }) => ids.includes(id)) && delta.removed.every(({ id }) => !ids.includes(id))
}

/** The id of a row, which may have been renamed since; another value is its own key. */
export const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

/** The changes that bring the former values back. */
export async function inverseOf(ctx: Context, id: number, made: MadeChange): Promise<Changes> {
  const plain = made.attributes.filter(({ attribute }) => attribute !== 'description')
  const changes: Changes = Object.fromEntries(
    plain.map(change => {
      const delta = deltaOf(change)
      if (delta === null) return [change.attribute, keyOf(change.from)]
      const idsOf = (rows: readonly WithId[]) => rows.map(row => row.id)
      return [change.attribute, { add: idsOf(delta.removed), remove: idsOf(delta.added) }]
    }),
  )
  return made.descriptionVersionId === undefined
    ? changes
    : { ...changes, description: await descriptionBefore(ctx, id, made.descriptionVersionId) }
}

async function descriptionBefore(ctx: Context, id: number, versionId: number): Promise<string | null> {
  const { rows } = await sql<{ description: string | null }>`
    select description from description_versions where issuable_id = ${id} and id < ${versionId} order by id desc limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.description ?? null
}
