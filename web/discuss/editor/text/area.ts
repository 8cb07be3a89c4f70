import { block, type Edit, type Selected } from './edit.ts'

export function selectedIn(area: HTMLTextAreaElement): Selected {
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd }
}

/** Make a change as if it had been typed: it can be undone, and input listeners receive it. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  area.focus({ preventScroll: true })
  area.setSelectionRange(edit.from, edit.to)
  // The only way into a browser's own undo list, deprecated as it is.
  const isTyped =
    edit.text === ''
      ? edit.from === edit.to || document.execCommand('delete')
      : document.execCommand('insertText', false, edit.text)
  if (!isTyped) {
    area.setRangeText(edit.text, edit.from, edit.to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...edit.selection)
}

/** Go there, and put a text where the cursor is: within the line when it is one line and words stand before, else on lines of its own. */
export function insertBlock(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return
  if (text === '') {
    area.focus()
    return
  }
  const selected = selectedIn(area)
  const isInLine = selected.text !== '' && !/(?:^|\n)$/.test(selected.text.slice(0, selected.start))
  if (isInLine && !text.includes('\n')) {
    const at = selected.start + text.length + 2
    applyEdit(area, { from: selected.start, to: selected.end, text: ` ${text} `, selection: [at, at] })
    return
  }
  const inserted = text.includes('\n') ? text : `${text}\n`
  applyEdit(area, block(selected, inserted, inserted.length, 0))
}

/** Put another text in the place of one that is there, without taking the focus or the cursor from where the person writes. */
export function replaceText(area: HTMLTextAreaElement | null, from: string, to: string): void {
  const at = area?.value.indexOf(from) ?? -1
  if (!area || at < 0) return
  const moved = (offset: number) =>
    offset <= at ? offset : offset >= at + from.length ? offset + to.length - from.length : at + to.length
  const selection: readonly [number, number] = [moved(area.selectionStart), moved(area.selectionEnd)]
  if (document.activeElement === area) applyEdit(area, { from: at, to: at + from.length, text: to, selection })
  else {
    area.setRangeText(to, at, at + from.length, 'preserve')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
