import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { pauseVisibility } from '#web/api/visibility.ts'
import { isKey } from '#web/ui/actions/keys.ts'

interface Zen {
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
  /** The keys that full screen takes: Escape leaves it, Tab goes round in it. True if the key was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** Full screen: the box covers the window, and the page's timed work waits. @source FORM-009 to FORM-011 */
export function useZen(box: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): Zen {
  const [isOn, set] = useState(false)
  // The top layer holds the box above everything, without moving it in the document.
  useLayoutEffect(() => {
    const element = box.current
    if (!isOn || !element) return
    element.popover = 'manual'
    element.showPopover()
    area.current?.focus()
    const resume = pauseVisibility()
    return () => {
      resume()
      element.popover = null
      area.current?.focus()
    }
  }, [isOn, box, area])

  function onKey(event: KeyboardEvent): boolean {
    if (!isOn) return false
    if (isKey(event, 'Tab')) return stayInside(event, box.current)
    if (event.key !== 'Escape') return false
    event.preventDefault()
    event.stopPropagation()
    set(false)
    return true
  }

  return { isOn, set, onKey }
}

/** The page behind is covered, so the Tab key must not lead there. */
function stayInside(event: KeyboardEvent, box: HTMLElement | null): boolean {
  const stops = [
    ...(box?.querySelectorAll<HTMLElement>(
      'button:not(:disabled), textarea, input:not([hidden]), a[href], [tabindex="0"]',
    ) ?? []),
  ].filter(each => each.tabIndex >= 0 && each.offsetParent !== null)
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return false
  event.preventDefault()
  const next = event.shiftKey ? stops.at(-1) : stops[0]
  next?.focus()
  return true
}
