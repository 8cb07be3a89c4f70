// Generated from web/monitor/incidents/timeline/create-event.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateTimelineEventResult = { readonly timelineEventCreate: { readonly errors: readonly (string)[] } | null }

export type CreateTimelineEventVariables = { readonly incidentId: string; readonly note: string; readonly occurredAt: string; readonly timelineEventTagNames?: readonly (string)[] | null | undefined }

export const createTimelineEvent: GraphqlDocument<CreateTimelineEventResult, CreateTimelineEventVariables> = {
  name: 'CreateTimelineEvent',
  kind: 'mutation',
  text: "mutation CreateTimelineEvent($incidentId:IssueID!$note:String!$occurredAt:Time!$timelineEventTagNames:[String!]){timelineEventCreate(input:{incidentId:$incidentId note:$note occurredAt:$occurredAt timelineEventTagNames:$timelineEventTagNames}){errors}}",
}
