import { expect, test } from 'vitest'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { type CarriedLine, carryLine, changesOf } from './carry-line.ts'

const patch =
  '@@ -1,5 +1,6 @@\n one\n+new\n two\n-three words here\n-four\n+three other words here\n+4\n five\n@@ -20,3 +21,2 @@\n a\n-gone\n b\n'
const carried = (line: number) => carryLine(line, changesOf(readHunks(patch)))

test.each<[number, CarriedLine]>([
  [1, { state: 'untouched', line: 1 }],
  [2, { state: 'moved', line: 3 }],
  [3, { state: 'edited', line: 4 }],
  [4, { state: 'edited', line: 5 }],
  [10, { state: 'moved', line: 11 }],
  [21, { state: 'deleted', line: 21 }],
  [22, { state: 'untouched', line: 22 }],
])('DISC-005 line %i of one version in the next', (line, expected) => {
  expect(carried(line)).toEqual(expected)
})

test('DISC-005 an edited line is carried to the line that is most like it', () => {
  const moved =
    '@@ -1,2 +1,4 @@\n-const total = sum(prices)\n-x\n+// A comment\n+import { sum } from "sums"\n+const total = sum(allPrices)\n+y\n'
  expect(carryLine(1, changesOf(readHunks(moved)))).toEqual({ state: 'edited', line: 3 })
})

test('lines are counted from 1', () => {
  expect(() => carried(0)).toThrow(RangeError)
})
