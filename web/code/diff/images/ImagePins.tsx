import { CheckIcon, PlusIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import type { ImagePin } from '../slots.ts'
import type { Size } from './frame.ts'
import styles from './ImagePins.module.css'
import { type ImagePoint, pointAt, pointIn } from './image-point.ts'
import { messages } from './messages.ts'

interface CommentLayerProps {
  readonly name: string
  readonly size: Size
  readonly onComment: (point: ImagePoint) => void
}

/** Lies on an image, and takes the point that is clicked, or chosen by the arrow keys. @source IMGDIFF-009 */
export function CommentLayer({ name, size, onComment }: CommentLayerProps) {
  const [cross, setCross] = useState({ xPercent: 50, yPercent: 50 })

  function take({ detail, clientX, clientY, currentTarget }: MouseEvent) {
    // No click of a pointer: a key was pressed.
    if (detail === 0) return onComment(pointIn(size, cross))
    const box = currentTarget.getBoundingClientRect()
    onComment(pointAt({ x: clientX - box.left, y: clientY - box.top }, box, size))
  }

  function move(event: KeyboardEvent) {
    const [right, down] = steps[event.key] ?? [0, 0]
    if ((right === 0 && down === 0) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const by = event.shiftKey ? 10 : 2
    setCross(({ xPercent, yPercent }) => ({
      xPercent: within(xPercent + right * by),
      yPercent: within(yPercent + down * by),
    }))
  }

  return (
    <button type="button" aria-label={messages.comment(name)} className={styles.layer} onClick={take} onKeyDown={move}>
      <span className={styles.cross} style={placeOf(cross)} />
    </button>
  )
}

const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent))

/** @source IMGDIFF-007 */
const placeOf = ({ xPercent, yPercent }: Pick<ImagePoint, 'xPercent' | 'yPercent'>) => ({
  left: `${xPercent}%`,
  top: `${yPercent}%`,
})

/** The pins whose threads are hidden, by their keys. */
export function useHiddenPins() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => {
    setHidden(before => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  return [hidden, toggle] as const
}

const numberOf = (pins: readonly ImagePin[], pin: ImagePin): number =>
  pins.filter(({ point }) => point !== null).indexOf(pin) + 1

interface PinsProps {
  /** Unique on the page. */
  readonly id: string
  readonly pins: readonly ImagePin[]
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** The numbered pins on an image, each of which shows or hides its thread. @source IMGDIFF-007, IMGDIFF-011 */
export function Pins({ id, pins, hidden, onToggle }: PinsProps) {
  return pins.map(pin => {
    const { key, kind, point, by, isResolved } = pin
    if (point === null) return null
    if (kind === 'form')
      return (
        <span key={key} className={styles.pin} data-kind={kind} style={placeOf(point)}>
          <PlusIcon size={12} />
        </span>
      )
    const number = numberOf(pins, pin)
    return (
      <button
        key={key}
        type="button"
        className={styles.pin}
        data-kind={kind}
        data-resolved={isResolved || undefined}
        style={placeOf(point)}
        aria-label={`${kind === 'draft' ? 'Pending comment' : isResolved ? 'Resolved thread' : 'Thread'} ${number} by ${by}`}
        aria-expanded={!hidden.has(key)}
        aria-controls={hidden.has(key) ? undefined : `${id}${key}`}
        onClick={() => onToggle(key)}
      >
        {isResolved ? <CheckIcon size={12} /> : number}
      </button>
    )
  })
}

interface PinThreadsProps {
  readonly id: string
  readonly all: readonly ImagePin[]
  readonly shown: readonly ImagePin[]
}

/** What stands at the pins of an image, below it: boxes first, near to the image they are about. */
export function PinThreads({ id, all, shown }: PinThreadsProps) {
  const isForm = ({ kind }: ImagePin) => kind === 'form'
  return (
    <div className={styles.threads}>
      {[...shown.filter(isForm), ...shown.filter(pin => !isForm(pin))].map(pin => {
        const { key, kind, point, isResolved } = pin
        return (
          <div key={key} id={`${id}${key}`} className={styles.thread}>
            {point !== null && kind !== 'form' && (
              <span className={styles.number} data-kind={kind} data-resolved={isResolved || undefined}>
                {numberOf(all, pin)}
              </span>
            )}
            {pin.content(true)}
          </div>
        )
      })}
    </div>
  )
}
