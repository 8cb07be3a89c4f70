import { afterEach, expect, test } from 'vitest'
import { registerReading } from '#web/api/own-writes.ts'
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

test('SUGG-010 a flag is on and polling rests while suggestions are applied and their threads resolved, also when that fails', async () => {
  const steps: (string | boolean)[] = []
  const stop = registerReading(['merge_request:1'], 'discussion', {
    // Nothing is asked for: the looks stop and start again.
    operation: {} as never,
    input: () => null as never,
    begin: () => void steps.push('stop'),
    end: () => void steps.push('start'),
  })
  await whileApplying('merge_request:1', async () => void steps.push(isApplyingNow()))
  steps.push(isApplyingNow())
  const failing = () => Promise.reject(new Error('no'))
  await whileApplying('merge_request:1', failing).catch(() => steps.push(isApplyingNow()))
  stop()
  expect(steps).toEqual(['stop', true, 'start', false, 'stop', 'start', false])
})
