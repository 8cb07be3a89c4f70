import { gid } from '#contract/gid.ts'
import type { LaneAttribute } from '#contract/plan/boards/board-cards.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import type { CardData, LaneData, LanesData } from '../shapes.ts'

/** The ids that a card gains and loses by a move to another lane: of epics, people, labels, milestones or parents. */
export interface LaneChange {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/** The change of a move: out of its lane into another one. In the last lane, it loses the values of all lanes. */
export function laneChange(lanes: LanesData, card: CardData, to: number | null): LaneChange {
  if (to !== null) return { add: [to], remove: card.laneId === null ? [] : [card.laneId] }
  return { add: [], remove: valuesOf(lanes, card) }
}

export const inverse = ({ add, remove }: LaneChange): LaneChange => ({ add: remove, remove: add })

/** The lanes that a card is in. */
function valuesOf({ by, scope, labelIds }: LanesData, card: CardData): readonly number[] {
  switch (by) {
    case 'assignee':
      return card.assignees.map(person => person.id)
    case 'label':
      return card.labels
        .filter(({ id, name }) =>
          labelIds.length > 0 ? labelIds.includes(id) : scope === null || isOfScope(name, scope),
        )
        .map(label => label.id)
    case 'epic':
    case 'milestone':
    case 'parent':
      return card.laneId === null ? [] : [card.laneId]
    default:
      return by satisfies never
  }
}

/** The same rule as on the server: `priority::high` belongs to the scope `priority`, `priority::high::now` does not. */
const isOfScope = (name: string, scope: string): boolean =>
  name.startsWith(`${scope}::`) && !name.slice(scope.length + 2).includes('::')

/** The card after the change, as far as the lanes know its new values. */
export function afterChange({ by, shown }: LanesData, card: CardData, change: LaneChange): Partial<CardData> {
  const lanes = change.add.flatMap(id => shown.find(lane => lane.id === id) ?? [])
  const isLeft = ({ id }: { readonly id: number }) => !change.remove.includes(id) && !change.add.includes(id)
  switch (by) {
    case 'assignee':
      return { assignees: [...card.assignees.filter(isLeft), ...lanes.flatMap(lane => lane.person ?? [])] }
    case 'label':
      return { labels: [...card.labels.filter(isLeft), ...lanes.flatMap(lane => lane.label ?? [])] }
    case 'milestone':
      return { milestone: lanes[0] === undefined ? null : { id: lanes[0].id, title: lanes[0].name } }
    case 'epic':
    case 'parent':
      return {}
    default:
      return by satisfies never
  }
}

/** The change as arguments of the mutation that moves an issue. */
export function laneArguments(by: LaneAttribute, { add, remove }: LaneChange) {
  const ids = (className: string, all: readonly number[]) => all.map(id => gid(className, id))
  const one = (className: string) => (add[0] === undefined ? null : gid(className, add[0]))
  switch (by) {
    case 'assignee':
      return { addAssigneeIds: ids('User', add), removeAssigneeIds: ids('User', remove) }
    case 'label':
      return { addLabelIds: ids('Label', add), removeLabelIds: ids('Label', remove) }
    case 'milestone':
      return { milestoneId: one('Milestone') }
    case 'epic':
      return { epicId: one('Epic') }
    case 'parent':
      return { parentId: one('WorkItem') }
    default:
      return by satisfies never
  }
}

/** Whether a lane takes an item of a type: epics take issues, and issues take tasks. */
export const takes = (lane: LaneData | null, type: string): boolean =>
  lane === null || lane.parentType === null || parentTypesOf(type).includes(lane.parentType)

/** The reason why a card cannot be in a lane. Null if none is known here; the server decides. */
export function refusalOf(by: LaneAttribute, lane: LaneData | null, { projectPath, type }: CardData): string | null {
  if (lane === null) return null
  if (!takes(lane, type))
    return type === 'task' ? 'A task cannot be part of an epic.' : `Only tasks can be part of ${lane.detail}.`
  const isElsewhere = (by === 'label' || by === 'milestone') && lane.detail !== null && lane.detail !== projectPath
  return isElsewhere ? `The ${by} ${lane.name} belongs to ${lane.detail}.` : null
}
