import { expect, test } from 'vitest'
import { isOpenState } from './open-state.ts'

test.each([
  ['opened', true],
  ['reopened', true],
  ['closed', false],
])('ISSUE-025 an issue in the state %s counts as open: %s', (state, isOpen) => {
  expect(isOpenState(state)).toBe(isOpen)
})
