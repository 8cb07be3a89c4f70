import { expect, test } from 'vitest'
import { noteMoved, withCurrentPaths } from './refusal.ts'

const now = (namespace: string) => withCurrentPaths({ namespace }).namespace

test('calls with a former path of a project use the current one, also once it has its first path again', () => {
  noteMoved('weft/loom', 'weft/Loom-deletion_scheduled-1')
  expect(now('weft/loom')).toBe('weft/Loom-deletion_scheduled-1')
  noteMoved('weft/Loom-deletion_scheduled-1', 'weft/loom')
  expect(now('weft/loom')).toBe('weft/loom')
  expect(now('weft/loom-deletion_scheduled-1')).toBe('weft/loom')
  noteMoved('weft/loom', 'mill/loom')
  expect(now('weft/loom-deletion_scheduled-1')).toBe('mill/loom')
})

test('a mutation with the former path of a project uses the current one', () => {
  noteMoved('weft/reed', 'mill/reed')
  expect(withCurrentPaths({ input: { projectPath: 'weft/reed', iid: '1' } })).toEqual({
    input: { projectPath: 'mill/reed', iid: '1' },
  })
})
