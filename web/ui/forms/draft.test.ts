import { expect, test } from 'vitest'
import { aheadOf, changesOf, edited, expectedOf, overlapsOf, stillAhead, unsaved, valuesOf } from './draft.ts'

const saved = { title: 'One', due: null as string | null, topics: ['cloth'] }

test('only what was touched is saved, and the rest follows what others save', () => {
  const edits = edited(saved, {}, { due: '2030-01-01' })
  const now = { ...saved, title: 'Two' }
  expect(valuesOf(now, edits)).toEqual({ title: 'Two', due: '2030-01-01', topics: ['cloth'] })
  expect([changesOf(now, edits), expectedOf(now, edits)]).toEqual([{ due: '2030-01-01' }, { due: null }])
  expect(overlapsOf(now, edits)).toEqual([])
})

test('a field that both changed is an overlap, unless both made the same of it', () => {
  const edits = edited(saved, edited(saved, {}, { title: 'M' }), { title: 'Mine', topics: ['wool'] })
  const now = { ...saved, title: 'Theirs', topics: ['wool'] }
  expect(overlapsOf(now, edits)).toEqual(['title'])
  expect([changesOf(now, edits), expectedOf(now, edits)]).toEqual([{ title: 'Mine' }, { title: 'One' }])
})

test('a value that is restored by hand is no change', () => {
  expect(edited(saved, edited(saved, {}, { title: 'Mine' }), { title: 'One' })).toEqual({})
})

test('a field that is changed again during a save stays to be saved', () => {
  const edits = edited(saved, {}, { title: 'Mine', due: '2030-01-01' })
  const later = unsaved(edited(saved, edits, { title: 'Mine, too' }), changesOf(saved, edits))
  const now = { ...saved, title: 'Mine', due: '2030-01-01' }
  expect([changesOf(now, later), expectedOf(now, later)]).toEqual([{ title: 'Mine, too' }, { title: 'Mine' }])
})

test('saved values stay in the form until the record is read again, whatever it contains then', () => {
  const sent = { title: 'Mine', topics: ['cloth'], expected: { title: 'One' } }
  const ahead = aheadOf(saved, sent)
  expect(valuesOf(saved, stillAhead(saved, ahead))).toEqual({ ...saved, title: 'Mine' })
  expect(stillAhead(saved, ahead)).toBe(ahead)
  for (const title of ['Mine', 'Theirs']) expect(stillAhead({ ...saved, title }, ahead)).toEqual({})
})
