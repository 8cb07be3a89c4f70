// Generated from web/plan/sidebar/set-locked.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetLockedResult = { readonly issueSetLocked: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly discussionLocked: boolean } | null } | null }

export type SetLockedVariables = { readonly projectPath: string; readonly iid: string; readonly locked: boolean }

export const setLocked: GraphqlDocument<SetLockedResult, SetLockedVariables> = {
  name: 'SetLocked',
  kind: 'mutation',
  text: "mutation SetLocked($projectPath:ID!$iid:String!$locked:Boolean!){issueSetLocked(input:{projectPath:$projectPath iid:$iid locked:$locked}){errors issue{id discussionLocked}}}",
}
