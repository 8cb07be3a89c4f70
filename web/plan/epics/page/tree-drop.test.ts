import { expect, it } from 'vitest'
import type { EpicChildData } from '../shapes.ts'
import { dropOn, stepsTo, type TreeItem } from './tree-drop.ts'

// dropOn reads the id and the kind of an item alone.
const item = (id: number, kind: 'epic' | 'issue') => ({ id, kind }) as unknown as EpicChildData

function list(parentId: number, items: readonly EpicChildData[]): readonly TreeItem[] {
  const place = { parentId, outerId: null, siblings: items, epics: [] }
  return items.map(each => ({ item: each, place, isOpen: false }))
}

const [issue1, issue2, issue3] = list(1, [item(11, 'issue'), item(12, 'issue'), item(13, 'issue')]) as TreeItem[]
const [epic1, epic2, epic3] = list(1, [item(21, 'epic'), item(22, 'epic'), item(23, 'epic')]) as TreeItem[]
const [inner] = list(21, [item(31, 'issue')])

it('EPIC-004 a row dropped at the edge of another one comes to stand beside it', () => {
  if (!issue1 || !issue2 || !issue3 || !inner) throw new Error('no rows')
  expect(dropOn(issue3, issue1, 0.2)).toEqual({ id: 11, edge: 'above' })
  expect(dropOn(issue1, issue3, 0.8)).toEqual({ id: 13, edge: 'below' })
  expect(dropOn(inner, issue2, 0.8)).toEqual({ id: 12, edge: 'below' })
  // The item is there already.
  expect(dropOn(issue1, issue2, 0.2)).toBeNull()
  expect(dropOn(issue2, issue1, 0.8)).toBeNull()
  expect([
    stepsTo(issue3, issue1, 'above'),
    stepsTo(issue1, issue3, 'below'),
    stepsTo(issue1, issue3, 'above'),
  ]).toEqual([-2, 2, 1])
  expect(stepsTo(inner, issue2, 'above')).toBeNull()
})

it('EPIC-004 a row dropped onto an epic goes into it', () => {
  if (!issue1 || !epic1 || !epic2 || !epic3 || !inner) throw new Error('no rows')
  expect(dropOn(issue1, epic2, 0.1)).toEqual({ id: 22, edge: 'into' })
  expect(dropOn(epic3, epic1, 0.5)).toEqual({ id: 21, edge: 'into' })
  expect(dropOn(epic3, epic1, 0.1)).toEqual({ id: 21, edge: 'above' })
  // Below an open epic is what is in it.
  expect(dropOn(epic1, epic3, 0.9)).toEqual({ id: 23, edge: 'below' })
  expect(dropOn(epic1, { ...epic3, isOpen: true }, 0.9)).toEqual({ id: 23, edge: 'into' })
  // An item cannot be dropped on its own epic, or an epic on an issue.
  expect(dropOn(inner, epic1, 0.5)).toBeNull()
  expect(dropOn(epic1, issue1, 0.5)).toBeNull()
})
