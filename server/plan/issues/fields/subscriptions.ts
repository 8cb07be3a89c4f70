import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import { plainNames } from '#contract/plan/plain-attributes.ts'
import { builder } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { attributes } from '#server/plan/issuables/attributes.ts'
import { Issue, type IssueNode, issueNode } from './node.ts'

/** What each subscription looks at: a change of anything else is not told. */
const parts: Readonly<Record<string, RawBuilder<unknown>>> = {
  issuableAssigneesUpdated: sql`(select array_agg(ia.user_id order by ia.user_id) from issuable_assignees ia where ia.issuable_id = i.id)::text`,
  issuableLabelsUpdated: sql`(select array_agg(il.label_id order by il.label_id) from issuable_labels il where il.issuable_id = i.id)::text`,
  issuableTitleUpdated: sql`i.title`,
  issuableDescriptionUpdated: sql`md5(coalesce(i.description, ''))`,
  issuableMilestoneUpdated: sql`i.milestone_id::text`,
  ...plainParts(),
}

/** The plain attributes, by the subscription that tells of them. */
function plainParts(): Readonly<Record<string, RawBuilder<unknown>>> {
  const told = plainNames.filter(name => attributes[name].graphql?.subscription !== undefined)
  const bySubscription = Map.groupBy(told, name => attributes[name].graphql?.subscription ?? '')
  return Object.fromEntries(
    [...bySubscription].map(([name, names]) => [
      name,
      sql`json_build_array(${sql.join(names.map(each => attributes[each].storage.read))})::text`,
    ]),
  )
}

/** The part as it is now: a text that is another one whenever the part is. */
async function stateOf({ weft }: GraphqlContext, issueId: number, part: string): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select ${parts[part] ?? sql`null`} as state from issuables i where i.id = ${issueId}`.execute(weft.db)
  return rows[0]?.state ?? null
}

/** The issue whenever a part of it has changed, as long as the listener may know of it. @throws GraphQLError */
async function listen(context: GraphqlContext, issueId: number, part: string): Promise<AsyncIterable<IssueNode>> {
  const { watch } = context
  if (watch === null || (await issueNode(context, issueId)) === null) throw new GraphQLError(unauthorizedSubscription)
  let known = await stateOf(context, issueId, part)
  return watch([issueTopic(issueId)], async (): Promise<Look<IssueNode>> => {
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
  for (const part of Object.keys(parts)) {
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
