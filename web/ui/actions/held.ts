import { type FocusEvent, type PointerEvent, useState } from 'react'

/** For the element around what somebody may be about to press. */
interface HandProps {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

interface Hand {
  readonly isOn: boolean
  readonly props: HandProps
  /** What had the focus goes: the browser does not say so. */
  readonly drop: () => void
}

/** Whether somebody has their hand on an element: the pointer of a mouse over it, or the keyboard in it. */
export function useHand(): Hand {
  const [isOver, setOver] = useState(false)
  const [isInside, setInside] = useState(false)
  return {
    isOn: isOver || isInside,
    drop: () => setInside(false),
    props: {
      onPointerEnter: event => setOver(event.pointerType === 'mouse'),
      onPointerLeave: () => setOver(false),
      onFocus: event => setInside(event.target.matches(':focus-visible')),
      onBlur: event => setInside(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}

interface Held<T> {
  /** What it was when the hand came, as long as the hand stays. */
  readonly value: T
  /** The value has changed since. */
  readonly isOld: boolean
  /** The person has changed it, or has read that it changed. */
  readonly release: () => void
  /** Hold it again, as it is now: the person goes on. */
  readonly hold: () => void
}

/** A value that does not change under the hand, for what a button says and does. */
export function useHeld<T>(now: T, isOn: boolean): Held<T> {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  // The hand comes, or goes: what is held follows in the same turn.
  const [wasOn, setWasOn] = useState(false)
  if (wasOn !== isOn) {
    setWasOn(isOn)
    setHeld(isOn ? { value: now } : null)
  }
  const value = isOn && held !== null ? held.value : now
  return {
    value,
    isOld: value !== now,
    release: () => setHeld(null),
    hold: () => isOn && held === null && setHeld({ value: now }),
  }
}
