// Generated from web/plan/sidebar/set-confidential.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetConfidentialResult = { readonly issueSetConfidential: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly confidential: boolean } | null } | null }

export type SetConfidentialVariables = { readonly projectPath: string; readonly iid: string; readonly confidential: boolean }

export const setConfidential: GraphqlDocument<SetConfidentialResult, SetConfidentialVariables> = {
  name: 'SetConfidential',
  kind: 'mutation',
  text: "mutation SetConfidential($projectPath:ID!$iid:String!$confidential:Boolean!){issueSetConfidential(input:{projectPath:$projectPath iid:$iid confidential:$confidential}){errors issue{id confidential}}}",
}
