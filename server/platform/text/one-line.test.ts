import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each<[string, string, string]>([
  ['line breaks', 'first\r\nsecond\nthird\u2028fourth', 'first second third fourth'],
  ['control characters', 'a\u0007b\tc\u0085d\u001b[31m', 'a b c d [31m'],
  ['bidirectional controls', 'invoice\u202efdp.exe\u2066\u2069\u200f', 'invoicefdp.exe'],
  ['zero-width blanks and marks', 'pass\u200bword\ufeff\u00ad\u2060', 'password'],
  ['fillers that look like nothing', '\u3164\u115f', ''],
  ['tags', 'x\u{e0041}\u{e0042}', 'x'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ['nothing of an emoji with joiners', '👩\u200d🚒 नमस्\u200dते', '👩\u200d🚒 नमस्\u200dते'],
  ['no scripts that run from the right', 'שלום عالم', 'שלום عالم'],
  ['blanks around', '  x y  ', 'x y'],
])('one line takes out %s', (_what, text, line) => {
  expect(oneLine(text)).toBe(line)
})
