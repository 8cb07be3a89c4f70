import { expect, test } from 'vitest'
import { Moved } from '#server/errors.ts'
import { movedLocation } from './moved.ts'

const moved = new Moved(7, 'weft/heddle', 'weft/loom')

test.each([
  ['/api/v4/projects/weft%2Floom/issues?page=2', '/api/v4/projects/7/issues?page=2'],
  ['/api/v4/projects/Weft%2FLoom', '/api/v4/projects/7'],
  ['/weft/loom/-/issues/3', '/weft/heddle/-/issues/3'],
  ['/weft%2Floom/-/issues', '/weft/heddle/-/issues'],
  ['/-/pages/namespace?path=weft%2Floom', '/-/pages/namespace?path=weft%2Fheddle'],
] as const)('readers of %s are sent to %s', (from, to) => {
  expect(movedLocation(moved, new URL(from, 'https://weft.test'))).toBe(`https://weft.test${to}`)
})
