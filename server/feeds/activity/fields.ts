import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { UserCore, userOf } from '#server/foundation/users/fields.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { Epic } from '#server/plan/epics/node.ts'
import { namesOf, shownEvents } from './kinds.ts'

interface EventNode {
  readonly id: number
  readonly issuableId: number
  readonly name: keyof typeof shownEvents
  readonly authorId: number
  readonly createdAt: string
}

/** Most events of one epic that are listed: the newest. */
const mostEvents = 1_000

const epicEvents = namesOf({ targetType: 'epic' })

/** The events of epics, newest first: that they were opened, closed and reopened. */
const eventsOfEpics = batch<number, readonly EventNode[]>(async (ctx, ids) => {
  const { rows } = await sql<EventNode>`
    select e.id, i.id as issuable_id, e.name, coalesce(e.actor_id, i.author_id) as author_id, e.created_at
    from issuables i cross join lateral (
      select * from events ev where ev.namespace_id = i.namespace_id and ev.name = any (${[...epicEvents]}::text[])
        and ev.created_at >= i.created_at and (ev.payload->>'issuableId')::bigint = i.id
      order by ev.created_at desc, ev.id desc limit ${mostEvents}) e
    where i.id = any (${[...ids]}::bigint[]) order by e.created_at desc, e.id desc`.execute(ctx.db)
  return groupedBy(rows, row => row.issuableId)
})

/** @source graphql.md 7.1: `Epic.events` */
export function activityFields(): void {
  const Action = builder.enumType('EventAction', {
    values: words([...new Set(Object.values(shownEvents).map(({ action }) => action.toUpperCase()))]),
  })
  const Event = builder.objectRef<EventNode>('Event').implement({
    description: 'An action of a user, such as closing an epic.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: event => gid('Event', event.id) }),
      action: t.field({
        type: Action,
        nullable: false,
        resolve: ({ name }) => shownEvents[name].action.toUpperCase(),
      }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (event, _args, context) => userOf(context, event.authorId),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: event => event.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: event => event.createdAt }),
    }),
  })
  const EventConnection = connectionOf(Event)
  builder.objectField(Epic, 'events', t =>
    t.field({
      type: EventConnection,
      description: 'When the epic was opened, closed and reopened, newest first.',
      args: pageArgs,
      resolve: async (epic, args, context) =>
        pageOfList(context, args, await eventsOfEpics(context, epic.id), event => event.id),
    }),
  )
}
