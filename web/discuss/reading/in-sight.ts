import { createContext, type RefObject, useContext, useEffect, useState } from 'react'
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

/** Elements that are near for a shorter time were only scrolled past. */
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

/** Whether the group of rows around a row is near; rows without a group count as near. */
export const GroupIsNear = createContext(true)

/**
 * Whether a group of rows is near. Browsers check each observed element in each frame of a scroll: rows are observed
 * only while their group is near. A group that was seen is skipped as a whole while it is far, and keeps its height.
 *
 * @param isFull  no rows will come in at its end
 */
export function useIsGroupNear(element: RefObject<HTMLElement | null>, isFull: boolean): boolean {
  const [isNear, setNear] = useState(false)
  // The scroll position of a page is outside of React.
  useEffect(() => {
    const group = element.current
    if (group === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasNear = false
    const end = observeNear(group, bufferPx, isIn => {
      clearTimeout(timer)
      if (isIn) timer = setTimeout(() => setNear(true), settleMs)
      else setNear(false)
      if (isFull && wasNear && !isIn && group.dataset.seen === undefined) {
        group.style.containIntrinsicHeight = `auto ${group.getBoundingClientRect().height}px`
        group.dataset.seen = ''
      }
      wasNear ||= isIn
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [element, isFull])
  return isNear
}

/**
 * Whether an element of a long list is in sight or close to it. Other elements can leave out everything but their words
 * until then; the words stay, so that the browser finds them.
 *
 * @param isLong  false: everything counts as near
 */
export function useIsNear(element: RefObject<Element | null>, isLong: boolean): boolean {
  const isGroupNear = useContext(GroupIsNear)
  const [isNear, setNear] = useState(false)
  // The scroll position of a page is outside of React.
  useEffect(() => {
    if (!isLong || !isGroupNear || element.current === null) return
    const end = observe(element.current, setNear)
    return () => {
      end()
      setNear(false)
    }
  }, [element, isLong, isGroupNear])
  return !isLong || isNear
}

/** Scroll to an element and stay with it. @returns ends it */
export const bringIntoSight = (element: Element): (() => void) =>
  holdScroll(() => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    return true
  })
