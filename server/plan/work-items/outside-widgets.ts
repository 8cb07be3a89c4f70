import { sql } from 'kysely'
import { meetingIn } from '#contract/plan/issues/meeting.ts'
import { may } from '#server/access/may.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { factsOfItem, type WidgetNode } from './node.ts'
import { WorkItemWidget, widgetNameOf } from './widgets.ts'

interface Participant {
  readonly issuableId: number
  readonly email: string
}

/** The email participants of work items. @param isWhole  else all but the first letters of their addresses are hidden */
const participantsOf = (isWhole: boolean) =>
  batch<number, readonly Participant[]>(async (ctx, ids) => {
    const { rows } = await sql<Participant>`
      select asked.id as issuable_id, p.email from unnest(${[...ids]}::bigint[]) asked (id)
      cross join lateral (${emailParticipants(sql`asked.id`, isWhole)}) p`.execute(ctx.db)
    return groupedBy(rows, row => row.issuableId)
  })

const wholeAddresses = participantsOf(true)
const hiddenAddresses = participantsOf(false)

/** The widgets that link a work item to the outside: its email participants and pinned links. @source graphql.md 8 */
export function outsideWidgetFields(): void {
  emailWidget()
  linksWidget()
}

function emailWidget(): void {
  const EmailParticipant = builder.objectRef<Participant>('EmailParticipantType').implement({
    description: 'An email address that participates in a work item.',
    fields: t => ({ email: t.exposeString('email', { nullable: false }) }),
  })
  const EmailParticipantConnection = connectionOf(EmailParticipant)
  builder.objectRef<WidgetNode>(widgetNameOf('EMAIL_PARTICIPANTS')).implement({
    interfaces: [WorkItemWidget],
    fields: t => ({
      emailParticipants: t.field({
        type: EmailParticipantConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) => {
          const facts = await factsOfItem(context, item)
          const isWhole = facts !== null && may(context.weft.actor, 'project:create-confidential-note', facts.namespace)
          const participants = await (isWhole ? wholeAddresses : hiddenAddresses)(context, item.id)
          return pageOfList(context, args, participants, ({ email }) => email)
        },
      }),
    }),
  })
}

function linksWidget(): void {
  const LinkedResource = builder.objectRef<{ readonly url: string }>('WorkItemLinkedResource').implement({
    description: 'A pinned link of a work item.',
    fields: t => ({ url: t.exposeString('url', { nullable: false }) }),
  })
  const LinkedResourceConnection = connectionOf(LinkedResource)
  builder.objectRef<WidgetNode>(widgetNameOf('LINKED_RESOURCES')).implement({
    interfaces: [WorkItemWidget],
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
}
