import { expect, test } from 'vitest'
import { scopeOf, withLabels } from './scope.ts'

test.each([
  ['priority::high', 'priority'],
  ['team::a::b', 'team::a'],
  ['bug', null],
  ['::bug', null],
  ['bug::', null],
])('LABEL-007 %s has the scope %s', (title, scope) => {
  expect(scopeOf(title)).toBe(scope)
})

test('LABEL-008 the label chosen last replaces another of its scope', () => {
  const labels = ['priority::high', 'bug', 'priority::low'].map(name => ({ name }))
  expect(withLabels(labels).map(label => label.name)).toEqual(['bug', 'priority::low'])
})
