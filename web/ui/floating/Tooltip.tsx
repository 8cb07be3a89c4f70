import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { KeyHint } from '../text/KeyHint.tsx'
import { useId } from '../use-id.tsx'
import { openDelayMs } from './delay.ts'
import { placeBeside } from './placement.ts'
import styles from './Tooltip.module.css'

interface TargetProps {
  readonly 'aria-describedby'?: string | undefined
  readonly onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  readonly onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  readonly onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  readonly onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined
  readonly onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined
}

interface TooltipProps {
  readonly text: string
  /** The text already is the element's accessible name; do not say it twice. */
  readonly labels?: boolean
  readonly keyHint?: string | undefined
  readonly placement?: 'top-center' | 'bottom-center' | 'right-start'
  /** The element is there for what it tells alone: a press shows that, so that a finger finds it, too. */
  readonly tells?: boolean
  /** The result of a press: shown immediately, even if the user pressed with the mouse. */
  readonly pinned?: boolean
  /** One element that can be focused. */
  readonly children: ReactElement
}

const lingerMs = 120
const gapPx = 6

export function Tooltip({ text, labels, keyHint, placement = 'bottom-center', tells, pinned, children }: TooltipProps) {
  const [pointed, setAnchor] = useState<HTMLElement | null>(null)
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  const anchor = pinned ? (pressed ?? pointed) : pointed
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  // Unknown props of any element: every element takes these handlers.
  const target = children as ReactElement<TargetProps>

  useEffect(() => () => clearTimeout(timer.current), [])

  function soon(next: HTMLElement | null, delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(next), delayMs)
  }
  function now(next: HTMLElement | null) {
    clearTimeout(timer.current)
    setAnchor(next)
  }

  return (
    <>
      {cloneElement(target, {
        'aria-describedby': anchor && !labels ? id : target.props['aria-describedby'],
        onPointerEnter: event => {
          target.props.onPointerEnter?.(event)
          if (event.pointerType !== 'touch') soon(event.currentTarget, openDelayMs)
        },
        onPointerLeave: event => {
          target.props.onPointerLeave?.(event)
          soon(null, lingerMs)
        },
        onPointerDown: event => {
          target.props.onPointerDown?.(event)
          if (!tells) now(null)
        },
        onClick: event => {
          target.props.onClick?.(event)
          setPressed(event.currentTarget)
          if (tells) now(event.currentTarget)
        },
        onFocus: event => {
          target.props.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) now(event.currentTarget)
        },
        onBlur: event => {
          target.props.onBlur?.(event)
          now(null)
        },
      })}
      {anchor &&
        createPortal(
          <Bubble
            anchor={anchor}
            id={id}
            text={text}
            hidden={labels}
            keyHint={keyHint}
            placement={placement}
            onEnter={() => now(anchor)}
            onLeave={() => soon(null, lingerMs)}
            onClose={() => now(null)}
          />,
          document.body,
        )}
    </>
  )
}

interface BubbleProps {
  readonly anchor: HTMLElement
  readonly id: string
  readonly text: string
  readonly hidden: boolean | undefined
  readonly keyHint: string | undefined
  readonly placement: 'top-center' | 'bottom-center' | 'right-start'
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

function Bubble({ anchor, id, text, hidden, keyHint, placement, onEnter, onLeave, onClose }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const follow = () => {
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const place = placeBeside(anchor.getBoundingClientRect(), size, viewport, placement, gapPx)
      element.style.left = `${place.left}px`
      element.style.top = `${place.top}px`
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    element.showPopover()
    follow()
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('scroll', follow, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('scroll', follow, true)
    }
  }, [anchor, placement])

  return (
    <div
      ref={bubble}
      popover="manual"
      id={id}
      role="tooltip"
      aria-hidden={hidden || undefined}
      className={styles.bubble}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {text}
      {keyHint && <KeyHint keys={keyHint} inverse />}
    </div>
  )
}
