// Generated from web/monitor/incidents/timeline/update-event.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateTimelineEventResult = { readonly timelineEventUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateTimelineEventVariables = { readonly id: string; readonly note?: string | null | undefined; readonly occurredAt?: string | null | undefined; readonly timelineEventTagNames?: readonly (string)[] | null | undefined; readonly expected?: unknown | null | undefined }

export const updateTimelineEvent: GraphqlDocument<UpdateTimelineEventResult, UpdateTimelineEventVariables> = {
  name: 'UpdateTimelineEvent',
  kind: 'mutation',
  text: "mutation UpdateTimelineEvent($id:IncidentManagementTimelineEventID!$note:String$occurredAt:Time$timelineEventTagNames:[String!]$expected:JSON){timelineEventUpdate(input:{id:$id note:$note occurredAt:$occurredAt timelineEventTagNames:$timelineEventTagNames expected:$expected}){errors}}",
}
