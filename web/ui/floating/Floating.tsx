import { type KeyboardEventHandler, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import styles from './Floating.module.css'
import { type Placement, placeBeside } from './placement.ts'

/** Escape takes back; a press elsewhere or leaving with the keyboard goes on to something else. */
type CloseReason = 'escape' | 'left'

interface FloatingProps {
  /** Open while there is one. */
  readonly anchor: HTMLElement | null
  readonly onClose: (why: CloseReason) => void
  readonly placement?: Placement
  readonly gapPx?: number
  /** Makes the popup at least as wide as the anchor. */
  readonly matchWidth?: boolean
  /** The element that takes the focus on opening; `none` leaves it where it is, for a list under an input. */
  readonly focus?: 'first' | 'none'
  readonly id?: string | undefined
  readonly role?: 'dialog' | 'menu' | undefined
  readonly label?: string | undefined
  readonly className?: string | undefined
  readonly onKeyDown?: KeyboardEventHandler<HTMLDivElement>
  readonly children: ReactNode
}

/** The open ones, innermost last: Escape closes the last alone. */
const open: HTMLElement[] = []

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/**
 * A box beside an anchor in the browser's top layer, so nothing clips it and no z-index is needed. A press outside,
 * Escape and leaving it with the keyboard close it; the focus then returns to the anchor.
 */
export function Floating({ anchor, ...rest }: FloatingProps) {
  return anchor && <OpenFloating anchor={anchor} {...rest} />
}

function OpenFloating(props: FloatingProps & { readonly anchor: HTMLElement }) {
  const { anchor, onClose, placement = 'bottom-start', gapPx = 6, matchWidth, focus = 'first' } = props
  const box = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  const isMine = useEffectEvent((node: EventTarget | null) => {
    return node instanceof Node && (anchor.contains(node) || (box.current?.contains(node) ?? false))
  })

  useLayoutEffect(() => {
    const popup = box.current
    if (!popup) return
    const follow = () => {
      if (matchWidth) popup.style.minWidth = `${anchor.offsetWidth}px`
      popup.style.maxHeight = ''
      // The painted size: `innerWidth` includes a gutter reserved for a scroll bar.
      const viewport = { width: document.documentElement.offsetWidth, height: window.innerHeight }
      const size = { width: popup.offsetWidth, height: popup.offsetHeight }
      const place = placeBeside(anchor.getBoundingClientRect(), size, viewport, placement, gapPx)
      popup.style.left = `${place.left}px`
      popup.style.top = `${place.top}px`
      popup.style.maxHeight = `${place.maxHeight}px`
    }
    popup.showPopover()
    follow()
    if (focus === 'first') (popup.querySelector<HTMLElement>(`[data-autofocus], ${focusable}`) ?? popup).focus()

    const onScroll = (event: Event) => {
      if (!(event.target instanceof Node && popup.contains(event.target))) follow()
    }
    const onPress = (event: PointerEvent) => {
      if (!isMine(event.target)) close('left')
    }
    const onFocus = (event: FocusEvent) => {
      if (!isMine(event.target)) close('left')
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || open.at(-1) !== popup) return
      event.preventDefault()
      event.stopPropagation()
      close('escape')
    }
    open.push(popup)
    const sizes = new ResizeObserver(follow)
    sizes.observe(popup)
    sizes.observe(anchor)
    window.addEventListener('resize', follow)
    document.addEventListener('scroll', onScroll, true)
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('focusin', onFocus, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      open.splice(open.indexOf(popup), 1)
      sizes.disconnect()
      window.removeEventListener('resize', follow)
      document.removeEventListener('scroll', onScroll, true)
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('focusin', onFocus, true)
      document.removeEventListener('keydown', onKey, true)
      if (popup.contains(document.activeElement)) anchor.focus({ preventScroll: true })
    }
  }, [anchor, placement, gapPx, matchWidth, focus])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what it holds arrive here
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a label comes together with a role
    <div
      ref={box}
      popover="manual"
      id={props.id}
      role={props.role}
      aria-label={props.label}
      tabIndex={-1}
      className={classes(styles.floating, props.className)}
      onKeyDown={props.onKeyDown}
    >
      {props.children}
    </div>
  )
}
