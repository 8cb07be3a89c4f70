import { type RefObject, useEffect, useState } from 'react'
import { holdScroll } from '#web/ui/hold-scroll.ts'
import { observeNear } from '#web/ui/near.ts'
import { messages } from '../messages.ts'

/** Around what is seen, so much is ready before it comes into sight. @source POLL-020 */
export const bufferPx = 200
/** @source POLL-021 */
export const maxRendered = 1_000

/** @throws RangeError  more would be rendered at once than a browser can hold well */
export function checkRendered(count: number): void {
  if (count > maxRendered) throw new RangeError(messages.renderedLimit)
}

/** What is near for a shorter time was only scrolled past. */
const settleMs = 60

const near = new Set<Element>()

function observe(element: Element, onChange: (isNear: boolean) => void): () => void {
  const end = observeNear(element, bufferPx, isNear => {
    if (isNear) near.add(element)
    else near.delete(element)
    checkRendered(near.size)
    onChange(isNear)
  })
  return () => {
    end()
    near.delete(element)
  }
}

interface WatchedGroup {
  readonly watchers: Map<Element, Watcher>
  isNear: boolean
  end: () => void
}

interface Watcher {
  readonly onChange: (isNear: boolean) => void
  end: (() => void) | null
}

const groups = new Map<Element, WatchedGroup>()

/** Watch an element while its group of rows is near: browsers look at each element that is observed in each frame of a scroll. */
function observeInGroup(group: Element, element: Element, onChange: (isNear: boolean) => void): () => void {
  const watched = groups.get(group) ?? watchGroup(group)
  const watcher: Watcher = { onChange, end: watched.isNear ? observe(element, onChange) : null }
  watched.watchers.set(element, watcher)
  return () => {
    watcher.end?.()
    watched.watchers.delete(element)
    if (watched.watchers.size > 0) return
    watched.end()
    groups.delete(group)
  }
}

function watchGroup(group: Element): WatchedGroup {
  const watched: WatchedGroup = { watchers: new Map(), isNear: false, end: () => {} }
  groups.set(group, watched)
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasNear = false
  const set = (isNear: boolean) => {
    if (watched.isNear === isNear) return
    watched.isNear = isNear
    for (const [element, watcher] of watched.watchers) {
      watcher.end?.()
      watcher.end = isNear ? observe(element, watcher.onChange) : null
      if (!isNear) watcher.onChange(false)
    }
  }
  const stop = observeNear(group, bufferPx, isNear => {
    clearTimeout(timer)
    if (isNear) {
      wasNear = true
      timer = setTimeout(() => set(true), settleMs)
    } else {
      set(false)
      if (wasNear) skipWhileFar(group)
    }
  })
  watched.end = () => {
    clearTimeout(timer)
    stop()
  }
  return watched
}

/** From now on browsers skip all rows of the group together while it is far, and take it for as high as it is. */
function skipWhileFar(group: Element): void {
  if (!(group instanceof HTMLElement) || group.dataset.full === undefined || group.dataset.seen !== undefined) return
  group.style.containIntrinsicHeight = `auto ${group.getBoundingClientRect().height}px`
  group.dataset.seen = ''
}

/**
 * Whether an element of a long list is in sight or close to it. What others show besides their words, they need not have
 * until then; the words stay, so that the browser finds them.
 *
 * @param isLong  false: everything counts as near
 */
export function useIsNear(element: RefObject<Element | null>, isLong: boolean): boolean {
  const [isNear, setNear] = useState(false)
  // Where a page is scrolled to is outside of React.
  useEffect(() => {
    if (!isLong || element.current === null) return
    const group = element.current.closest('[data-row-group]')
    return group === null ? observe(element.current, setNear) : observeInGroup(group, element.current, setNear)
  }, [element, isLong])
  return !isLong || isNear
}

/** Scroll to an element and stay with it. @returns ends it */
export const bringIntoSight = (element: Element): (() => void) =>
  holdScroll(() => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    return true
  })
