import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isKey } from '#web/ui/actions/keys.ts'
import { Floating } from '#web/ui/floating/Floating.tsx'
import { useListbox } from '#web/ui/forms/lists/listbox.ts'
import { OptionList } from '#web/ui/forms/lists/OptionList.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { applyEdit } from '../text/area.ts'
import { type CaretPlace, caretPlace } from '../text/caret.ts'
import { useCompletion } from './Completion.tsx'
import styles from './CompletionList.module.css'
import { type CompletionMatch, completionAt } from './completion.ts'
import type { CompletionContext } from './completion-context.ts'

/** The list under the cursor: its options and its keys. */
export function useCompletionList(area: RefObject<HTMLTextAreaElement | null>, place: CompletionContext) {
  const [shown, setShown] = useState<{ readonly match: CompletionMatch; readonly caret: CaretPlace } | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Escape or a choice ends it for this word.
  const ended = useRef<number | null>(null)
  const { options } = useCompletion(place, shown?.match ?? null)
  const isOpen = shown !== null && options.length > 0
  const listbox = useListbox({
    count: options.length,
    onPick: pick,
    query: `${shown?.match.key}${shown?.match.query}`,
    isOpen,
  })

  function look() {
    const element = area.current
    if (!element) return
    const match =
      element.selectionStart === element.selectionEnd ? completionAt(element.value, element.selectionStart) : null
    if (match === null || match.from !== ended.current) ended.current = null
    if (match === null || ended.current !== null) return setShown(null)
    // Finding the place costs a layout of the whole text: once a word is enough.
    setShown({ match, caret: shown?.match.from === match.from ? shown.caret : caretPlace(element, match.from) })
  }

  function close() {
    setShown(null)
  }

  function pick(index: number) {
    const option = options[index]
    if (!option || !shown || !area.current) return
    const { from, to } = shown.match
    ended.current = from
    setShown(null)
    const text = option.insert
    // A blank that is there already is not doubled.
    const end = text.endsWith(' ') && area.current.value[to] === ' ' ? to + 1 : to
    applyEdit(area.current, { from, to: end, text, selection: [from + text.length, from + text.length] })
  }

  return {
    look,
    close,
    /** The cursor left what was being written. */
    follow: () => {
      if (shown !== null) look()
    },
    onKey: (event: KeyboardEvent): boolean => {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false
      if (isKey(event, 'Tab') && !event.shiftKey) {
        event.preventDefault()
        pick(listbox.active)
        return true
      }
      return !event.shiftKey && listbox.onKey(event)
    },
    listId: isOpen ? listbox.inputProps['aria-controls'] : undefined,
    optionId: isOpen ? listbox.inputProps['aria-activedescendant'] : undefined,
    list: (
      <>
        {shown && (
          <span
            ref={setAnchor}
            aria-hidden="true"
            className={styles.caret}
            style={{ left: shown.caret.left, top: shown.caret.top, height: shown.caret.height }}
          />
        )}
        <Floating
          anchor={isOpen ? anchor : null}
          onClose={() => {
            ended.current = shown?.match.from ?? null
            setShown(null)
          }}
          focus="none"
          gapPx={2}
          className={styles.list}
        >
          <OptionList label="Suggestions" listbox={listbox} options={options} empty="No matches" onPick={pick} />
        </Floating>
        <VisuallyHidden>
          <span aria-live="polite">{isOpen ? counted(options.length, 'suggestion') : ''}</span>
        </VisuallyHidden>
      </>
    ),
  }
}
