import { type MouseEvent, memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useHash, useSetHash } from '#web/api/route.tsx'
import '#web/ui/text/code.css'
import { useNear } from '../shared/near.ts'
import styles from './CodeLines.module.css'
import { chooseLine, type LineRange, readLines, writeLines } from './selection.ts'

const linesAChunk = 200

interface CodeLinesProps {
  readonly label: string
  readonly lines: readonly string[]
  /** The same lines with colours, as HTML. */
  readonly html: readonly string[] | undefined
  readonly wraps: boolean
}

/**
 * The lines of a file, whose numbers are links: `#L10`, with shift `#L10-20`.
 *
 * All of the text is on the page, so that the browser finds in it; what is far from the window is one plain block of
 * the same size, without rows and colours.
 */
export function CodeLines({ label, lines, html, wraps }: CodeLinesProps) {
  const frame = useRef<HTMLDivElement>(null)
  const chosen = readLines(useHash())
  const setHash = useSetHash()
  const starts = useMemo(
    () => Array.from({ length: Math.ceil(lines.length / linesAChunk) }, (_, index) => index * linesAChunk),
    [lines.length],
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the numbers are links, which take the keys
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      data-wraps={wraps || undefined}
      style={{ '--digits': Math.max(3, String(lines.length).length) } as React.CSSProperties}
      onClick={choose}
    >
      <div className={styles.lines}>
        {starts.map(start => (
          <Chunk
            key={start}
            start={start}
            lines={lines}
            html={html}
            isFirst={start === 0 || holds(chosen, start)}
            from={chosen !== null && touches(chosen, start) ? chosen.from : 0}
            to={chosen !== null && touches(chosen, start) ? chosen.to : 0}
          />
        ))}
      </div>
    </section>
  )
}

const holds = (chosen: LineRange | null, start: number): boolean =>
  chosen !== null && chosen.from > start && chosen.from <= start + linesAChunk

const touches = (chosen: LineRange, start: number): boolean => chosen.to > start && chosen.from <= start + linesAChunk

interface ChunkProps {
  readonly start: number
  readonly lines: readonly string[]
  readonly html: readonly string[] | undefined
  readonly isFirst: boolean
  readonly from: number
  readonly to: number
}

const Chunk = memo(function Chunk({ start, lines, html, isFirst, from, to }: ChunkProps) {
  const [isNear, ref] = useNear(isFirst)
  const own = lines.slice(start, start + linesAChunk)
  if (!isNear) {
    return (
      <pre ref={ref} className={styles.far}>
        {own.join('\n')}
        {'\n'}
      </pre>
    )
  }
  return (
    <div ref={ref}>
      {own.map((text, index) => {
        const number = start + index + 1
        const coloured = html?.[number - 1]
        return (
          <div key={number} className={styles.line} data-chosen={(number >= from && number <= to) || undefined}>
            <a
              href={`#L${number}`}
              data-number={number}
              tabIndex={-1}
              aria-label={`Line ${number}`}
              className={styles.number}
            >
              {number}
            </a>
            {coloured === undefined ? (
              <code className={styles.code}>{text}</code>
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
              <code className={styles.code} dangerouslySetInnerHTML={{ __html: coloured }} />
            )}
          </div>
        )
      })}
    </div>
  )
})

/** Bring the lines of the address into sight, once for each address that was not made here by a press. */
function useScrollTo(frame: React.RefObject<HTMLDivElement | null>, chosen: LineRange | null) {
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
