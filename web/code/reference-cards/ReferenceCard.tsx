import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { placeBeside } from '#web/ui/floating/placement.ts'
import { useId } from '#web/ui/use-id.tsx'
import styles from './ReferenceCard.module.css'

const gapPx = 6

interface ReferenceCardProps {
  /** The reference that it stands beside. */
  readonly link: HTMLElement
  /** State and age. */
  readonly line?: ReactNode
  readonly title: ReactNode
  /** Further details, each in its own line. */
  readonly details: readonly ReactNode[]
}

/** A card beside a reference, with details of its target. */
export function ReferenceCard({ link, line, title, details }: ReferenceCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const id = useId()

  // The top layer and the link are the document's own.
  useLayoutEffect(() => {
    const box = card.current
    if (box === null) return
    const follow = () => {
      // The painted size: `innerWidth` includes a gutter reserved for a scroll bar.
      const viewport = { width: document.documentElement.offsetWidth, height: window.innerHeight }
      const size = { width: box.offsetWidth, height: box.offsetHeight }
      const place = placeBeside(link.getBoundingClientRect(), size, viewport, 'bottom-start', gapPx)
      box.style.left = `${place.left}px`
      box.style.top = `${place.top}px`
    }
    // The title of the link says the same.
    const title = link.getAttribute('title')
    link.removeAttribute('title')
    link.setAttribute('aria-describedby', id)
    box.showPopover()
    follow()
    document.addEventListener('scroll', follow, true)
    return () => {
      document.removeEventListener('scroll', follow, true)
      link.removeAttribute('aria-describedby')
      if (title !== null) link.setAttribute('title', title)
    }
  }, [link, id])

  return createPortal(
    <div ref={card} popover="manual" id={id} role="tooltip" data-reference-card className={styles.card}>
      {line !== undefined && <div className={styles.line}>{line}</div>}
      <strong className={styles.title}>{title}</strong>
      {details.map((detail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change while they are shown
        <div key={index} className={styles.detail}>
          {detail}
        </div>
      ))}
    </div>,
    document.body,
  )
}
