import { expect, test } from 'vitest'
import { CallError } from '#web/api/client.ts'
import { messages } from '#web/plan/messages.ts'
import { isReference, splitReferences, takeReferences, together } from '#web/plan/references/references.ts'
import { addProblem } from './problems.ts'
import {
  blockersOf,
  groupsOf,
  issuableTypes,
  issueTypes,
  type LinkedIssue,
  linkTypeLabels,
  moved,
  moveWithin,
  type RelatedState,
  removalProblem,
} from './related.ts'

const item = (linkId: number, given: Partial<LinkedIssue> = {}): LinkedIssue => ({
  ...{ id: linkId + 100, iid: linkId, linkId, linkType: 'relates_to', title: `Item ${linkId}`, confidential: false },
  ...{
    titleHtml: null,
    state: 'opened',
    issueType: 'issue',
    reference: `#${linkId}`,
    path: `/weft/loom/-/issues/${linkId}`,
  },
  ...{ milestone: null, assignees: [], weight: null, dueDate: null, createdAt: '2026-03-05T09:00:00.000Z' },
  ...{ closedAt: null, mergedAt: null, epicIssueId: null, pipelineStatus: null, relationPath: '/links/1' },
  ...{ lockIssueRemoval: false, lockedMessage: null },
  ...given,
})

test('RELATED-009 RELATED-010 references are split at spaces, and numbers get the sign of their kind', () => {
  expect(splitReferences('#1 #2')).toEqual(['#1', '#2'])
  expect(splitReferences('12\n weft/loom#3,')).toEqual(['#12', 'weft/loom#3'])
  expect(splitReferences('12', 'epic')).toEqual(['&12'])
})

test('RELATED-011 RELATED-024 pending references stand once', () => {
  const state: RelatedState = { relatedIssues: [item(1)], pendingReferences: together(['#1'], ['#2', '#1']) }
  expect(state.pendingReferences).toEqual(['#1', '#2'])
  expect(state.relatedIssues[0]?.id).toBe(101)
})

test('what is typed becomes a reference at the next space; words are looked for', () => {
  expect(takeReferences('#1', false)).toEqual({ taken: [], rest: '#1' })
  expect(takeReferences('#1 12 ', false)).toEqual({ taken: ['#1', '#12'], rest: '' })
  expect(takeReferences('broken thread ', false)).toEqual({ taken: [], rest: 'broken thread ' })
  expect(takeReferences('weft/loom#3 bro', false)).toEqual({ taken: ['weft/loom#3'], rest: 'bro' })
  expect(takeReferences('#1 12', true)).toEqual({ taken: ['#1', '#12'], rest: '' })
  expect(['12', '#12', 'a/b#1', 'GL-3', 'https://x.y/-/issues/1', '[issue:3]'].every(word => isReference(word))).toBe(
    true,
  )
  expect(['loom', '3 looms', '#', '12a', '!3'].some(word => isReference(word))).toBe(false)
})

test('RELATED-006 RELATED-007 RELATED-008 the words of link types', () => {
  expect(linkTypeLabels).toEqual({ relates_to: 'Relates to', blocks: 'Blocks', is_blocked_by: 'Is blocked by' })
})

test('RELATED-025 the types of issuables and issues', () => {
  expect(issuableTypes).toEqual(['issue', 'epic', 'merge_request'])
  expect(issueTypes).toEqual(['issue', 'incident'])
})

test('RELATED-015 items stand in groups by type', () => {
  const groups = groupsOf([item(1), item(2, { linkType: 'blocks' }), item(3), item(4, { linkType: 'is_blocked_by' })])
  expect(groups.map(group => [group.type, group.items.map(each => each.linkId)])).toEqual([
    ['is_blocked_by', [4]],
    ['blocks', [2]],
    ['relates_to', [1, 3]],
  ])
})

test('RELATED-016 a move names its neighbour, and the list shows it', () => {
  const items = [item(1), item(2), item(3)]
  expect(moveWithin(items, 2, 0)).toEqual({ linkId: 3, moveAfterId: 1 })
  expect(moveWithin(items, 0, 1)).toEqual({ linkId: 1, moveBeforeId: 2 })
  expect([moveWithin(items, 0, 0), moveWithin(items, 0, 3), moveWithin(items, 9, 0)]).toEqual([null, null, null])
  const order = (move: Parameters<typeof moved>[1]) => moved(items, move).map(each => each.linkId)
  expect(order({ linkId: 3, moveAfterId: 1 })).toEqual([3, 1, 2])
  expect(order({ linkId: 1, moveBeforeId: 2 })).toEqual([2, 1, 3])
})

test('ISSUE-020 only open issues that block it stand in the way', () => {
  const blocking = item(1, { linkType: 'is_blocked_by' })
  const done = item(2, { linkType: 'is_blocked_by', state: 'closed' })
  expect(blockersOf([blocking, done, item(3)])).toEqual([blocking])
})

test('ERRMSG-062 ERRMSG-063 without a path there is nothing to remove by', () => {
  expect(removalProblem({ relationPath: null })).toBe('We could not determine the path to remove the issue')
  expect(removalProblem({ relationPath: '/links/1' })).toBeNull()
  expect(messages.noRelationPath('epic')).toBe('We could not determine the path to remove the epic')
})

test('ERRMSG-055 ERRMSG-056 ERRMSG-058 a failed add says the server’s reason, else a sentence of its type', () => {
  expect(addProblem(new CallError(409, 'x', { message: '#3 is already linked.' }), 'issue')).toBe(
    '#3 is already linked.',
  )
  expect(addProblem(new CallError(404, 'x', null), 'issue')).toBe('Issue cannot be found.')
  expect(addProblem(new CallError(404, 'x', null), 'epic')).toBe('Epic cannot be found.')
  expect(addProblem(new CallError(500, 'x', ''), 'issue')).toBe(
    'Something went wrong while linking issues. Please try again.',
  )
})
