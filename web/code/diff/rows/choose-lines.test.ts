import type { PointerEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { type ChosenLines, dragOver } from './choose-lines.ts'
import { chosenLines } from './chosen-lines.ts'
import { fileRows, type Revealed } from './rows.ts'

const hunks = readHunks('@@ -11,3 +11,4 @@ head\n a\n-b\n+B\n+c\n d\n')
const rowsWith = (revealed: readonly Revealed[] = []) => fileRows(hunks, { revealed, lineCount: 40 })

afterEach(() => vi.unstubAllGlobals())

/** A row as the pointer finds it, with the button that comments on its line. */
class FakeRow {
  readonly dataset: { readonly row: string }
  constructor(row: number) {
    this.dataset = { row: String(row) }
  }
  closest(selector: string): FakeRow | null {
    return selector === '[data-side=old]' ? null : this
  }
}

test('NOTE-024 a drag over lines goes on from its first line when unchanged lines come in above it', () => {
  let rows = rowsWith()
  let under: FakeRow | null = null
  const page = Object.assign(new EventTarget(), { elementFromPoint: () => under })
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', FakeRow)
  const commented: ChosenLines[] = []
  const { onPointerDown } = dragOver(
    { linesOf: chosen => chosenLines(rows, chosen), linesSince: () => null, setLines: () => undefined },
    lines => commented.push(lines),
  )
  // Line 11, below a gap.
  const press: unknown = { target: new FakeRow(1), button: 0, shiftKey: false, preventDefault: () => undefined }
  onPointerDown(press as PointerEvent<HTMLDivElement>) // of an event, a drag reads no more than this
  rows = rowsWith([{ first: 8, lines: ['x', 'y', 'z'] }])
  // Line 13, which was in row 4 before.
  under = new FakeRow(7)
  page.dispatchEvent(new Event('pointermove'))
  page.dispatchEvent(new Event('pointerup'))
  expect(commented).toMatchObject([{ from: { text: 'a', newPos: 11 }, to: { text: 'c', newPos: 13 }, side: 'new' }])
})
