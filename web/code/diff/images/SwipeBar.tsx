import { ArrowSwitchIcon } from '@primer/octicons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { messages } from './messages.ts'
import styles from './SwipeBar.module.css'

interface SwipeBarProps {
  /** The share of the width that shows the old image, in percent. */
  readonly percent: number
  readonly onPercent: (percent: number) => void
}

/** The bar between the image before and the image after. */
export function SwipeBar({ percent, onPercent }: SwipeBarProps) {
  function follow(event: PointerEvent<HTMLElement>) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect()
    if (frame && frame.width > 0) onPercent(within(((event.clientX - frame.left) / frame.width) * 100))
  }

  function move(event: KeyboardEvent) {
    const next = afterKey(event.key, percent)
    if (next === null) return
    event.preventDefault()
    onPercent(within(next))
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Swipe position"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={messages.swipe(Math.round(percent))}
      className={styles.bar}
      style={{ insetInlineStart: `${percent}%` }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
      }}
      onKeyDown={move}
    >
      <span className={styles.grip}>
        <ArrowSwitchIcon size={12} />
      </span>
    </div>
  )
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent))

function afterKey(key: string, percent: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return percent + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return percent - 1
    case 'PageUp':
      return percent + 10
    case 'PageDown':
      return percent - 10
    case 'Home':
      return 0
    case 'End':
      return 100
    default:
      return null
  }
}
