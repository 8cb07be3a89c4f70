import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Props for the element that contains the control. */
interface HoverOrFocusProps {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerOver: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

interface HoverOrFocus {
  readonly isActive: boolean
  readonly props: HoverOrFocusProps
  /** Call when the focused element is removed: browsers fire no blur event then. */
  readonly clearFocus: () => void
}

/** Whether a mouse hovers over an element or keyboard focus is inside it. */
export function useHoverOrFocus(): HoverOrFocus {
  const [isOver, setOver] = useState(false)
  const [isInside, setInside] = useState(false)
  const isActive = isOver || isInside
  /** The last event inside, popovers included. */
  const inside = useRef<Event>(null)
  // A removed element fires no leave or blur event. The pointer or the focus is then next seen outside.
  useEffect(() => {
    if (!isActive) return
    const onPointerOver = (event: Event) => event !== inside.current && setOver(false)
    const onFocusIn = (event: Event) => event !== inside.current && setInside(false)
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [isActive])
  return {
    isActive,
    clearFocus: () => setInside(false),
    props: {
      onPointerEnter: event => setOver(event.pointerType === 'mouse'),
      onPointerOver: event => {
        inside.current = event.nativeEvent
      },
      onPointerLeave: () => setOver(false),
      onFocus: event => {
        inside.current = event.nativeEvent
        setInside(event.target.matches(':focus-visible'))
      },
      onBlur: event => setInside(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}

interface Held<T> {
  /** The value at the start of the interaction, until it ends. */
  readonly value: T
  /** The value has changed since. */
  readonly isOld: boolean
  /** Stop holding: the user has seen that the value changed. */
  readonly release: () => void
  /** Stop holding until the value changes or is held again: the user is changing it. */
  readonly expectOwnChange: () => void
  /** Hold the current value again. */
  readonly hold: () => void
}

/** Freeze a value while the user hovers or focuses its control, so that a button keeps its label and action. */
export function useHeld<T>(now: T, isActive: boolean): Held<T> {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  // The user's own change takes a moment to arrive, and the focus may leave and come back meanwhile.
  const [awaitsOwn, setAwaitsOwn] = useState(false)
  const [last, setLast] = useState(now)
  if (last !== now) {
    setLast(now)
    setAwaitsOwn(false)
  }
  // Interaction starts or ends: adjust the state in the same render.
  const [wasActive, setWasActive] = useState(false)
  if (wasActive !== isActive) {
    setWasActive(isActive)
    setHeld(isActive && !awaitsOwn ? { value: now } : null)
  }
  const value = isActive && held !== null ? held.value : now
  return {
    value,
    isOld: value !== now,
    release: () => setHeld(null),
    expectOwnChange: () => {
      setHeld(null)
      setAwaitsOwn(true)
    },
    hold: () => {
      setAwaitsOwn(false)
      if (isActive && held === null) setHeld({ value: now })
    },
  }
}
