// Generated from web/plan/sidebar/assignees-updated.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type AssigneesUpdatedResult = { readonly issuableAssigneesUpdated: { readonly id: string; readonly assignees: { readonly nodes: readonly ({ readonly id: string; readonly username: string; readonly name: string; readonly avatarUrl: string | null; readonly webUrl: string } | null)[] | null } | null } | null }

export type AssigneesUpdatedVariables = { readonly issuableId: string }

export const assigneesUpdated: GraphqlDocument<AssigneesUpdatedResult, AssigneesUpdatedVariables> = {
  name: 'AssigneesUpdated',
  kind: 'subscription',
  text: "subscription AssigneesUpdated($issuableId:IssuableID!){issuableAssigneesUpdated(issuableId:$issuableId){...on Issue{id assignees{nodes{id username name avatarUrl webUrl}}}}}",
}
