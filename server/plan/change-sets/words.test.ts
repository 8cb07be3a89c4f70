import { expect, test } from 'vitest'
import type { StoredChange } from './made.ts'
import { wordsOf } from './words.ts'

const policy = { id: 1, title: 'Hall watch' }
const epic = { id: 1, title: 'weft&1', type: 'epic', confidential: false }

test.each<[StoredChange, string]>([
  [{ attribute: 'escalationPolicy', from: null, to: policy }, 'escalation policy set on'],
  [{ attribute: 'escalationPolicy', from: policy, to: null }, 'escalation policy removed from'],
  [{ attribute: 'parent', from: null, to: epic }, 'parent epic set to weft&1 on'],
  [{ attribute: 'parent', from: epic, to: null }, 'parent epic removed from'],
  [{ attribute: 'parent', from: null, to: { ...epic, title: '#3', type: 'issue' } }, 'parent set to #3 on'],
  [{ attribute: 'severity', from: 'UNKNOWN', to: 'CRITICAL' }, 'severity set to Critical - S1 on'],
  [{ attribute: 'healthStatus', from: null, to: 'on_track' }, 'health status set to On track on'],
  [{ attribute: 'weight', from: 3, to: null }, 'weight 3 removed from'],
])('LIST-015 the change %o is named as on its page', (change, before) => {
  expect(wordsOf({ attributes: [change], state: null })).toEqual([{ before, after: '' }])
})
