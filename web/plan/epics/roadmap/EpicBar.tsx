import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { isPlainClick } from '#web/plan/peek/use-peek.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { periodOf } from '../period.ts'
import type { RoadmapEpicData } from '../shapes.ts'
import styles from './Roadmap.module.css'
import { type BarPart, barOf, dayWidth, draggedBy, type Range, type Scale, steppedBy, stepWords } from './timeline.ts'
import type { EpicDates } from './use-epic-dates.ts'

/** Days as a length. */
export const width = (days: number, scale: Scale): string => `${days * dayWidth[scale]}rem`

/** A press becomes a drag after this distance. */
const slackPx = 4
/** The distance from the ends of a bar within which a drag stretches it. */
const endPx = 8

interface EpicBarProps {
  readonly epic: RoadmapEpicData
  readonly range: Range
  readonly scale: Scale
  readonly element: RefObject<HTMLAnchorElement | null>
  readonly links: string
  readonly dates: EpicDates
  readonly onOpen: (path: string) => boolean
}

/** The dates of an epic: a link, which those who plan can drag, or move with the arrow keys, as a whole or at one end. */
export function EpicBar({ epic, range, scale, element, links, dates, onOpen }: EpicBarProps) {
  const period = periodOf(epic)
  const bar = barOf(epic, range)
  const isDragged = useRef(false)
  const total = epic.openedIssues + epic.closedIssues
  const percent = total === 0 ? 0 : Math.floor((epic.closedIssues / total) * 100)
  const progress = total === 0 ? 'No issues' : `${epic.closedIssues} of ${counted(total, 'issue')} closed, ${percent}%`
  if (bar === null) return <span className={styles.undated}>{period ?? 'No dates'}</span>
  const words = [epic.title, period, links, progress].filter(Boolean).join('. ')

  function onPointerDown(event: PointerEvent<HTMLAnchorElement>) {
    isDragged.current = false
    if (!dates.canPlan || event.button !== 0 || event.pointerType === 'touch') return
    const { pointerId, clientX, currentTarget } = event
    const dayPx = dayWidth[scale] * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const part = partAt(currentTarget, clientX)
    const controller = new AbortController()
    const { signal } = controller
    const daysTo = (x: number) => Math.round((x - clientX) / dayPx)
    const end = (x: number | null) => {
      controller.abort()
      if (!isDragged.current) return
      if (x === null) dates.preview(epic, null)
      else dates.save(epic, draggedBy(epic, part, daysTo(x)))
    }
    const isMine = (other: globalThis.PointerEvent) => other.pointerId === pointerId
    window.addEventListener(
      'pointermove',
      move => {
        if (!isMine(move) || (!isDragged.current && Math.abs(move.clientX - clientX) < slackPx)) return
        isDragged.current = true
        dates.preview(epic, draggedBy(epic, part, daysTo(move.clientX)))
      },
      { signal },
    )
    window.addEventListener('pointerup', up => isMine(up) && end(up.clientX), { signal })
    window.addEventListener('pointercancel', other => isMine(other) && end(null), { signal })
    window.addEventListener(
      'keydown',
      key => {
        if (key.key !== 'Escape' || !isDragged.current) return
        key.preventDefault()
        key.stopPropagation()
        end(null)
      },
      { signal, capture: true },
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!dates.canPlan || by === 0 || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    dates.saveSoon(epic, steppedBy(epic, event.shiftKey ? 'due' : event.altKey ? 'start' : 'bar', by, scale))
  }

  return (
    <Anchor
      ref={element}
      href={epic.path}
      draggable={false}
      aria-label={words}
      title={dates.canPlan ? `${words}. The arrow keys move it by ${stepWords[scale]}.` : words}
      data-opens-beside
      {...(dates.canPlan && {
        'aria-keyshortcuts': 'ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight',
        'data-movable': true,
      })}
      className={styles.bar}
      data-opens-before={bar.opensBefore || undefined}
      data-opens-after={bar.opensAfter || undefined}
      style={
        {
          '--epic': epic.color,
          left: width(bar.at, scale),
          width: width(bar.days, scale),
        } as CSSProperties
      }
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onClick={event => {
        // The click that ends a drag opens nothing.
        if (isDragged.current || (isPlainClick(event) && onOpen(epic.path))) event.preventDefault()
        isDragged.current = false
      }}
    >
      <span className={styles.done} style={{ width: `${percent}%` }} />
      {total > 0 && <span className={styles.percent}>{percent}%</span>}
    </Anchor>
  )
}

function partAt(bar: HTMLElement, x: number): BarPart {
  const { left, right } = bar.getBoundingClientRect()
  // A narrow bar is moved more often than stretched.
  const reach = Math.min(endPx, (right - left) / 4)
  return x <= left + reach ? 'start' : x >= right - reach ? 'due' : 'bar'
}
