import { expect, test } from 'vitest'
import { mergeStatusOf } from './merge-state.ts'

const behind = {
  detailedMergeStatus: 'mergeable',
  mergeMethod: 'ff',
  divergedCommits: 2,
  squashOption: 'default_off',
  squash: false,
} as const

test.each([
  ['a branch that is behind', {}, 'need_rebase'],
  ['the same where merge commits are linear', { mergeMethod: 'rebase_merge' }, 'need_rebase'],
  ['the same where any merge commit is made', { mergeMethod: 'merge' }, 'mergeable'],
  ['a branch that is not behind', { divergedCommits: 0 }, 'mergeable'],
  ['a squash', { squash: true }, 'mergeable'],
  ['a squash where none is allowed', { squash: true, squashOption: 'never' }, 'need_rebase'],
  ['a conflict', { detailedMergeStatus: 'conflict' }, 'conflict'],
] as const)('MR-013 %s has the right merge status', (_name, given, status) => {
  expect(mergeStatusOf({ ...behind, ...given })).toBe(status)
})
