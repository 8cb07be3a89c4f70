import type { Static } from 'typebox'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'

/** The change of a text as a whole that is visible in none of its lines. */
export type WholeTextChange = Static<typeof DiffFile>['wholeText']

type LineEnds = NonNullable<WholeTextChange['lineEndings']>['from']

/** Letters with accents of their own are the sign of text that is not composed. */
const combining = /[\u0300-\u036f\u0653-\u0655\u1100-\u1112\u1161-\u1175\u11a8-\u11c2\u3099\u309a]/

export const noWholeTextChange: WholeTextChange = { lineEndings: null, byteOrderMark: null, isNormalForm: false }

/**
 * Compare two texts as wholes.
 *
 * @returns `isAll`: nothing else differs
 */
export function wholeTextChange(
  before: string,
  after: string,
): { readonly change: WholeTextChange; readonly isAll: boolean } {
  const [from, to] = [lineEndsOf(before), lineEndsOf(after)]
  const [hadMark, hasMark] = [before, after].map(text => text.startsWith('\ufeff'))
  const [old, now] = [plain(before), plain(after)]
  const isNormalForm =
    old !== now && (combining.test(old) || combining.test(now)) && old.normalize('NFC') === now.normalize('NFC')
  const change: WholeTextChange = {
    lineEndings: from === null || to === null || from === to ? null : { from, to },
    byteOrderMark: hadMark === hasMark ? null : hasMark ? 'added' : 'removed',
    isNormalForm,
  }
  const isAny = change.lineEndings !== null || change.byteOrderMark !== null || isNormalForm
  return { change, isAll: isAny && (old === now || isNormalForm) }
}

/** Null for a text of one line. */
function lineEndsOf(text: string): LineEnds | null {
  let [crlf, lf, cr] = [false, false, false]
  for (const [end] of text.matchAll(/\r\n|\n|\r/g)) {
    if (end === '\r\n') crlf = true
    else if (end === '\n') lf = true
    else cr = true
    if (Number(crlf) + Number(lf) + Number(cr) > 1) return 'mixed'
  }
  return crlf ? 'CRLF' : lf ? 'LF' : cr ? 'CR' : null
}

const plain = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
