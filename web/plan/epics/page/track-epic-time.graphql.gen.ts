// Generated from web/plan/epics/page/track-epic-time.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type TrackEpicTimeResult = { readonly workItemUpdate: { readonly errors: readonly (string)[] } | null }

export type TrackEpicTimeVariables = { readonly id: string; readonly times: { readonly timeEstimate?: string | null | undefined; readonly timelog?: { readonly spentAt?: string | null | undefined; readonly summary?: string | null | undefined; readonly timeSpent: string } | null | undefined } }

export const trackEpicTime: GraphqlDocument<TrackEpicTimeResult, TrackEpicTimeVariables> = {
  name: 'TrackEpicTime',
  kind: 'mutation',
  text: "mutation TrackEpicTime($id:WorkItemID!$times:WorkItemWidgetTimeTrackingInput!){workItemUpdate(input:{id:$id timeTrackingWidget:$times}){errors}}",
}
