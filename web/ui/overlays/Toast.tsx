import { AlertIcon, CheckCircleIcon, InfoIcon, XIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { type Corner, clearCorner } from './corner.ts'
import styles from './Toast.module.css'
import { dismissToast, shownToasts, type ToastMessage, watchToasts } from './toasts.ts'

/** The region in which toasts appear. Rendered once, at the root; `showToast` reaches it from anywhere. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts, shownToasts)
  const region = useRef<HTMLElement>(null)
  const [corner, setCorner] = useState<Corner>('bottom-end')
  const newest = toasts.at(-1)?.id

  useLayoutEffect(() => {
    const element = region.current
    if (!element || newest === undefined) return
    // Shown anew, it stands above a dialog that opened after it.
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])

  // The positions of elements in the window are outside of React.
  useLayoutEffect(() => {
    const element = region.current
    if (!element || toasts.length === 0) return
    const place = () => setCorner(cornerFor(element))
    place()
    const sizes = new ResizeObserver(place)
    for (const each of [document.body, element]) sizes.observe(each)
    document.addEventListener('scroll', place, { passive: true, capture: true })
    document.addEventListener('focusin', place)
    return () => {
      sizes.disconnect()
      document.removeEventListener('scroll', place, { capture: true })
      document.removeEventListener('focusin', place)
    }
  }, [toasts])

  return (
    <section ref={region} popover="manual" aria-label="Notifications" data-corner={corner} className={styles.region}>
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map(toast => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}

/** Text fields, and elements that ask to stay visible with `data-keeps-clear`. */
const keptClear = 'textarea, [data-keeps-clear]'

function cornerFor(region: HTMLElement): Corner {
  const { width, height } = region.getBoundingClientRect()
  const { top, bottom, left } = edgesOf(region)
  const room = { width: window.innerWidth, height: window.innerHeight, topPx: top, bottomPx: bottom, sidePx: left }
  return clearCorner(
    { width, height },
    room,
    [...document.querySelectorAll(keptClear)].map(element => element.getBoundingClientRect()),
  )
}

/** The edges as the style sheet defines them. */
function edgesOf(region: HTMLElement) {
  const style = getComputedStyle(region)
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return { top: px('scroll-margin-top'), bottom: px('scroll-margin-bottom'), left: px('scroll-margin-left') }
}

const icons = { success: CheckCircleIcon, info: InfoIcon, danger: AlertIcon }

function ToastCard({ toast }: { readonly toast: ToastMessage }) {
  const [isHeld, setHeld] = useState(false)
  const dismiss = useEffectEvent(() => dismissToast(toast.id))
  const Icon = icons[toast.tone]

  useEffect(() => {
    if (isHeld || toast.lastsMs === null) return
    const timer = setTimeout(() => dismiss(), toast.lastsMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast.lastsMs])

  const { action } = toast
  return (
    <li
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={styles.icon} />
      <span className={styles.text}>
        {toast.text}
        {toast.more > 0 && ` (and ${toast.more} more)`}
      </span>
      {action && (
        <Button
          size="s"
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<XIcon />} size="s" tooltip={false} onClick={() => dismissToast(toast.id)} />
    </li>
  )
}
