import { expect, test } from 'vitest'
import { codeCommitPage } from '#contract/code/code-pages.ts'
import { codeWorld } from '#test/world/code.ts'

const lines = (end: string, count = 30) => Array.from({ length: count }, (_, index) => `line ${index}${end}`).join('')
const none = { lineEndings: null, byteOrderMark: null, isNormalForm: false }
const toLf = { from: 'CRLF', to: 'LF' } as const

test.each<[string, string, string, object, string]>([
  ['line endings', lines('\r\n'), lines('\n'), { lineEndings: toLf }, ''],
  [
    'mixed line endings',
    `a\r\n${lines('\n')}`,
    lines('\n').replace(/^/, 'a\n'),
    { lineEndings: { from: 'mixed', to: 'LF' } },
    '',
  ],
  ['a byte order mark', '\ufeffone\ntwo\n', 'one\ntwo\n', { byteOrderMark: 'removed' }, ''],
  [
    'both',
    lines('\n'),
    `\ufeff${lines('\r\n')}`,
    { lineEndings: { from: 'LF', to: 'CRLF' }, byteOrderMark: 'added' },
    '',
  ],
  ['the normal form', 'cafe\u0301\n', 'caf\u00e9\n', { isNormalForm: true }, ''],
  [
    'line endings and a line',
    'one\r\ntwo\r\n',
    'one\n2\n',
    { lineEndings: toLf },
    '@@ -1,2 +1,2 @@\n one\n-two\r\n+2\n',
  ],
  ['a line alone', 'one\r\ntwo\r\n', 'one\r\n2\r\n', {}, '@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n'],
])(
  'DIFF-036 a change of %s is told of the whole file, and only other lines are shown',
  async (_what, before, after, whole, patch) => {
    const { as, commit, project } = await codeWorld()
    await commit({ 'file.txt': before })
    const sha = await commit({ 'file.txt': after })
    const { firstBatch } = await as('rita').call(codeCommitPage, { namespace: project.fullPath, sha })
    expect(firstBatch.files).toMatchObject([{ wholeText: { ...none, ...whole }, patch }])
  },
)
