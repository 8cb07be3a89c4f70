// Generated from web/monitor/incidents/timeline/delete-event.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteTimelineEventResult = { readonly timelineEventDestroy: { readonly errors: readonly (string)[] } | null }

export type DeleteTimelineEventVariables = { readonly id: string }

export const deleteTimelineEvent: GraphqlDocument<DeleteTimelineEventResult, DeleteTimelineEventVariables> = {
  name: 'DeleteTimelineEvent',
  kind: 'mutation',
  text: "mutation DeleteTimelineEvent($id:IncidentManagementTimelineEventID!){timelineEventDestroy(input:{id:$id}){errors}}",
}
