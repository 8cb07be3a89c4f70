import { sql } from 'kysely'
import { meetingIn } from '#contract/plan/issues/meeting.ts'
import { may } from '#server/access/may.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { timelogsPageOf, WorkItemTimelogConnection } from '#server/plan/time-tracking/fields.ts'
import { factsOfItem, type WidgetNode, type WorkItemNode } from './node.ts'
import { nameOf, WorkItemWidget } from './widgets.ts'

interface Participant {
  readonly issuableId: number
  readonly email: string
}

const addressesOf = (isWhole: boolean) =>
  batch<number, readonly Participant[]>(async (ctx, ids) => {
    const { rows } = await sql<Participant>`
      select asked.id as issuable_id, p.email from unnest(${[...ids]}::bigint[]) asked (id)
      cross join lateral (${emailParticipants(sql`asked.id`, isWhole)}) p`.execute(ctx.db)
    return groupedBy(rows, row => row.issuableId)
  })

/** The addresses that take part in issues by email. Below planner, all but their first letters are hidden. */
const wholeAddresses = addressesOf(true)
const hiddenAddresses = addressesOf(false)

/** The widgets for time, email participants and pinned links. @source graphql.md 8 */
export function moreWidgetFields(): void {
  const widget = (type: string) => builder.objectRef<WidgetNode>(nameOf(type))
  const common = { interfaces: [WorkItemWidget] }
  const EmailParticipant = builder.objectRef<Participant>('EmailParticipantType').implement({
    description: 'An email address that takes part in a work item.',
    fields: t => ({ email: t.exposeString('email', { nullable: false }) }),
  })
  const EmailParticipantConnection = connectionOf(EmailParticipant)
  widget('EMAIL_PARTICIPANTS').implement({
    ...common,
    fields: t => ({
      emailParticipants: t.field({
        type: EmailParticipantConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) => {
          const facts = await factsOfItem(context, item)
          const isWhole = facts !== null && may(context.weft.actor, 'project:create-confidential-note', facts.namespace)
          const addresses = await (isWhole ? wholeAddresses : hiddenAddresses)(context, item.id)
          return pageOfList(context, args, addresses, ({ email }) => email)
        },
      }),
    }),
  })
  const LinkedResource = builder.objectRef<{ readonly url: string }>('WorkItemLinkedResource').implement({
    description: 'A pinned link of a work item.',
    fields: t => ({ url: t.exposeString('url', { nullable: false }) }),
  })
  const LinkedResourceConnection = connectionOf(LinkedResource)
  widget('LINKED_RESOURCES').implement({
    ...common,
    fields: t => ({
      linkedResources: t.field({
        type: LinkedResourceConnection,
        args: pageArgs,
        description: 'The pinned meeting.',
        resolve: ({ item }, args, context) => {
          const meeting = meetingIn(item.descriptionHtml)
          const links = meeting === null ? [] : [{ url: meeting.href }]
          return pageOfList(context, args, links, ({ url }) => url)
        },
      }),
    }),
  })
  const HumanTimes = builder.objectRef<WorkItemNode>('WorkItemWidgetTimeTrackingHumanReadableAttributes').implement({
    description: 'Times in words.',
    fields: t => ({
      timeEstimate: t.string({ resolve: item => item.humanTimeEstimate }),
      totalTimeSpent: t.string({ resolve: item => item.humanTimeSpent }),
    }),
  })
  widget('TIME_TRACKING').implement({
    ...common,
    fields: t => ({
      timeEstimate: t.int({ resolve: ({ item }) => item.timeEstimate }),
      totalTimeSpent: t.int({ resolve: ({ item }) => item.timeSpent }),
      humanReadableAttributes: t.field({ type: HumanTimes, resolve: ({ item }) => item }),
      timelogs: t.field({
        type: WorkItemTimelogConnection,
        args: pageArgs,
        resolve: ({ item }, args, context) => timelogsPageOf(context, args, item.id),
      }),
    }),
  })
}
