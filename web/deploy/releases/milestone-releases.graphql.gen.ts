// Generated from web/deploy/releases/milestone-releases.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MilestoneReleasesResult = { readonly milestone: { readonly id: string; readonly releases: { readonly count: number; readonly nodes: readonly ({ readonly id: string; readonly name: string | null; readonly upcomingRelease: boolean | null; readonly links: { readonly selfUrl: string | null } | null } | null)[] | null } | null } | null }

export type MilestoneReleasesVariables = { readonly id: string }

export const milestoneReleases: GraphqlDocument<MilestoneReleasesResult, MilestoneReleasesVariables> = {
  name: 'MilestoneReleases',
  kind: 'query',
  text: "query MilestoneReleases($id:MilestoneID!){milestone(id:$id){id releases(first:20){count nodes{id name upcomingRelease links{selfUrl}}}}}",
}
