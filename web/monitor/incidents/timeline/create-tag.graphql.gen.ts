// Generated from web/monitor/incidents/timeline/create-tag.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateTimelineTagResult = { readonly timelineEventTagCreate: { readonly errors: readonly (string)[] } | null }

export type CreateTimelineTagVariables = { readonly projectPath: string; readonly name: string }

export const createTimelineTag: GraphqlDocument<CreateTimelineTagResult, CreateTimelineTagVariables> = {
  name: 'CreateTimelineTag',
  kind: 'mutation',
  text: "mutation CreateTimelineTag($projectPath:ID!$name:String!){timelineEventTagCreate(input:{projectPath:$projectPath name:$name}){errors}}",
}
