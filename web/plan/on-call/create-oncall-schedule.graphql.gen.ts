// Generated from web/plan/on-call/create-oncall-schedule.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateOncallScheduleResult = { readonly oncallScheduleCreate: { readonly errors: readonly (string)[] } | null }

export type CreateOncallScheduleVariables = { readonly projectPath: string; readonly name: string; readonly description?: string | null | undefined; readonly timezone: string }

export const createOncallSchedule: GraphqlDocument<CreateOncallScheduleResult, CreateOncallScheduleVariables> = {
  name: 'CreateOncallSchedule',
  kind: 'mutation',
  text: "mutation CreateOncallSchedule($projectPath:ID!$name:String!$description:String$timezone:String!){oncallScheduleCreate(input:{projectPath:$projectPath name:$name description:$description timezone:$timezone}){errors}}",
}
