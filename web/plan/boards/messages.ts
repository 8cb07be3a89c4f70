import { iterationName } from '#web/plan/pickers/iteration-text.ts'
import { laneInList } from './lanes/lane-words.ts'
import type { BoardListData, CardData, LaneData, LanesData } from './shapes.ts'

export const boardMessages = {
  move: ({ reference }: CardData) => `Could not move ${reference}. It is back in its previous position.`,
  /** @param why  a sentence */
  refused: ({ reference }: CardData, why: string) => `Could not move ${reference}. ${why}`,
  moveGone: ({ reference }: CardData) => `Could not move ${reference}. The issue or the list was deleted.`,
  listGone: ({ reference }: CardData) => `Could not move ${reference}. The list was removed from the board.`,
  movedMeanwhile: ({ reference }: CardData) => `Someone else has moved ${reference} to another list.`,
  unsentTitle: 'Unsent title of a new issue',
  moved: ({ reference }: CardData, list: string, place: number, of: number) =>
    `${reference} moved to ${list}, position ${place} of ${of}`,
  /** A list in a lane: `Doing, epic Spring`. */
  cell: (list: BoardListData, lanes: LanesData, lane: LaneData | null) =>
    `${listTitle(list)}, ${laneInList(lanes, lane)}`,
  closed: ({ reference }: CardData) => `Closed ${reference}`,
  reopened: ({ reference }: CardData) => `Reopened ${reference}`,
} as const

/** "Open", "bug", "Ann", "Spring". */
export function listTitle({ kind, label, assignee, milestone, iteration }: BoardListData): string {
  switch (kind) {
    case 'backlog':
      return 'Open'
    case 'closed':
      return 'Closed'
    case 'label':
      return label?.name ?? ''
    case 'assignee':
      return assignee?.name ?? ''
    case 'milestone':
      return milestone?.title ?? ''
    case 'iteration':
      return iteration === null ? '' : (iteration.title ?? iterationName(iteration))
    default:
      return kind satisfies never
  }
}

/** The number of issues of a list, as far as they are counted. */
export const shownCount = ({ count, weight }: BoardListData): string =>
  weight === null && count > 1000 ? '1,000+' : count.toLocaleString('en')
