import { PlusIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import type { ImagePin } from '../rows/slots.ts'
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
    const next = afterKey(event, cross)
    if (next !== null) setCross(next)
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

/** The point after an arrow key; null for other keys. */
function afterKey(event: KeyboardEvent, { xPercent, yPercent }: PinPosition): PinPosition | null {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null
  event.preventDefault()
  const [right, down] = step
  const by = event.shiftKey ? 10 : 2
  return { xPercent: within(xPercent + right * by), yPercent: within(yPercent + down * by) }
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent))

/** @source IMGDIFF-007 */
const placeOf = ({ xPercent, yPercent }: PinPosition) => ({
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
  /** The size of the image. */
  readonly size: Size
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** The numbered pins on an image, each of which shows or hides its thread. @source IMGDIFF-007, IMGDIFF-011 */
export function Pins({ id, pins, size, hidden, onToggle }: PinsProps) {
  return pins.map(pin => {
    const { key, kind, point } = pin
    if (point === null) return null
    if (kind === 'form')
      return (
        <span key={key} className={styles.pin} data-kind={kind} style={placeOf(point)}>
          <PlusIcon size={12} />
        </span>
      )
    return (
      <Pin
        key={key}
        pin={pin}
        point={point}
        number={numberOf(pins, pin)}
        size={size}
        threadId={`${id}${key}`}
        isShown={!hidden.has(key)}
        onToggle={onToggle}
      />
    )
  })
}

interface PinProps {
  readonly pin: ImagePin
  readonly point: PinPosition
  readonly number: number
  readonly size: Size
  /** The id of the element that the pin shows or hides. */
  readonly threadId: string
  readonly isShown: boolean
  readonly onToggle: (key: string) => void
}

type PinPosition = Pick<ImagePoint, 'xPercent' | 'yPercent'>

/** A pointer that moves less than that, in pixels, clicks. */
const slackPx = 4

function Pin({ pin, point, number, size, threadId, isShown, onToggle }: PinProps) {
  const { key, kind, by, isResolved, onMove } = pin
  // The position during a move, and until it is saved.
  const [moved, setMoved] = useState<PinPosition | null>(null)
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const wasDragged = useRef(false)
  const saved = useRef<PinPosition | null>(null)

  function drag(event: PointerEvent<HTMLElement>) {
    const from = pressed.current
    const image = event.currentTarget.parentElement?.getBoundingClientRect()
    if (from === null || image === undefined) return
    const { clientX, clientY } = event
    if (!wasDragged.current && Math.hypot(clientX - from.x, clientY - from.y) < slackPx) return
    wasDragged.current = true
    setMoved(pointAt({ x: clientX - image.left, y: clientY - image.top }, image, size))
  }

  function drop() {
    pressed.current = null
    if (moved === null || moved === saved.current) return
    saved.current = moved
    void onMove?.(pointIn(size, moved)).then(() => setMoved(now => (now === moved ? null : now)))
  }

  function move(event: KeyboardEvent) {
    const next = onMove === undefined ? null : afterKey(event, moved ?? point)
    if (next !== null) setMoved(next)
  }

  return (
    <button
      type="button"
      className={styles.pin}
      data-kind={kind}
      data-resolved={isResolved || undefined}
      data-movable={onMove !== undefined || undefined}
      style={placeOf(moved ?? point)}
      aria-label={`${kind === 'draft' ? 'Pending comment' : isResolved ? 'Resolved thread' : 'Thread'} ${number} by ${by}`}
      aria-description={onMove === undefined ? undefined : messages.movable}
      aria-expanded={isShown}
      aria-controls={isShown ? threadId : undefined}
      onPointerDown={event => {
        wasDragged.current = false
        if (onMove === undefined || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pressed.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => {
        pressed.current = null
        setMoved(null)
      }}
      onKeyDown={move}
      onKeyUp={drop}
      onBlur={drop}
      onClick={() => {
        if (!wasDragged.current) onToggle(key)
        wasDragged.current = false
      }}
    >
      {number}
    </button>
  )
}

interface PinThreadsProps {
  readonly id: string
  readonly all: readonly ImagePin[]
  readonly shown: readonly ImagePin[]
}

/** The threads and forms of an image's pins, below the image: forms first, near to the image. */
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
