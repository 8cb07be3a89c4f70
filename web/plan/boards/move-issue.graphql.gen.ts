// Generated from web/plan/boards/move-issue.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MoveIssueOnBoardResult = { readonly issueMoveList: { readonly errors: readonly (string)[] } | null }

export type MoveIssueOnBoardVariables = { readonly projectPath: string; readonly iid: string; readonly boardId: string; readonly fromListId: string; readonly toListId: string; readonly moveBeforeId?: string | null | undefined; readonly moveAfterId?: string | null | undefined; readonly positionInList?: number | null | undefined }

export const moveIssueOnBoard: GraphqlDocument<MoveIssueOnBoardResult, MoveIssueOnBoardVariables> = {
  name: 'MoveIssueOnBoard',
  kind: 'mutation',
  text: "mutation MoveIssueOnBoard($projectPath:ID!$iid:String!$boardId:BoardID!$fromListId:ID!$toListId:ID!$moveBeforeId:ID$moveAfterId:ID$positionInList:Int){issueMoveList(input:{projectPath:$projectPath iid:$iid boardId:$boardId fromListId:$fromListId toListId:$toListId moveBeforeId:$moveBeforeId moveAfterId:$moveAfterId positionInList:$positionInList}){errors}}",
}
