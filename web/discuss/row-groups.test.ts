import { createElement } from 'react'
import { expect, test } from 'vitest'
import { groupRows, isFull, isGroup, notesOfGroup, type Row, type RowPart } from './row-groups.ts'

const elements = new Map<string, Row>()

function row(key: string, notes = 1): Row {
  const known = elements.get(`${key} ${notes}`) ?? { notes, node: createElement('p', { key }) }
  elements.set(`${key} ${notes}`, known)
  return known
}

const gap = (key: string): Row => ({ notes: 0, isGap: true, node: createElement('p', { key }) })

const numbered = (from: number, to: number): readonly Row[] =>
  Array.from({ length: to - from + 1 }, (_, index) => row(`${from + index}`))

const keysOf = (parts: readonly RowPart[]) =>
  parts.map(part => (isGroup(part) ? part.rows.map(each => each.node.key).join(' ') : `gap ${part.node.key}`))

/** The group of each row, by the row's key. */
const groupsOf = (parts: readonly RowPart[]) =>
  new Map(parts.filter(isGroup).flatMap(group => group.rows.map(each => [each.node.key, group.key] as const)))

test('POLL-020 a long list is divided into groups of few comments, apart from where comments are missing', () => {
  const parts = groupRows([...numbered(1, 12), gap('middle'), ...numbered(13, 14)], [])
  expect(keysOf(parts)).toEqual(['1 2 3 4 5 6 7 8 9 10', '11 12', 'gap middle', '13 14'])
  expect(parts.filter(isGroup).map(group => isFull(group.rows))).toEqual([true, false, false])
  expect(keysOf(groupRows([row('long', 3 * notesOfGroup), row('next')], []))).toEqual(['long', 'next'])
})

test.each<[string, readonly Row[], readonly Row[]]>([
  ['after the last', numbered(1, 15), numbered(1, 40)],
  ['before the first', numbered(30, 60), numbered(1, 60)],
  ['into a group', [...numbered(1, 5), ...numbered(7, 30)], numbered(1, 30)],
  ['where comments were missing', [...numbered(1, 15), gap('a'), ...numbered(40, 60)], numbered(1, 60)],
])('POLL-020 a comment stays in its group when others come %s', (_where, before, after) => {
  const first = groupRows(before, [])
  const then = groupRows(after, first)
  expect(then.filter(isGroup).flatMap(group => group.rows)).toEqual(after)
  const [was, is] = [groupsOf(first), groupsOf(then)]
  for (const [key, group] of was) expect(is.get(key)).toBe(group)
  expect(new Set(then.filter(isGroup).map(group => group.key)).size).toBe(then.filter(isGroup).length)
})

test('POLL-020 a group stays the same object until its rows change, also when one of them goes', () => {
  const first = groupRows(numbered(1, 30), [])
  const then = groupRows([...numbered(1, 14), ...numbered(16, 31)], first)
  expect(then[0]).toBe(first[0])
  expect(then[1]).not.toBe(first[1])
  expect(then[2]).toBe(first[2])
})

test('POLL-020 comments that are missing again divide a group', () => {
  const first = groupRows(numbered(1, 10), [])
  expect(keysOf(groupRows([...numbered(1, 5), gap('new'), ...numbered(6, 10)], first))).toEqual([
    '1 2 3 4 5',
    'gap new',
    '6 7 8 9 10',
  ])
})
