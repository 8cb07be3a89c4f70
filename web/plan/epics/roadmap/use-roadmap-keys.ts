import { type RefObject, useRef } from 'react'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { type Scale, stepWords } from './timeline.ts'

const keysFor = (scale: Scale) => ({
  next: { keys: 'j', label: 'Next epic' },
  previous: { keys: 'k', label: 'Previous epic' },
  down: { keys: 'ArrowDown', label: 'On an epic: next epic' },
  up: { keys: 'ArrowUp', label: 'On an epic: previous epic' },
  move: { keys: 'ArrowRight', label: `On a bar: move it by ${stepWords[scale]}` },
  moveBack: { keys: 'ArrowLeft', label: `On a bar: move it back by ${stepWords[scale]}` },
  moveDue: { keys: 'Shift+ArrowRight', label: `On a bar: move its due date by ${stepWords[scale]}` },
  moveStart: { keys: 'Alt+ArrowRight', label: `On a bar: move its start date by ${stepWords[scale]}` },
})

/** Keys that the bar which has the focus takes itself. */
const ofBar = () => false

/** j, k and the arrows go through the rows of the roadmap: to their bars, or to their names where they have no dates. */
export function useRoadmapKeys(list: RefObject<HTMLElement | null>, scale: Scale, canPlan: boolean): void {
  const last = useRef<string | undefined>(undefined)

  function step(by: 1 | -1): void {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const focused = rows.findIndex(row => row.contains(document.activeElement))
    const at = focused >= 0 ? focused : rows.findIndex(row => row.dataset.row === last.current)
    const next = rows[at < 0 ? 0 : at + by]
    if (next === undefined) return
    last.current = next.dataset.row
    const target = next.querySelector<HTMLElement>('[data-opens-beside]') ?? next.querySelector('a')
    target?.focus()
  }
  /** Elsewhere the arrows scroll. */
  const fromRow = (by: 1 | -1) => list.current?.contains(document.activeElement) === true && step(by)

  const bar = canPlan && ofBar
  useShortcuts(keysFor(scale), {
    ...{ next: () => step(1), previous: () => step(-1), down: () => fromRow(1), up: () => fromRow(-1) },
    ...{ move: bar, moveBack: bar, moveDue: bar, moveStart: bar },
  })
}
