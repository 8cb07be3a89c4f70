import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { useHash, useSetHash } from '#web/api/route.tsx'
import { CodeFrame, CodeRow, CodeRows } from '../lines/CodeRows.tsx'
import { chooseLine, type LineRange, readLines, writeLines } from '../lines/selection.ts'

interface CodeLinesProps {
  readonly label: string
  readonly lines: readonly string[]
  /** The same lines with colours, as HTML. */
  readonly html: readonly string[] | undefined
  readonly wraps: boolean
}

/** The lines of a file, whose numbers are links: `#L10`, with shift `#L10-20`. */
export function CodeLines({ label, lines, html, wraps }: CodeLinesProps) {
  const frame = useRef<HTMLElement>(null)
  const chosen = readLines(useHash())
  const { from = 0, to = 0 } = chosen ?? {}
  const setHash = useSetHash()
  const row = useCallback(
    (index: number) => {
      const line = index + 1
      return (
        <CodeRow
          key={line}
          line={line}
          href={`#${writeLines({ from: line, to: line })}`}
          text={lines[index] ?? ''}
          html={html?.[index]}
          isChosen={line >= from && line <= to}
        />
      )
    },
    [lines, html, from, to],
  )
  useScrollTo(frame, chosen)

  function choose(event: MouseEvent) {
    const number = event.target instanceof HTMLElement ? event.target.dataset.number : undefined
    if (number === undefined || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    if (event.shiftKey) window.getSelection()?.removeAllRanges()
    setHash(writeLines(chooseLine(chosen, Number(number), event.shiftKey)))
  }

  return (
    <CodeFrame ref={frame} label={label} lastLine={lines.length} padded wraps={wraps} onClick={choose}>
      <CodeRows texts={lines} row={row} startsNear nearRow={from - 1} />
    </CodeFrame>
  )
}

/** Bring the lines of the address into sight, once for each address that was not made here by a press. */
function useScrollTo(frame: React.RefObject<HTMLElement | null>, chosen: LineRange | null) {
  const line = chosen?.from ?? 0
  // Where the window stands is outside of React.
  useLayoutEffect(() => {
    if (line === 0) return
    const row = frame.current?.querySelector(`[data-number="${line}"]`)
    const box = row?.getBoundingClientRect()
    if (box === undefined || (box.top > 60 && box.bottom < window.innerHeight)) return
    row?.scrollIntoView({ block: 'center' })
  }, [line, frame])
}
