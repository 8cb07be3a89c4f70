import type { ReplyOf } from '#contract/operation.ts'

export type BoardPageData = ReplyOf<typeof import('#contract/plan/boards/board-pages.ts').getProjectBoardPage>
export type BoardData = NonNullable<BoardPageData['board']>
export type BoardListData = BoardData['lists'][number]
export type CardData = BoardListData['issues'][number]
export type LanesData = NonNullable<BoardData['lanes']>
export type LaneData = LanesData['shown'][number]
