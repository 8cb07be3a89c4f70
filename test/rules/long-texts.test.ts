import { expect, test } from 'vitest'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import { withoutCode } from '#server/code/merge-requests/closing-issues.ts'
import { readConfig } from '#server/code/repository/changelog/config.ts'
import { extractCommands } from '#server/discuss/quick-actions/extract.ts'
import { wantedPart } from '#server/foundation/uploads/range.ts'
import { parseDuration } from '#server/plan/time-tracking/duration.ts'
import { plainText } from '#server/platform/markdown/text.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

// A pattern that is tried again at every character of a run takes minutes here and ends at the time limit of a test.
const run = (sign: string): string => sign.repeat(200_000)
/** No two are of one length. */
const backticks = Array.from({ length: 600 }, (_, index) => `${'`'.repeat(index + 1)} `).join('')
const refusalOf = (read: () => unknown): string => {
  try {
    return String(read())
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
const extracted = (text: string) => extractCommands(text, () => true).commands

test.each<[string, () => unknown, unknown]>([
  ['oneLine', () => oneLine(`a${run(' ')}b\nc`), `a${run(' ')}b c`],
  ['extractCommands', () => extracted(`/a b${run(' ')}c`), [{ name: 'a', argument: `b${run(' ')}c`, line: 1 }]],
  [
    'extractCommands, with a line separator',
    () => extracted(`/a${run(' ')}\u2028`),
    [{ name: 'a', argument: '', line: 1 }],
  ],
  [
    'extractCommands, with a line separator after a fence',
    () => extracted(`/a\n${run('`')}\u2028!`),
    [{ name: 'a', argument: '', line: 1 }],
  ],
  ['wantedPart', () => wantedPart(`bytes=${run(' ')}x`, 1), 'whole'],
  ['parseDuration', () => parseDuration(`1h${run(' ')}x`), null],
  ['plainText', () => plainText(`<p>a${run(' ')}b</p>`), `a${run(' ')}b`],
  ['withoutCode', () => withoutCode(`a ${run('`')}\n${run('~')}`).length, 400_003],
  ['withoutCode, with runs that nothing closes', () => withoutCode(backticks).length, backticks.length],
  ['readConfig of a changelog', () => refusalOf(() => readConfig(`a${run(' ')}b`)), /^Line 1 /],
  ['pathFrom', () => pathFrom(`a${run('-')}b`), `a${'-'.repeat(254)}`],
])('%s reads a long run of one character in one pass', (_name, read, expected) => {
  if (expected instanceof RegExp) expect(read()).toMatch(expected)
  else expect(read()).toEqual(expected)
})
