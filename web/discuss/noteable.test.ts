import { expect, test } from 'vitest'
import { isStateHidden, type Noteable } from './noteable.ts'

test.each<[string, Noteable['state'], boolean, boolean]>([
  ['FORM-020 something open', 'opened', false, false],
  ['FORM-020 something open and locked', 'opened', true, false],
  ['FORM-020 something closed', 'closed', false, false],
  ['FORM-024 something closed and locked', 'closed', true, true],
  ['FORM-023 something merged', 'merged', false, true],
])('%s: its state button is hidden or not', (_name, state, isLocked, isHidden) => {
  expect(isStateHidden({ state, isLocked })).toBe(isHidden)
})
