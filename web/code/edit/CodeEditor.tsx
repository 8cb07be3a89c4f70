import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useId } from '#web/ui/use-id.tsx'
import '#web/ui/text/code.css'
import { useField } from '#web/ui/forms/field.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { highlight } from '../highlight/highlight.ts'
import { highlightLanguage } from '../highlight/language.ts'
import styles from './CodeEditor.module.css'
import { columnsOf, indentOf, keptColours, nextIndent, reindented } from './indent.ts'

interface CodeEditorProps {
  /** The path of the file, whose ending chooses the colors. */
  readonly path: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly autoFocus?: boolean
  /** The caret stands there first, in sight. */
  readonly startAt?: number
}

/** Longer texts stay plain while they are changed. */
const colouredCharacters = 400_000
const restMs = 150
/** Rows drawn above and below what is in sight. */
const rowsAround = 40
/** Rows above the one where the caret stands first. */
const linesAbove = 3

/**
 * A box for code: line numbers, colours, and indentation by Tab and Enter. The text is an ordinary text box, so that undo,
 * spell checkers and screen readers work as anywhere; the colours are drawn over it, for the rows in sight only.
 */
export function CodeEditor({ path, value, onValue, autoFocus, startAt = 0 }: CodeEditorProps) {
  const field = useField({})
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const leaves = useRef(false)
  const lines = useMemo(() => value.split('\n'), [value])
  const columns = useMemo(() => columnsOf(lines), [lines])
  const html = useColours(path, value, lines)
  const [from, to] = useRowsInSight(box, lines.length)

  const firstCaret = useRef(startAt)
  // Only the browser knows the scroll position of a text box and the place of its caret.
  useEffect(() => {
    const element = area.current
    if (element === null || box.current === null || firstCaret.current === 0) return
    const above = element.value.slice(0, firstCaret.current).split('\n').length - 1
    element.setSelectionRange(firstCaret.current, firstCaret.current)
    box.current.scrollTop = Math.max(0, above - linesAbove) * rowHeightOf(box.current)
  }, [])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { selectionStart: start, selectionEnd: end } = event.currentTarget
    if (event.key === 'Escape') {
      leaves.current = true
      return
    }
    const isLeaving = leaves.current
    if (event.key !== 'Shift') leaves.current = false
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab' && !isLeaving) {
      event.preventDefault()
      const unit = indentOf(value)
      const isBlock = value.slice(start, end).includes('\n')
      if (!event.shiftKey && !isBlock) return write(unit, start, end)
      const change = reindented(value, start, end, unit, event.shiftKey ? 'out' : 'in')
      if (change === null) return
      write(change.text, change.from, change.to)
      area.current?.setSelectionRange(change.selectFrom, change.selectTo)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      write(`\n${nextIndent(value, start)}`, start, end)
      box.current?.scrollTo({ left: 0 })
    }
  }

  /** Insert the text as if it were typed, so that the browser's undo knows of it. */
  function write(text: string, start: number, end: number) {
    const element = area.current
    if (element === null) return
    element.setSelectionRange(start, end)
    const command = text === '' ? 'delete' : 'insertText'
    if (document.execCommand(command, false, text)) return
    element.setRangeText(text, start, end, 'end')
    onValue(element.value)
  }

  return (
    <div ref={box} className={styles.box}>
      <div
        className={styles.page}
        style={
          {
            '--lines': lines.length,
            '--columns': columns,
            '--digits': Math.max(3, String(lines.length).length),
          } as React.CSSProperties
        }
      >
        <div className={styles.rows} aria-hidden="true" style={{ '--from': from } as React.CSSProperties}>
          {lines.slice(from, to).map((line, index) => {
            const colours = html?.[from + index]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the text
              <div key={from + index} className={styles.row}>
                <span className={styles.number} data-number={from + index + 1} />
                {colours == null ? (
                  <code className={styles.code}>{line}</code>
                ) : (
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
                  <code className={styles.code} dangerouslySetInnerHTML={{ __html: colours }} />
                )}
              </div>
            )
          })}
        </div>
        <textarea
          {...field}
          ref={area}
          aria-describedby={hint}
          className={styles.text}
          wrap="off"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          // biome-ignore lint/a11y/noAutofocus: the page is there to change the text
          autoFocus={autoFocus}
          value={value}
          onChange={event => onValue(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <VisuallyHidden>
        <span id={hint}>Tab indents. Press Escape, then Tab, to leave the editor.</span>
      </VisuallyHidden>
    </div>
  )
}

/** The colours of the lines; of lines that were just changed they come a moment later, the others keep theirs. */
function useColours(path: string, value: string, lines: readonly string[]): readonly (string | null)[] | null {
  const language = highlightLanguage(path)
  const isColoured = language !== null && value.length <= colouredCharacters
  const [known, setKnown] = useState<{ readonly lines: readonly string[]; readonly html: readonly string[] } | null>(
    null,
  )
  // The colours come from a worker.
  useEffect(() => {
    if (!isColoured) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const html = await highlight(language, value)
      if (isCurrent) setKnown(html === null ? null : { lines: value.split('\n'), html })
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isColoured, language, value])
  return useMemo(
    () => (isColoured && known !== null ? keptColours(known.lines, known.html, lines) : null),
    [isColoured, known, lines],
  )
}

const rowHeightOf = (box: HTMLElement): number => Number.parseFloat(getComputedStyle(box).lineHeight) || 20

function useRowsInSight(box: React.RefObject<HTMLDivElement | null>, count: number): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 2 * rowsAround])
  // Only the browser knows the scroll position of the box.
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => {
      const row = rowHeightOf(element)
      const first = Math.floor(element.scrollTop / row / rowsAround) * rowsAround
      const last = Math.ceil((element.scrollTop + element.clientHeight) / row / rowsAround) * rowsAround
      setRange(([from, to]) => {
        const next = [Math.max(0, first - rowsAround), last + rowsAround] as const
        return from === next[0] && to === next[1] ? [from, to] : next
      })
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  const [from, to] = range
  return [Math.min(from, Math.max(0, count - 1)), Math.min(to, count)]
}
