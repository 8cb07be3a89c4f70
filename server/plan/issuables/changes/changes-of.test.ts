import { expect, test } from 'vitest'
import type { WriteRequest } from '#contract/plan/attributes/attribute-inputs.ts'
import type { Changes } from '../define-attribute.ts'
import { changesOf } from './changes-of.ts'

test.each<[WriteRequest, Readonly<Record<string, unknown>>, Changes]>([
  ['create', { title: 'x', id: 3, weight: null, confidential: null }, { weight: null }],
  ['update', { title: 'x', issueType: 'task', description: null }, { title: 'x', type: 'task', description: null }],
  ['update', { assigneeIds: null, milestoneId: 0 }, { assignees: { replace: [] }, milestone: null }],
  ['update', { assigneeId: 4, milestoneId: 2 }, { assignees: { replace: [4] }, milestone: 2 }],
  ['update', { assigneeId: 0 }, { assignees: { replace: [] } }],
  ['update', { assigneeIds: [5, 0], assigneeId: 4 }, { assignees: { replace: [5] } }],
  ['update', { labels: ['a'], addLabels: ['b'], removeLabels: ['a'] }, { labels: { replace: ['a', 'b'] } }],
  ['update', { removeLabels: ['a'] }, { labels: { add: [], remove: ['a'] } }],
  [
    'page',
    { labelIds: [1], removeAssigneeIds: [2] },
    { labels: { replace: [1] }, assignees: { add: [], remove: [2] } },
  ],
  ['bulk', { assigneeIds: [''], milestoneId: '', confidential: '', addLabelIds: [] }, {}],
  [
    'bulk',
    { assigneeIds: ['0'], milestoneId: 0, confidential: 'false' },
    { assignees: { replace: [] }, milestone: null, confidential: false },
  ],
  ['bulk', { assigneeIds: ['7'], weight: 0 }, { assignees: { replace: [7] }, weight: 0 }],
  ['bulk', { weight: -1, dueDate: '0', startDate: '' }, { weight: null, dueDate: null }],
  ['createIssue', { labels: null, labelIds: [3], assigneeIds: null, type: null }, { labels: { replace: [3] } }],
  ['updateIssue', { locked: true, milestoneId: 'gid://gitlab/Milestone/2' }, { discussionLocked: true, milestone: 2 }],
  ['updateIssue', { addLabelIds: ['gid://gitlab/GroupLabel/2', '3'] }, { labels: { add: [2, 3], remove: [] } }],
])('%s with %j asks for %j', (request, given, changes) => {
  expect(changesOf(request, given)).toEqual(changes)
})

test.each<[WriteRequest, Readonly<Record<string, unknown>>, string]>([
  [
    'page',
    { labelIds: [1], addLabelIds: [2] },
    'labelIds is mutually exclusive with any of addLabelIds or removeLabelIds',
  ],
  [
    'createIssue',
    { labels: ['a'], labelIds: [1] },
    'Only one of [labels, labelIds] arguments is allowed at the same time.',
  ],
])('%s with %j is refused', (request, given, message) => {
  expect(() => changesOf(request, given)).toThrow(message)
})
