// Generated from web/plan/on-call/delete-oncall-schedule.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteOncallScheduleResult = { readonly oncallScheduleDestroy: { readonly errors: readonly (string)[] } | null }

export type DeleteOncallScheduleVariables = { readonly projectPath: string; readonly iid: string }

export const deleteOncallSchedule: GraphqlDocument<DeleteOncallScheduleResult, DeleteOncallScheduleVariables> = {
  name: 'DeleteOncallSchedule',
  kind: 'mutation',
  text: "mutation DeleteOncallSchedule($projectPath:ID!$iid:String!){oncallScheduleDestroy(input:{projectPath:$projectPath iid:$iid}){errors}}",
}
