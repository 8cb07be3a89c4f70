import { expect, test } from 'vitest'
import { emojiTable } from './emoji-table.gen.ts'
import { categoryNames, findEmojis, inTone, readTable } from './emoji-table.ts'
import { namesIn, withName } from './frequent.ts'
import { cellAfter, columns, endOf, listHeightPx, rowsFound, rowsInSight, rowsOfTable, startOf } from './rows.ts'

const table = readTable(emojiTable, () => true)
const canonical = (name: string) => table.byName.get(name)?.name
const named = (name: string) => {
  const found = table.all.find(emoji => emoji.name === name)
  if (found === undefined) throw new Error(`No emoji is called ${name}`)
  return found
}

test('EMOJI-003 every category has its emoji, in the order of the requirement', () => {
  expect(table.categories.map(category => category.name)).toEqual([...categoryNames])
  const of = (name: string) => table.categories.find(category => category.emojis.includes(named(name)))?.name
  expect(['soccer', 'smile', 'bear', 'pizza', 'rocket', 'bulb', 'heavy_plus_sign', 'flag_de'].map(of)).toEqual([
    'Activity',
    'People',
    'Nature',
    'Food',
    'Travel',
    'Objects',
    'Symbols',
    'Flags',
  ])
  expect(new Set(table.all.map(emoji => emoji.name)).size).toBe(table.all.length)
})

test.each([
  ['thumbsup', 'thumbsup'],
  ['+1', 'thumbsup'],
  ['cat face', 'cat'],
  ['hea', 'headphones'],
  ['100', '100'],
  [':rocket:', 'rocket'],
  ['germany', 'flag_de'],
  ['celebration', 'jack_o_lantern'],
])('EMOJI-006 a search for "%s" finds %s', (query, name) => {
  expect(findEmojis(table.all, query).map(emoji => emoji.name)).toContain(name)
})

test('EMOJI-006 matches by name come before matches by description, and nonsense finds nothing', () => {
  expect(findEmojis(table.all, 'heart')[0]?.name).toBe('heart')
  expect(findEmojis(table.all, 'qqxyz')).toEqual([])
  expect(findEmojis(table.all, ' : ')).toEqual([])
})

test('an emoji the font does not have is not offered, yet known by name', () => {
  const old = readTable(emojiTable, version => version < 16)
  expect(old.all.some(emoji => emoji.name === 'face_with_bags_under_eyes')).toBe(false)
  expect(old.byName.get('face_with_bags_under_eyes')?.unicode).toBe('🫩')
})

test('skin tones have the names under which reactions are stored', () => {
  expect(inTone(named('wave'), 3)).toMatchObject({ name: 'wave_tone3', unicode: '👋🏽' })
  expect(inTone(named('man_beard'), 5)).toMatchObject({ name: 'man_tone5_beard' })
  expect(inTone(named('wave'), 0).name).toBe('wave')
  expect(inTone(named('rocket'), 3).name).toBe('rocket')
  expect(table.byName.get('wave_tone3')?.unicode).toBe('👋🏽')
})

test('EMOJI-011 names in the cookie are made canonical, bad ones and repeated ones are dropped', () => {
  expect(namesIn('+1,thumbsup, Tada ,nonsense,<script>,,:heart:,__proto__', canonical)).toEqual([
    'thumbsup',
    'tada',
    'heart',
  ])
  expect(namesIn('', canonical)).toEqual([])
})

test('EMOJI-009 the nine used last are kept, the latest first', () => {
  const used = table.all.slice(0, 12).map(emoji => emoji.name)
  const kept = used.reduce<readonly string[]>(withName, [])
  expect(kept).toEqual(used.slice(3).reverse())
  expect(withName(kept, kept[4] ?? '')).toHaveLength(9)
})

test('EMOJI-008 the list is 258 high, and only the rows in sight are drawn', () => {
  expect(listHeightPx).toBe(258)
  const rows = rowsOfTable(table, [named('heart')])
  expect(endOf(rows)).toBeGreaterThan(20 * listHeightPx)
  for (const scrolledPx of [0, 1_000, endOf(rows) - listHeightPx]) {
    const { from, top, to } = rowsInSight(rows, scrolledPx)
    expect(to - from).toBeLessThan(18)
    expect(rows[top]?.topPx).toBeLessThanOrEqual(scrolledPx)
    const last = rows[to]
    expect(last && last.topPx + last.heightPx).toBeGreaterThanOrEqual(Math.min(scrolledPx + listHeightPx, endOf(rows)))
  }
})

test('arrows move through the rows and over the headings', () => {
  const rows = rowsOfTable(table, [named('heart'), named('tada')])
  const start = startOf(rows)
  expect(start).toEqual({ row: 1, column: 0 })
  expect(cellAfter(rows, start, 'ArrowRight')).toEqual({ row: 1, column: 1 })
  expect(cellAfter(rows, { row: 1, column: 1 }, 'ArrowRight')).toEqual({ row: 3, column: 0 })
  expect(cellAfter(rows, { row: 3, column: 5 }, 'ArrowUp')).toEqual({ row: 1, column: 1 })
  expect(cellAfter(rows, { row: 3, column: 0 }, 'ArrowLeft')).toEqual({ row: 1, column: 1 })
  expect(cellAfter(rows, start, 'ArrowUp')).toBeNull()
  expect(cellAfter(rows, { row: 3, column: 2 }, 'End')).toEqual({ row: 3, column: columns - 1 })
  expect(cellAfter(rows, start, 'Tab')).toBeUndefined()
  const last = rowsFound(table, 'rocket')
  expect(cellAfter(last, { row: 0, column: 0 }, 'ArrowDown')).toEqual({ row: 0, column: 0 })
})
