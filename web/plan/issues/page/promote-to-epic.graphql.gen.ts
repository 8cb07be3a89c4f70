// Generated from web/plan/issues/page/promote-to-epic.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type PromoteToEpicResult = { readonly promoteToEpic: { readonly epic: { readonly id: string; readonly webPath: string } | null; readonly errors: readonly (string)[] } | null }

export type PromoteToEpicVariables = { readonly projectPath: string; readonly iid: string }

export const promoteToEpic: GraphqlDocument<PromoteToEpicResult, PromoteToEpicVariables> = {
  name: 'PromoteToEpic',
  kind: 'mutation',
  text: "mutation PromoteToEpic($projectPath:ID!$iid:String!){promoteToEpic(input:{projectPath:$projectPath iid:$iid}){epic{id webPath}errors}}",
}
