import { expect, test } from 'vitest'
import { databaseStateOf, type NodeFacts, problemsOf } from './health.ts'

const own = { version: '18.9.0', revision: '1031' }

const well: NodeFacts = {
  name: 'oslo',
  isPrimary: false,
  enabled: true,
  streamState: 'streaming',
  isConnected: true,
  receiveLagBytes: 0,
  replayLagBytes: 0,
  lagSeconds: 0,
  slotName: 'weft_oslo',
  slotBytes: 0,
  slotIsLost: false,
  databaseUser: 'weft',
  streamedSecondsAgo: 3,
  reportedSecondsAgo: 5,
  reportedDatabase: 'standby',
  ...own,
  differing: [],
}
const gone = { isConnected: false, streamState: null, streamedSecondsAgo: 400_000 }

test.each<[string, Partial<NodeFacts>, string, RegExp | '']>([
  ['well', {}, 'streaming', ''],
  ['a minute behind', { lagSeconds: 60, replayLagBytes: 0 }, 'streaming', ''],
  [
    'over a minute behind',
    { lagSeconds: 61 },
    'streaming',
    /^The standby is 61 seconds behind the primary database\.$/,
  ],
  ['silent for ten minutes', { reportedSecondsAgo: 600 }, 'streaming', ''],
  ['silent for longer', { reportedSecondsAgo: 720 }, 'streaming', /^The replica has not reported for 12 minutes\./],
  ['catching up', { streamState: 'catchup', replayLagBytes: 9e6 }, 'catching_up', /catching up, 8\.6 MiB behind/],
  [
    'of another program',
    { revision: '1030' },
    'streaming',
    /runs version 18\.9\.0 \(1030\), and the primary 18\.9\.0 \(1031\)/,
  ],
  ['with a copy that differs', { differing: [{ count: 2, noun: 'upload' }] }, 'streaming', /^2 uploads .* differ from/],
  ['disabled', { enabled: false }, 'streaming', /^This replica is disabled/],
  ['promoted', { ...gone, reportedDatabase: 'primary' }, 'not_a_standby', /accepts writes, so it is not a standby/],
  [
    'promoted, and silent since',
    { ...gone, reportedDatabase: 'primary', reportedSecondsAgo: 900 },
    'disconnected',
    /last connected 4 days ago/,
  ],
  ['without its database', { reportedDatabase: 'away' }, 'streaming', /^The replica cannot reach its database\.$/],
  ['gone with its slot', { ...gone, slotIsLost: true }, 'disconnected', /weft_oslo no longer has the changes/],
  ['the primary', { isPrimary: true, ...gone, reportedSecondsAgo: null }, 'primary', ''],
])('PREMIUM-005 a node that is %s', (_case, facts, state, says) => {
  const problems = problemsOf({ ...well, ...facts }, own).join(' ')
  expect(databaseStateOf({ ...well, ...facts })).toBe(state)
  if (says === '') expect(problems).toBe('')
  else expect(problems).toMatch(says)
})
