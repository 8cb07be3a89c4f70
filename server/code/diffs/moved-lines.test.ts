import { expect, test } from 'vitest'
import { movedLines } from './moved-lines.ts'

const show = (patches: Readonly<Record<string, string>>) =>
  movedLines(new Map(Object.entries(patches))).map(({ file, side, first, last }) => `${file} ${side} ${first}-${last}`)

test('a block that is removed from one file and added to another is moved, also with another indentation', () => {
  expect(
    show({
      a: '@@ -5,4 +5,1 @@\n x\n-function sum() {\n-  return 1\n-}\n',
      b: '@@ -1,1 +1,4 @@\n+  function sum() {\n+    return 1\n+  }\n y\n',
    }),
  ).toEqual(['b new 1-3', 'a old 6-8'])
})

test.each([
  ['two short lines', '@@ -1,3 +1,3 @@\n-a\n-b\n x\n+a\n+b\n', []],
  [
    'one long line',
    '@@ -1,2 +1,2 @@\n-const total = sumOfAllPrices()\n x\n+const total = sumOfAllPrices()\n',
    ['a new 2-2', 'a old 1-1'],
  ],
  ['an edited line', '@@ -1,2 +1,2 @@\n-const total = sumOfAllPrices()\n x\n+const total = sumOfPrices()\n', []],
])('%s within a file', (_what, patch, expected) => {
  expect(show({ a: patch })).toEqual(expected)
})
