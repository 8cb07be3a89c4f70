import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import { latinKey } from '#web/ui/actions/keys.ts'
import { type AnyRow, lineAt } from './rows.ts'

export type Side = 'old' | 'new'

/** Rows from one to another, in any order. */
export interface Chosen {
  readonly from: number
  readonly to: number
  readonly side: Side
}

/** Lines from one to another, in any order. Their rows change when unchanged lines above them are shown. */
export interface ChosenLines {
  readonly from: DiffLine
  readonly to: DiffLine
  readonly side: Side
}

/** The lines of a file that a pointer or the keyboard chooses, read at the moment of the call: rows may come in between. */
export interface LineChoice {
  readonly linesOf: (chosen: Chosen) => ChosenLines | null
  /** The lines from the row that was pressed before to another one on the same side; null: none was, or it is not shown. */
  readonly linesSince: (to: number, side: Side) => ChosenLines | null
  readonly setLines: (lines: ChosenLines | null) => void
}

/**
 * Press the button of a line, or drag from it to another line. With Shift, the button or the number of a line takes the lines from
 * the one that was pressed before. A finger has the whole margin of a line as its button.
 */
export function dragOver({ linesOf, linesSince, setLines }: LineChoice, comment: (lines: ChosenLines) => void) {
  const commentOn = (element: Element): boolean => {
    const at = rowOf(element)
    const lines = at === null ? null : linesOf({ from: at, to: at, side: sideOf(element) })
    if (lines !== null) comment(lines)
    return lines !== null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const button = event.target instanceof Element ? event.target.closest('[data-comment]') : null
      const from = rowOf(button)
      if (button === null || from === null || event.button !== 0) return
      event.preventDefault()
      const side = sideOf(button)
      let lines = (event.shiftKey ? linesSince(from, side) : null) ?? linesOf({ from, to: from, side })
      if (lines === null) return
      setLines(lines)
      const onMove = (moved: globalThis.PointerEvent) => {
        const to = rowOf(document.elementFromPoint(moved.clientX, moved.clientY))
        const under = to === null ? null : linesOf({ from: to, to, side })
        if (lines === null || under === null || under.to === lines.to) return
        lines = { ...lines, to: under.to }
        setLines(lines)
      }
      const end = () => {
        document.removeEventListener('pointermove', onMove)
        document.removeEventListener('pointercancel', cancel)
        document.removeEventListener('pointerup', finish)
      }
      const cancel = () => {
        end()
        setLines(null)
      }
      const finish = () => {
        cancel()
        if (lines !== null) comment(lines)
      }
      document.addEventListener('pointermove', onMove)
      document.addEventListener('pointerup', finish)
      document.addEventListener('pointercancel', cancel)
    },
    // Assistive technology presses the button without a pointer.
    onClick: (event: MouseEvent<HTMLDivElement>) => {
      const line = event.target instanceof Element ? event.target.closest(margin)?.parentElement : null
      if (line != null && isTouch(event.nativeEvent) && commentOn(line)) return event.preventDefault()
      const at = rowOf(line ?? null)
      const range = line == null || at === null || !event.shiftKey ? null : linesSince(at, sideOf(line))
      if (range !== null) {
        event.preventDefault()
        // Shift also selects the text between.
        getSelection()?.removeAllRanges()
        comment(range)
        return
      }
      const button = event.target instanceof Element ? event.target.closest('[data-comment]') : null
      if (button !== null && event.detail === 0) commentOn(button)
    },
  }
}

/** The number of a line, and the room for one. */
const margin = ':is(a, span)[data-side]'

const isTouch = (event: Event): boolean => event instanceof globalThis.PointerEvent && event.pointerType === 'touch'

function rowOf(element: Element | null): number | null {
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset.row
  return row === undefined ? null : Number(row)
}

const sideOf = (element: Element): Side => (element.closest('[data-side=old]') === null ? 'new' : 'old')

/**
 * Keys while the lines have the focus: arrows choose a line, with Shift several, left and right the side, Enter or C
 * comments, Escape ends it.
 */
export function moveByKeys(
  rows: readonly AnyRow[],
  chosen: Chosen | null,
  setChosen: (chosen: Chosen | null) => void,
  comment: (chosen: Chosen) => void,
) {
  const step = (from: number, by: 1 | -1, side: Side): number | null => {
    for (let index = from + by; index >= 0 && index < rows.length; index += by)
      if (lineAt(rows, index, side) !== null) return index
    return null
  }
  return {
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      const frame = event.target
      if (
        !(frame instanceof HTMLElement) ||
        frame.tagName !== 'SECTION' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      if (by !== null) {
        const side = chosen?.side ?? 'new'
        const to = step(chosen?.to ?? -1, chosen === null ? 1 : by, side)
        event.preventDefault()
        if (to === null) return
        setChosen({ from: event.shiftKey && chosen !== null ? chosen.from : to, to, side })
        frame.querySelector(`[data-row="${to}"]`)?.scrollIntoView({ block: 'nearest' })
      } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && chosen !== null) {
        const side = event.key === 'ArrowLeft' ? 'old' : 'new'
        if (rows[chosen.to]?.kind !== 'pair' || lineAt(rows, chosen.to, side) === null) return
        event.preventDefault()
        setChosen({ from: chosen.to, to: chosen.to, side })
      } else if ((event.key === 'Enter' || latinKey(event) === 'c') && chosen !== null) {
        event.preventDefault()
        comment(chosen)
        setChosen(null)
      } else if (event.key === 'Escape' && chosen !== null) {
        event.preventDefault()
        setChosen(null)
      }
    },
  }
}
