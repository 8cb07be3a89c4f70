import type { ReactNode } from 'react'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import row from '#web/ui/layout/ScrollRow.module.css'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { useCurrentInView } from '#web/ui/layout/scroll-row.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import styles from './SideFrame.module.css'

interface SideFrameItem {
  readonly key: string
  readonly label: string
  readonly href: string
  readonly icon: ReactNode
  /** The number of waiting items; 0 shows nothing. */
  readonly count?: number
}

interface SideFrameProps {
  /** Names the pages that belong together: "Your settings". */
  readonly label: string
  readonly items: readonly SideFrameItem[]
  readonly active: string
  readonly title: string
  readonly detail?: ReactNode
  readonly actions?: ReactNode
  readonly width?: 'form' | 'list'
  readonly children: ReactNode
}

/** Pages that belong together, with the way between them at the side. */
export function SideFrame({ label, items, active, title, detail, actions, width = 'form', children }: SideFrameProps) {
  const side = useCurrentInView<HTMLElement>(active)
  return (
    <Page>
      <div className={styles.frame}>
        <nav ref={side} aria-label={label} className={classes(row.row, styles.side)}>
          <p className={styles.label}>{label}</p>
          <ul className={styles.items}>
            {items.map(item => (
              <li key={item.key}>
                <Anchor
                  href={item.href}
                  aria-current={item.key === active ? 'page' : undefined}
                  className={styles.item}
                >
                  {item.icon}
                  {item.label}
                  {item.count !== undefined && item.count > 0 && <CounterBadge count={item.count} tone="accent" />}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.content} data-width={width}>
          <PageHeader title={title} detail={detail} actions={actions} />
          <Stack gap={5}>{children}</Stack>
        </div>
      </div>
    </Page>
  )
}
