import type { PlaceList, ViewedList } from '#contract/plan/lists/view-limits.ts'
import { call } from '#web/api/client.ts'
import { groupSavedViews, projectSavedViews, todoViews } from '#web/api/operations.gen.ts'
import type { ListView, Place } from '#web/plan/shapes.ts'

interface ViewValues {
  readonly name: string
  readonly query: string
  readonly isShared: boolean
}

/** The owner of views: a project or group, or `self` for the viewer's to-do list. */
export type ViewOwner = Pick<Place, 'id' | 'kind'> | 'self'

type Saved = Promise<{ readonly id: number }>

export function createView(owner: ViewOwner, list: ViewedList, { isShared, ...values }: ViewValues): Saved {
  if (owner === 'self') return call(todoViews.create, values)
  // Only the to-do list is not a list of a project or group.
  const given = { id: owner.id, list: list as PlaceList, isShared, ...values }
  return owner.kind === 'group' ? call(groupSavedViews.create, given) : call(projectSavedViews.create, given)
}

/** @param expected  what stood in the changed fields */
export function updateView(
  owner: ViewOwner,
  { id: viewId }: ListView,
  values: Partial<ViewValues>,
  expected: Partial<ViewValues>,
): Saved {
  if (owner === 'self') {
    const { isShared: _isShared, ...own } = values
    const { isShared: _was, ...ownExpected } = expected
    return call(todoViews.update, { viewId, ...own, expected: ownExpected })
  }
  const given = { id: owner.id, viewId, ...values, expected }
  return owner.kind === 'group' ? call(groupSavedViews.update, given) : call(projectSavedViews.update, given)
}

export function deleteView(owner: ViewOwner, { id: viewId }: ListView): Promise<unknown> {
  if (owner === 'self') return call(todoViews.remove, { viewId })
  const given = { id: owner.id, viewId }
  return owner.kind === 'group' ? call(groupSavedViews.remove, given) : call(projectSavedViews.remove, given)
}
