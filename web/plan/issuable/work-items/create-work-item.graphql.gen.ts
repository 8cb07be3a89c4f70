// Generated from web/plan/issuable/work-items/create-work-item.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateWorkItemResult = { readonly workItemCreate: { readonly errors: readonly (string)[]; readonly workItem: { readonly id: string; readonly iid: string; readonly title: string; readonly webPath: string | null; readonly workItemType: { readonly id: string; readonly name: string } } | null } | null }

export type CreateWorkItemVariables = { readonly input: { readonly assigneesWidget?: { readonly assigneeIds: readonly (string)[] } | null | undefined; readonly clientMutationId?: string | null | undefined; readonly colorWidget?: { readonly color: string } | null | undefined; readonly confidential?: boolean | null | undefined; readonly createdAt?: string | null | undefined; readonly crmContactsWidget?: { readonly contactIds: readonly (string)[] } | null | undefined; readonly description?: string | null | undefined; readonly descriptionWidget?: { readonly description: string } | null | undefined; readonly healthStatusWidget?: { readonly healthStatus?: 'atRisk' | 'needsAttention' | 'onTrack' | null | undefined } | null | undefined; readonly hierarchyWidget?: { readonly parentId?: string | null | undefined } | null | undefined; readonly iterationWidget?: { readonly iterationId?: string | null | undefined } | null | undefined; readonly labelsWidget?: { readonly labelIds: readonly (string)[] } | null | undefined; readonly milestoneWidget?: { readonly milestoneId?: string | null | undefined } | null | undefined; readonly namespacePath?: string | null | undefined; readonly projectPath?: string | null | undefined; readonly startAndDueDateWidget?: { readonly dueDate?: string | null | undefined; readonly isFixed?: boolean | null | undefined; readonly startDate?: string | null | undefined } | null | undefined; readonly title: string; readonly weightWidget?: { readonly weight?: number | null | undefined } | null | undefined; readonly workItemTypeId: string } }

export const createWorkItem: GraphqlDocument<CreateWorkItemResult, CreateWorkItemVariables> = {
  name: 'CreateWorkItem',
  kind: 'mutation',
  text: "mutation CreateWorkItem($input:WorkItemCreateInput!){workItemCreate(input:$input){errors workItem{id iid title webPath workItemType{id name}}}}",
}
