import type { KeyboardEvent, ReactNode } from 'react'
import { Anchor } from '../actions/Anchor.tsx'
import { classes } from '../classes.ts'
import { CounterBadge } from '../status/CounterBadge.tsx'
import { useId } from '../use-id.tsx'
import row from './ScrollRow.module.css'
import { useCurrentInView } from './scroll-row.ts'
import styles from './Tabs.module.css'

export interface Tab {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly count?: number | null
  /** The count stopped there. */
  readonly countIsAtLeast?: boolean
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly active: string
  readonly onActive: (key: string) => void
  readonly children: ReactNode
  readonly aside?: ReactNode
}

/** Views of one page that change in place. The page keeps the active one, in its address for instance. */
export function Tabs({ label, tabs, active, onActive, children, aside }: TabsProps) {
  const id = useId()
  const list = useCurrentInView<HTMLDivElement>(active)

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(tab => tab.key === active)
    const next = targetOf(event.key, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onActive(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }

  return (
    <>
      <div className={styles.bar} data-aside={aside ? true : undefined}>
        <div ref={list} role="tablist" aria-label={label} className={classes(row.row, styles.list)}>
          {tabs.map(tab => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}${tab.key}`}
              aria-selected={tab.key === active}
              aria-controls={tab.key === active ? `${id}panel` : undefined}
              tabIndex={tab.key === active ? 0 : -1}
              className={styles.tab}
              onClick={() => onActive(tab.key)}
              onKeyDown={move}
            >
              <TabFace tab={tab} />
            </button>
          ))}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${active}`}>
        {children}
      </div>
    </>
  )
}

interface LinkTabsProps {
  readonly label: string
  readonly tabs: readonly (Tab & { readonly href: string })[]
  readonly active: string
  readonly aside?: ReactNode
}

/** The same look for tabs that lead to addresses: Open, Closed, All. */
export function LinkTabs({ label, tabs, active, aside }: LinkTabsProps) {
  const list = useCurrentInView<HTMLElement>(active)
  return (
    <div className={styles.bar} data-aside={aside ? true : undefined}>
      <nav ref={list} aria-label={label} className={classes(row.row, styles.list)}>
        {tabs.map(tab => (
          <Anchor
            key={tab.key}
            href={tab.href}
            aria-current={tab.key === active ? 'page' : undefined}
            className={styles.tab}
          >
            <TabFace tab={tab} />
          </Anchor>
        ))}
      </nav>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

function TabFace({ tab }: { readonly tab: Tab }) {
  return (
    <span className={styles.face}>
      {tab.icon}
      {tab.label}
      {tab.count !== undefined && tab.count !== null && (
        <CounterBadge count={tab.count} isAtLeast={tab.countIsAtLeast ?? false} />
      )}
    </span>
  )
}

function targetOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
