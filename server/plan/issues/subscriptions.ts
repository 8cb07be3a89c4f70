import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { builder } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { issuableTopic } from '#server/plan/issuables/events.ts'
import { Issue, type IssueNode, issueNode } from './node.ts'

/** What each subscription looks at: a change of anything else is not told. */
const parts = {
  issuableAssigneesUpdated: sql`(select array_agg(ia.user_id order by ia.user_id) from issuable_assignees ia where ia.issuable_id = i.id)::text`,
  issuableLabelsUpdated: sql`(select array_agg(il.label_id order by il.label_id) from issuable_labels il where il.issuable_id = i.id)::text`,
  issuableTitleUpdated: sql`i.title`,
  issuableDescriptionUpdated: sql`md5(coalesce(i.description, ''))`,
  issuableDatesUpdated: sql`concat_ws('/', i.start_date, i.due_date)`,
  issuableMilestoneUpdated: sql`i.milestone_id::text`,
  issuableWeightUpdated: sql`i.weight::text`,
} as const

type PartName = keyof typeof parts

/** The part as it is now: a text that is another one whenever the part is. */
async function stateOf({ weft }: GraphqlContext, issueId: number, part: PartName): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select ${parts[part]} as state from issuables i where i.id = ${issueId}`.execute(weft.db)
  return rows[0]?.state ?? null
}

/** The issue whenever a part of it has changed, as long as the listener may know of it. @throws GraphQLError */
async function listen(context: GraphqlContext, issueId: number, part: PartName): Promise<AsyncIterable<IssueNode>> {
  const { watch } = context
  if (watch === null || (await issueNode(context, issueId)) === null) throw new GraphQLError(unauthorizedSubscription)
  let known = await stateOf(context, issueId, part)
  return watch([issuableTopic(issueId)], async (): Promise<Look<IssueNode>> => {
    context.loaders.clear()
    const issue = await issueNode(context, issueId)
    if (issue === null) return 'gone'
    const state = await stateOf(context, issueId, part)
    if (state === known) return 'same'
    known = state
    return { value: issue }
  })
}

export const Issuable = builder.unionType('Issuable', { types: [Issue], resolveType: () => Issue })

export function issueSubscriptions(): void {
  for (const part of Object.keys(parts) as PartName[]) {
    builder.subscriptionField(part, t =>
      t.field({
        type: Issuable,
        description: 'Tells of each change while it goes on.',
        args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
        subscribe: (_root, { issuableId }, context) => listen(context, issuableId.id, part),
        resolve: issue => issue,
      }),
    )
  }
}
