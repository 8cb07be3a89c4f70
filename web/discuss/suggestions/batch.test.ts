import { afterEach, expect, test } from 'vitest'
import { addToBatch, batchNow, isApplyingNow, overlapWith, removeFromBatch, whileApplying } from './batch.ts'

const entry = (suggestionId: number, fromLine: number, toLine: number) => ({
  suggestionId,
  noteId: '1',
  discussionId: 'd',
  filePath: 'a.txt',
  fromLine,
  toLine,
})

afterEach(() => removeFromBatch([1, 2, 3]))

test('SUGG-007 SUGG-008 SUGG-013 a batch holds what was added, once, until it is removed', () => {
  addToBatch(entry(1, 1, 1))
  addToBatch(entry(2, 3, 4))
  addToBatch(entry(1, 1, 1))
  expect(batchNow().map(each => each.suggestionId)).toEqual([2, 1])
  removeFromBatch([2])
  expect(batchNow()).toEqual([entry(1, 1, 1)])
})

test.each([
  [entry(3, 4, 6), 2],
  [entry(3, 5, 6), null],
  [{ ...entry(3, 3, 3), filePath: 'b.txt' }, null],
])('SUGG-009 a suggestion on the same lines is known before applying: %o', (given, expected) => {
  expect(overlapWith(given, [entry(2, 3, 4)])?.suggestionId ?? null).toBe(expected)
})

test('SUGG-010 suggestions are being applied until their threads are resolved, also when that fails', async () => {
  const steps: boolean[] = []
  await whileApplying(async () => void steps.push(isApplyingNow()))
  steps.push(isApplyingNow())
  await whileApplying(() => Promise.reject(new Error('no'))).catch(() => steps.push(isApplyingNow()))
  expect(steps).toEqual([true, false, false])
})
