import { expect, test } from 'vitest'
import { findPaths, scorePath } from './fuzzy.ts'

const paths = ['docs/page.md', 'web/code/blob/BlobPage.tsx', 'web/code/tree/TreePage.tsx', 'web/ui/Blob.css']

test.each([
  ['blobpage', 'web/code/blob/BlobPage.tsx'],
  ['tree page', 'web/code/tree/TreePage.tsx'],
  ['wctr', 'web/code/tree/TreePage.tsx'],
  ['page.md', 'docs/page.md'],
])('%s finds %s first', (query, best) => {
  expect(findPaths(paths, query, 5)[0]).toBe(best)
})

test('a path without the letters in that order is not found', () => {
  expect(scorePath('src/main.ts', 'stx')).toBeNull()
  expect(findPaths(paths, 'zzz', 5)).toEqual([])
})

test('an empty query lists the first paths', () => {
  expect(findPaths(paths, ' ', 2)).toEqual(paths.slice(0, 2))
})
