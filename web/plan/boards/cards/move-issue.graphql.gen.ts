// Generated from web/plan/boards/cards/move-issue.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MoveIssueOnBoardResult = { readonly issueMoveList: { readonly errors: readonly (string)[] } | null }

export type MoveIssueOnBoardVariables = { readonly input: { readonly addAssigneeIds?: readonly (string)[] | null | undefined; readonly addLabelIds?: readonly (string)[] | null | undefined; readonly boardId: string; readonly clientMutationId?: string | null | undefined; readonly epicId?: string | null | undefined; readonly fromListId?: string | null | undefined; readonly iid: string; readonly milestoneId?: string | null | undefined; readonly moveAfterId?: string | null | undefined; readonly moveBeforeId?: string | null | undefined; readonly parentId?: string | null | undefined; readonly positionInList?: number | null | undefined; readonly projectPath: string; readonly removeAssigneeIds?: readonly (string)[] | null | undefined; readonly removeLabelIds?: readonly (string)[] | null | undefined; readonly toListId?: string | null | undefined } }

export const moveIssueOnBoard: GraphqlDocument<MoveIssueOnBoardResult, MoveIssueOnBoardVariables> = {
  name: 'MoveIssueOnBoard',
  kind: 'mutation',
  text: "mutation MoveIssueOnBoard($input:IssueMoveListInput!){issueMoveList(input:$input){errors}}",
}
