import { type MouseEvent, useCallback } from 'react'
import { useHash, useSetHash } from '#web/api/route.tsx'
import { CodeFrame, CodeRow, CodeRows } from '../lines/CodeRows.tsx'
import { chooseLine, readLines, writeLines } from '../lines/selection.ts'

interface CodeLinesProps {
  readonly label: string
  readonly lines: readonly string[]
  /** The same lines with colours, as HTML. */
  readonly html: readonly string[] | undefined
  readonly wraps: boolean
}

/** The lines of a file, whose numbers are links: `#L10`, with shift `#L10-20`. */
export function CodeLines({ label, lines, html, wraps }: CodeLinesProps) {
  const hash = useHash()
  const chosen = readLines(hash)
  const { from = 0, to = 0 } = chosen ?? {}
  const setHash = useSetHash()
  const row = useCallback(
    (index: number) => {
      const line = index + 1
      return (
        <CodeRow
          key={line}
          // The target of the address, which the router brings into sight.
          id={line === from ? hash : undefined}
          line={line}
          href={`#${writeLines({ from: line, to: line })}`}
          text={lines[index] ?? ''}
          html={html?.[index]}
          isChosen={line >= from && line <= to}
        />
      )
    },
    [lines, html, from, to, hash],
  )
  function choose(event: MouseEvent) {
    const number = event.target instanceof HTMLElement ? event.target.dataset.number : undefined
    if (number === undefined || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    if (event.shiftKey) window.getSelection()?.removeAllRanges()
    setHash(writeLines(chooseLine(chosen, Number(number), event.shiftKey)))
  }

  return (
    <CodeFrame label={label} lastLine={lines.length} padded wraps={wraps} onClick={choose}>
      <CodeRows texts={lines} row={row} startsNear nearRow={from - 1} />
    </CodeFrame>
  )
}
