import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import styles from './Roadmap.module.css'

interface BarPointerProps {
  readonly title: string
  readonly frame: RefObject<HTMLElement | null>
  readonly bar: RefObject<HTMLElement | null>
}

/** Points to the bar of an epic that is scrolled out of view, and scrolls to it. */
export function BarPointer({ title, frame, bar }: BarPointerProps) {
  const side = useSideOf(frame, bar)
  if (side === null) return null
  const show = () => {
    if (frame.current === null || bar.current === null) return
    frame.current.scrollLeft = bar.current.offsetLeft - paddingPx
    // The button goes as soon as the bar is in view.
    bar.current.closest('li')?.querySelector('a')?.focus({ preventScroll: true })
  }
  return (
    <IconButton
      size="s"
      variant="quiet"
      className={styles.pointer}
      data-side={side}
      label={`Scroll to ${title}`}
      icon={side === 'before' ? <ChevronLeftIcon /> : <ChevronRightIcon />}
      onClick={show}
    />
  )
}

const paddingPx = 32

type BarEnd = 'before' | 'after'

/** The side of the dates in view on which a bar is; null while it is among them. */
function useSideOf(frame: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): BarEnd | null {
  const [side, setSide] = useState<BarEnd | null>(null)
  // React does not know what is in view.
  useEffect(() => {
    const [element, root] = [bar.current, frame.current]
    if (element === null || root === null) return
    const track = element.parentElement?.offsetLeft ?? 0
    const observer = new IntersectionObserver(
      entries => {
        const entry = entries.at(-1)
        if (entry?.rootBounds == null) return
        const isBefore = entry.boundingClientRect.left < entry.rootBounds.left
        setSide(entry.isIntersecting ? null : isBefore ? 'before' : 'after')
      },
      // Rows above and below count as in view, what is below the names does not.
      { root, rootMargin: `100000px 0px 100000px -${track}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, bar])
  return side
}
