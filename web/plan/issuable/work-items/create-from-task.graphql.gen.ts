// Generated from web/plan/issuable/work-items/create-from-task.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateFromTaskResult = { readonly workItemCreateFromTask: { readonly errors: readonly (string)[]; readonly newWorkItem: { readonly id: string; readonly iid: string; readonly title: string; readonly webPath: string | null; readonly workItemType: { readonly id: string; readonly name: string } } | null } | null }

export type CreateFromTaskVariables = { readonly input: { readonly clientMutationId?: string | null | undefined; readonly id: string; readonly workItemData: { readonly lineNumberEnd: number; readonly lineNumberStart: number; readonly lockVersion: number; readonly title: string; readonly workItemTypeId: string } } }

export const createFromTask: GraphqlDocument<CreateFromTaskResult, CreateFromTaskVariables> = {
  name: 'CreateFromTask',
  kind: 'mutation',
  text: "mutation CreateFromTask($input:WorkItemCreateFromTaskInput!){workItemCreateFromTask(input:$input){errors newWorkItem{id iid title webPath workItemType{id name}}}}",
}
