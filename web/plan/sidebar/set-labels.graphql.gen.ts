// Generated from web/plan/sidebar/set-labels.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetLabelsResult = { readonly updateIssue: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly labels: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly description: string | null; readonly color: string; readonly textColor: string } | null)[] | null } | null } | null } | null }

export type SetLabelsVariables = { readonly projectPath: string; readonly iid: string; readonly labelIds?: readonly (string)[] | null | undefined; readonly addLabelIds?: readonly (string)[] | null | undefined; readonly removeLabelIds?: readonly (string)[] | null | undefined }

export const setLabels: GraphqlDocument<SetLabelsResult, SetLabelsVariables> = {
  name: 'SetLabels',
  kind: 'mutation',
  text: "mutation SetLabels($projectPath:ID!$iid:String!$labelIds:[ID!]$addLabelIds:[ID!]$removeLabelIds:[ID!]){updateIssue(input:{projectPath:$projectPath iid:$iid labelIds:$labelIds addLabelIds:$addLabelIds removeLabelIds:$removeLabelIds}){errors issue{id labels{nodes{id title description color textColor}}}}}",
}
