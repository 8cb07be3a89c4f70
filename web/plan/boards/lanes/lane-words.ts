import type { LaneAttribute } from '#contract/plan/boards/board-cards.ts'
import type { LaneData, LanesData } from '../shapes.ts'

export const laneAttributeNames: Readonly<Record<LaneAttribute, string>> = {
  epic: 'Epic',
  assignee: 'Assignee',
  label: 'Label',
  milestone: 'Milestone',
  parent: 'Parent',
}

/** "Ann Thread", "No assignee", "No priority label". */
export function laneTitle({ by, scope }: Pick<LanesData, 'by' | 'scope'>, lane: LaneData | null): string {
  if (lane !== null) return lane.name
  return scope === null ? `No ${laneAttributeNames[by].toLowerCase()}` : `No ${scope} label`
}

/** Behind the name of a list: "epic Spring", "no epic". */
export const laneInList = (lanes: LanesData, lane: LaneData | null): string =>
  lane === null
    ? laneTitle(lanes, null).replace(/^No/, 'no')
    : `${laneAttributeNames[lanes.by].toLowerCase()} ${lane.name}`
