import { type ReactNode, useEffect, useRef } from 'react'
import { useFolded } from './folded.ts'
import styles from './WithSidebar.module.css'

interface WithSidebarProps {
  readonly main: ReactNode
  /** A `Sidebar`. It stays in sight beside the main part; in a narrow window it is a drawer, which `showSidebar` opens. */
  readonly children: ReactNode
}

export function WithSidebar({ main, children }: WithSidebarProps) {
  const [isFolded] = useFolded('sidebar')
  const side = useRef<HTMLDivElement>(null)
  // The width of the window is outside of React.
  useEffect(() => {
    const wide = window.matchMedia('(width >= 64rem)')
    const adapt = () => side.current && moveSide(side.current, wide.matches)
    wide.addEventListener('change', adapt)
    return () => wide.removeEventListener('change', adapt)
  }, [])
  return (
    <div className={styles.columns} data-side={isFolded ? 'folded' : undefined}>
      <div className={styles.main}>{main}</div>
      <div ref={side} popover="auto" className={styles.side}>
        {children}
      </div>
    </div>
  )
}

/** A window that grows shows the column again; in one that shrinks an editor with the focus goes on in the drawer. */
function moveSide(side: HTMLElement, isWide: boolean): void {
  const focused = side.contains(document.activeElement) ? document.activeElement : null
  if (isWide) {
    if (side.matches(':popover-open')) side.hidePopover()
  } else if (focused !== null) {
    const inside = [...side.querySelectorAll<HTMLElement>(':popover-open')]
    side.showPopover()
    // The popover shown last is on top.
    for (const each of inside) {
      each.hidePopover()
      each.showPopover()
    }
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}
