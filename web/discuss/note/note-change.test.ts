import { expect, test } from 'vitest'
import { noteChange } from './note-change.ts'

const point = {
  positionType: 'image' as const,
  baseSha: 'a',
  startSha: 'a',
  headSha: 'b',
  oldPath: 'loom.png',
  newPath: 'loom.png',
  x: 1,
  y: 2,
  width: 3,
  height: 4,
}

test.each([
  ['none', undefined, { note: 'Now', base: 'Then' }],
  ['an empty one', {}, { note: 'Now', base: 'Then' }],
  ['a point', point, { note: 'Now', base: 'Then', position: point }],
])('NOTE-033 a comment is changed with its position: %s', (_name, position, sent) => {
  // An empty position has no type: pages that are older than the server may hold one.
  const given = { note: 'Now', base: 'Then', position } as Parameters<typeof noteChange>[0]
  expect(noteChange(given)).toEqual(sent)
})
