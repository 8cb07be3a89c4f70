import { expect, test } from 'vitest'
import type { StoredChange } from './made.ts'
import { wordsOf } from './words.ts'

const policy = { id: 1, title: 'Hall watch' }
const bug = { id: 1, title: 'bug' }
const dan = { id: 1, username: 'dan' }
const epic = { id: 1, title: 'weft&1', type: 'epic', confidential: false }

test.each<[StoredChange, string, string]>([
  [
    { attribute: 'escalationPolicy', from: null, to: policy },
    'escalation policy set on',
    'escalation policy of restored',
  ],
  [
    { attribute: 'escalationPolicy', from: policy, to: null },
    'escalation policy removed from',
    'escalation policy removed from',
  ],
  [{ attribute: 'parent', from: null, to: epic }, 'parent epic set to weft&1 on', 'parent epic of restored'],
  [{ attribute: 'parent', from: epic, to: null }, 'parent epic removed from', 'parent epic removed from'],
  [
    { attribute: 'parent', from: null, to: { ...epic, title: '#3', type: 'issue' } },
    'parent set to #3 on',
    'parent of restored',
  ],
  [
    { attribute: 'severity', from: 'UNKNOWN', to: 'CRITICAL' },
    'severity set to Critical - S1 on',
    'severity of restored',
  ],
  [
    { attribute: 'healthStatus', from: null, to: 'on_track' },
    'health status set to On track on',
    'health status of restored',
  ],
  [
    { attribute: 'dueDate', from: '2026-11-24', to: '2026-12-01' },
    'due date set to 1 Dec, 2026 on',
    'due date of restored',
  ],
  [
    { attribute: 'dueDate', from: '2026-11-24', to: null },
    'due date 24 Nov, 2026 removed from',
    'due date 24 Nov, 2026 removed from',
  ],
  [{ attribute: 'weight', from: 3, to: null }, 'weight 3 removed from', 'weight 3 removed from'],
  [{ attribute: 'title', from: 'Warp', to: 'Weft' }, 'title of changed', 'title of restored'],
  [{ attribute: 'labels', from: [], to: [bug] }, 'label bug added to', 'label bug added back to'],
  [{ attribute: 'labels', from: [bug], to: [] }, 'label bug removed from', 'label bug removed from'],
  [{ attribute: 'assignees', from: [], to: [dan] }, '@dan assigned to', '@dan assigned again to'],
  [{ attribute: 'confidential', from: false, to: true }, 'made confidential', 'made confidential'],
])('LIST-015 the change %o is named as on its page: %s; its undo: %s', (change, made, undone) => {
  const text = (isUndo: boolean) =>
    wordsOf({ attributes: [change], state: null }, { isUndo }).map(({ before, preposition, after }) =>
      [before, preposition, after].filter(Boolean).join(' '),
    )
  expect([text(false), text(true)]).toEqual([[made], [undone]])
})
