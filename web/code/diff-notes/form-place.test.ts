import { expect, test } from 'vitest'
import { pointAt } from '../diff/images/image-point.ts'
import {
  givesWay,
  nameOfPlace,
  positionAt,
  rangeWords,
  readPlaceName,
  suggestableLines,
  suggestionBlock,
} from './form-place.ts'

const fileHash = 'd'.repeat(40)
const refs = { baseSha: 'a', startSha: 'b', headSha: 'c' }
const paths = { oldPath: 'logo.png', newPath: 'logo.png' }
// A quarter of the width and half of the height, of an image that is shown at half of its size.
const point = pointAt({ x: 40, y: 50 }, { width: 160, height: 100 }, { width: 320, height: 200 })

test('IMGDIFF-008 IMGDIFF-012 the form of a clicked point knows it in pixels of the image and in percent of its shown size', () => {
  const place = { fileHash, on: 'point', ...point } as const
  expect(place).toEqual({ fileHash, on: 'point', width: 320, height: 200, x: 80, y: 100, xPercent: 25, yPercent: 50 })
  expect(readPlaceName(nameOfPlace(place))).toEqual(place)
  expect(positionAt(place, refs, paths)).toEqual({
    ...refs,
    ...paths,
    positionType: 'image',
    width: 320,
    height: 200,
    x: 80,
    y: 100,
  })
})

test('IMGDIFF-008 a point beside the image counts as its edge', () => {
  expect(pointAt({ x: -3, y: 101 }, { width: 160, height: 100 }, { width: 320, height: 200 })).toMatchObject({
    x: 0,
    y: 200,
    xPercent: 0,
    yPercent: 100,
  })
})

test('SUGG-002 lines can receive a suggestion where the new file has them', () => {
  const at = (oldLine: number | null, newLine: number | null) => ({ oldLine, newLine, lineCode: '' })
  const between = (start: ReturnType<typeof at>, end: ReturnType<typeof at>) =>
    suggestableLines({ fileHash, on: 'lines', start, end })
  expect(between(at(null, 3), at(4, 5))).toEqual({ first: 3, last: 5 })
  expect(between(at(3, null), at(null, 3))).toBeNull()
  expect(between(at(3, null), at(3, null))).toBeNull()
  expect(suggestableLines({ fileHash, on: 'file' })).toBeNull()
})

test('SUGG-002 a suggestion begins as the lines are, also where they have fences of their own', () => {
  expect(suggestionBlock(['one', 'two'])).toBe('```suggestion:-1+0\none\ntwo\n```')
  expect(suggestionBlock(['```'])).toBe('````suggestion:-0+0\n```\n````')
})

test('NOTE-024 an empty form gives way to one on lines that begin or end where its own do', () => {
  const line = (at: number) => ({ oldLine: at, newLine: at, lineCode: `${fileHash}_${at}_${at}` })
  const on = (start: number, end = start, file = fileHash) =>
    ({ fileHash: file, on: 'lines', start: line(start), end: line(end) }) as const
  expect(givesWay(on(3), on(3, 6))).toBe(true)
  expect(givesWay(on(3), on(1, 3))).toBe(true)
  expect(givesWay(on(3, 6), on(3, 8))).toBe(true)
  expect(givesWay(on(3), on(4, 6))).toBe(false)
  expect(givesWay(on(3), on(3, 6, 'e'.repeat(40)))).toBe(false)
  expect(givesWay(on(3), { fileHash, on: 'file' })).toBe(false)
})

test('NOTE-024 the lines of a comment have a sign both, or none', () => {
  const [same, added, removed] = [
    { oldLine: 3, newLine: 5 },
    { oldLine: null, newLine: 4 },
    { oldLine: 2, newLine: null },
  ]
  expect(rangeWords(added, same)).toBe('Comment on lines +4 to +5')
  expect(rangeWords(removed, same)).toBe('Comment on lines -2 to +5')
  expect(rangeWords(same, { oldLine: 4, newLine: 6 })).toBe('Comment on lines 5 to 6')
})
