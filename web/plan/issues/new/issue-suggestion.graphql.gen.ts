// Generated from web/plan/issues/new/issue-suggestion.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type IssueSuggestionResult = { readonly project: { readonly issues: { readonly nodes: readonly ({ readonly id: string; readonly iid: string; readonly title: string; readonly webUrl: string; readonly state: 'all' | 'closed' | 'locked' | 'opened'; readonly confidential: boolean; readonly createdAt: string; readonly updatedAt: string; readonly closedAt: string | null; readonly upvotes: number; readonly userNotesCount: number; readonly author: { readonly id: string; readonly name: string; readonly username: string; readonly webUrl: string; readonly avatarUrl: string | null } } | null)[] | null } | null } | null }

export type IssueSuggestionVariables = { readonly fullPath: string; readonly search?: string | null | undefined }

export const issueSuggestion: GraphqlDocument<IssueSuggestionResult, IssueSuggestionVariables> = {
  name: 'IssueSuggestion',
  kind: 'query',
  text: "query IssueSuggestion($fullPath:ID!$search:String){project(fullPath:$fullPath){issues(search:$search in:[TITLE]sort:updated_desc first:5){nodes{id iid title webUrl state confidential createdAt updatedAt closedAt upvotes userNotesCount author{id name username webUrl avatarUrl}}}}}",
}
