// Generated from web/plan/issuable/work-items/project-work-item-types.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type ProjectWorkItemTypesResult = { readonly workspace: { readonly id: string; readonly workItemTypes: { readonly nodes: readonly ({ readonly id: string; readonly name: string } | null)[] | null } | null } | null }

export type ProjectWorkItemTypesVariables = { readonly fullPath: string }

export const projectWorkItemTypes: GraphqlDocument<ProjectWorkItemTypesResult, ProjectWorkItemTypesVariables> = {
  name: 'ProjectWorkItemTypes',
  kind: 'query',
  text: "query ProjectWorkItemTypes($fullPath:ID!){workspace:project(fullPath:$fullPath){id workItemTypes(onlyAvailable:true){nodes{id name}}}}",
}
