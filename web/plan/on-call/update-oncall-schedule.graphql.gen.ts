// Generated from web/plan/on-call/update-oncall-schedule.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateOncallScheduleResult = { readonly oncallScheduleUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateOncallScheduleVariables = { readonly projectPath: string; readonly iid: string; readonly name?: string | null | undefined; readonly description?: string | null | undefined; readonly timezone?: string | null | undefined; readonly expected?: unknown | null | undefined }

export const updateOncallSchedule: GraphqlDocument<UpdateOncallScheduleResult, UpdateOncallScheduleVariables> = {
  name: 'UpdateOncallSchedule',
  kind: 'mutation',
  text: "mutation UpdateOncallSchedule($projectPath:ID!$iid:String!$name:String$description:String$timezone:String$expected:JSON){oncallScheduleUpdate(input:{projectPath:$projectPath iid:$iid name:$name description:$description timezone:$timezone expected:$expected}){errors}}",
}
