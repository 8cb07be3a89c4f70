import { expect, test } from 'vitest'
import { readPushOptions } from './push-options.ts'

const blank = {
  ...{ create: false, target: null, targetProject: null, title: null, description: null, draft: false },
  ...{ autoMerge: false, removeSourceBranch: null, squash: null, milestone: null },
  ...{ labels: [], unlabels: [], assign: [], unassign: [] },
}

test.each<[string, object]>([
  ['create', { create: true }],
  ['target=release/1', { target: 'release/1' }],
  ['target_project=a/b', { targetProject: 'a/b' }],
  ['title=One = two', { title: 'One = two' }],
  ['description=One\\nTwo', { description: 'One\nTwo' }],
  ['draft', { draft: true }],
  ['merge_when_pipeline_succeeds', { autoMerge: true }],
  ['auto_merge', { autoMerge: true }],
  ['remove_source_branch', { removeSourceBranch: true }],
  ['squash=false', { squash: false }],
  ['milestone=1.0', { milestone: '1.0' }],
  ['label=a b', { labels: ['a b'] }],
  ['unlabel=x', { unlabels: ['x'] }],
  ['assign=@ann', { assign: ['ann'] }],
  ['unassign=ann', { unassign: ['ann'] }],
])('PLATFORM-011 the push option merge_request.%s is read', (option, expected) => {
  const { options, notices } = readPushOptions([`merge_request.${option}`])
  expect([options.mergeRequest, notices]).toEqual([{ ...blank, ...expected }, []])
})

test('PLATFORM-011 lists of a push grow, CI options stand apart, and unknown ones are named', () => {
  const lines = [
    'merge_request.label=a',
    'merge_request.label=b',
    'ci.variable=A=b=c',
    'ci.skip',
    'merge_request.title',
  ]
  const read = readPushOptions([...lines, 'ci.variable=__proto__=1', 'nonsense=\u001b[1m', 'integrations.skip_ci'])
  expect(read.options.mergeRequest?.labels).toEqual(['a', 'b'])
  expect(read.options.ci).toEqual({
    skip: true,
    variables: Object.fromEntries([
      ['A', 'b=c'],
      ['__proto__', '1'],
    ]),
    inputs: {},
  })
  expect(read.notices).toEqual([
    'The push option merge_request.title is unknown or has no value',
    'The push option nonsense is unknown or has no value',
  ])
  expect(readPushOptions(['ci.skip']).options.mergeRequest).toBeNull()
  expect(read.options.told).toEqual({
    merge_request: { label: { a: 1, b: 1 } },
    ci: {
      variable: Object.fromEntries([
        ['A=b=c', 1],
        ['__proto__=1', 1],
      ]),
      skip: true,
    },
    integrations: { skip_ci: true },
  })
  expect(readPushOptions(['mr.create', 'merge_request.title=One', 'merge_request.title=Two']).options.told).toEqual({
    merge_request: { create: true, title: 'Two' },
  })
})
