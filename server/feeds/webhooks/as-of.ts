import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { EventName, EventPayloads } from '#server/platform/events/events.ts'
import { object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { labelJson, personFields } from './told.ts'

/** The event of a call. `id` is its id in the log. */
export interface LoggedEvent {
  readonly id: number
  readonly createdAt: string
}

/** An item as payloads tell it. */
interface HookItem {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly labels: readonly unknown[]
  readonly assignees: readonly { readonly id: number }[]
  readonly reviewers?: readonly { readonly id: number }[]
}

const states: Readonly<Partial<Record<EventName, string>>> = {
  'issue.closed': 'opened',
  'issue.reopened': 'closed',
  'merge_request.closed': 'opened',
  'merge_request.reopened': 'closed',
  'merge_request.merged': 'opened',
}

const timeNames: readonly EventName[] = ['issue.estimated', 'issue.time_spent']

interface HookEventRow {
  readonly name: EventName
  readonly payload: object
}

/** The properties of an item before later events changed them. */
interface Former {
  /** The values before the first later change, by attribute. */
  readonly values: ReadonlyMap<string, unknown>
  readonly state: string | undefined
  /** The change since the event, in seconds. */
  readonly timeSpent: number
  /** The id of the first later version; its text is that of the version before. */
  readonly descriptionVersionId: number | undefined
}

/**
 * Restore an item to its state right after an event, as far as the log allows: attributes, description, labels, people
 * and state. The item was read before; changes that were made since then do no harm, as their former values are
 * restored.
 *
 * @param event  undefined for a test: the item as it is now
 */
export async function asOf<T extends HookItem>(
  ctx: Context,
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
  item: T,
  event: LoggedEvent | undefined,
): Promise<T> {
  if (event === undefined) return item
  const { rows } = await sql<HookEventRow>`
    select e.name, e.payload from events e
    where e.namespace_id = ${namespaceId} and e.sequence > (select own.sequence from events own where own.id = ${event.id})
      and e.name in ('issuable.changed', ${sql.join([...Object.keys(states), ...timeNames].map(name => sql.lit(name)))})
      and coalesce(e.payload->>'issueId', e.payload->>'issuableId')::bigint = ${id}
    order by e.sequence`.execute(ctx.db)
  if (rows.length === 0) return { ...item, attributes: { ...item.attributes, updated_at: event.createdAt } }
  return restored(ctx, id, item, formerOf(rows), event)
}

function formerOf(rows: readonly HookEventRow[]): Former {
  const values = new Map<string, unknown>()
  let state: string | undefined
  let timeSpent = 0
  let descriptionVersionId: number | undefined
  for (const { name, payload } of rows) {
    state ??= states[name]
    // Events have the payload of their name.
    if (name === 'issue.time_spent') timeSpent += (payload as EventPayloads['issue.time_spent']).seconds
    if (name === 'issue.estimated' && !values.has('timeEstimate'))
      values.set('timeEstimate', (payload as EventPayloads['issue.estimated']).from)
    if (name !== 'issuable.changed') continue
    const changed = payload as EventPayloads['issuable.changed']
    descriptionVersionId ??= changed.descriptionVersionId
    for (const { attribute, from } of changed.changes as readonly AttributeChange[])
      if (!values.has(attribute)) values.set(attribute, from)
  }
  return { values, state, timeSpent, descriptionVersionId }
}

async function restored<T extends HookItem>(
  ctx: Context,
  id: number,
  item: T,
  { values, state, timeSpent, descriptionVersionId }: Former,
  event: LoggedEvent,
): Promise<T> {
  const idsOf = (name: string) =>
    (values.get(name) as readonly { readonly id: number }[] | undefined)?.map(row => row.id)
  const site = sql.lit(ctx.services.settings.externalUrl)
  const [labelIds, assigneeIds, reviewerIds] = [idsOf('labels'), idsOf('assignees'), idsOf('reviewers')]
  const { rows } = await sql<{
    labels: readonly unknown[] | null
    people: readonly { readonly id: number }[] | null
    description: string | null
  }>`select
    (select json_agg(${labelJson} order by l.title) from labels l join namespaces ln on ln.id = l.namespace_id
      where l.id = any (${labelIds ?? []}::bigint[])) as labels,
    (select json_agg(${object(personFields(site))} order by u.id) from users u
      where u.id = any (${[...(assigneeIds ?? []), ...(reviewerIds ?? [])]}::bigint[])) as people,
    (select v.description from description_versions v where v.issuable_id = ${id} and v.id < ${descriptionVersionId ?? 0}
      order by v.id desc limit 1) as description`.execute(ctx.db)
  const people = (ids: readonly number[]) => (rows[0]?.people ?? []).filter(person => ids.includes(person.id))
  const labels = labelIds === undefined ? item.labels : (rows[0]?.labels ?? [])
  const assignees = assigneeIds === undefined ? item.assignees : people(assigneeIds)
  const reviewers =
    reviewerIds === undefined
      ? item.reviewers
      : people(reviewerIds).map(
          person => item.reviewers?.find(now => now.id === person.id) ?? { ...person, state: 'unreviewed' },
        )
  const plain = Object.fromEntries(
    [...values].flatMap(([name, value]) => {
      const key = snakeCase(name)
      return name in notPlain || !(key in item.attributes) ? [] : [[key, value]]
    }),
  )
  const milestone = values.get('milestone') as { readonly id: number } | null | undefined
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(row => row.id)
  return {
    ...item,
    labels,
    assignees,
    ...(reviewers && { reviewers }),
    attributes: {
      ...item.attributes,
      ...plain,
      total_time_spent: Number(item.attributes.total_time_spent) - timeSpent,
      ...(values.get('confidential') === true && { confidential: true }),
      ...(milestone !== undefined && { milestone_id: milestone?.id ?? null }),
      ...(descriptionVersionId !== undefined && { description: rows[0]?.description ?? null }),
      ...(state !== undefined && { state, ...(state === 'opened' && { closed_at: null }) }),
      labels,
      assignee_ids: ids(assignees),
      assignee_id: assignees[0]?.id ?? null,
      ...(reviewers && { reviewer_ids: ids(reviewers) }),
      updated_at: event.createdAt,
    },
  }
}

/**
 * These are restored in another way; values that were confidential then, or have become so since, are sent as
 * confidential.
 */
const notPlain: Readonly<Record<string, true>> = {
  description: true,
  labels: true,
  assignees: true,
  reviewers: true,
  milestone: true,
  type: true,
  confidential: true,
}
