import { expect, test } from 'vitest'
import { Moved } from '#server/errors.ts'
import { movedLocation } from './moved.ts'

const moved = new Moved(7, 'weft/heddle', 'weft/loom')

test.each([
  ['api', '/api/v4/projects/weft%2Floom/issues?page=2', '/api/v4/projects/7/issues?page=2'],
  ['api', '/api/v4/projects/Weft%2FLoom', '/api/v4/projects/7'],
  ['browser', '/weft/loom/-/issues/3', '/weft/heddle/-/issues/3'],
  ['browser', '/weft%2Floom/-/issues', '/weft/heddle/-/issues'],
  ['browser', '/-/pages/namespace?path=weft%2Floom', '/-/pages/namespace?path=weft%2Fheddle'],
] as const)('%s readers of %s are sent to %s', (door, from, to) => {
  expect(movedLocation(moved, door, new URL(from, 'https://weft.test'))).toBe(`https://weft.test${to}`)
})
