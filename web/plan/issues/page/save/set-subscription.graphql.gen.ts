// Generated from web/plan/issues/page/save/set-subscription.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetSubscriptionResult = { readonly issueSetSubscription: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly subscribed: boolean } | null } | null }

export type SetSubscriptionVariables = { readonly projectPath: string; readonly iid: string; readonly subscribedState: boolean }

export const setSubscription: GraphqlDocument<SetSubscriptionResult, SetSubscriptionVariables> = {
  name: 'SetSubscription',
  kind: 'mutation',
  text: "mutation SetSubscription($projectPath:ID!$iid:String!$subscribedState:Boolean!){issueSetSubscription(input:{projectPath:$projectPath iid:$iid subscribedState:$subscribedState}){errors issue{id subscribed}}}",
}
