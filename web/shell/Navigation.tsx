import { type Icon, SidebarCollapseIcon, SidebarExpandIcon } from '@primer/octicons-react'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { signOf } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import styles from './Navigation.module.css'

interface NavigationItem {
  readonly key: string
  readonly label: string
  readonly href: string
  readonly icon: Icon
  readonly count?: number | null
}

export interface NavigationSection {
  /** Null: at the top, without a heading. */
  readonly label: string | null
  readonly items: readonly NavigationItem[]
}

export interface NavigationProps {
  /** The group or project all this belongs to. */
  readonly owner?: {
    readonly id: number | string
    readonly name: string
    readonly kind: string
    readonly href: string
    readonly avatarUrl?: string | null
  }
  readonly sections: readonly NavigationSection[]
  readonly active: string | null
  readonly folded: boolean
  /** Absent in the drawer, where there is nothing to fold. */
  readonly onFolded?: (folded: boolean) => void
  readonly onFollow?: () => void
}

export function Navigation({ owner, sections, active, folded, onFolded, onFollow }: NavigationProps) {
  return (
    <nav
      aria-label={owner ? `${owner.kind} ${owner.name}` : 'Main'}
      data-folded={folded || undefined}
      className={styles.nav}
    >
      {owner && (
        <Hint text={owner.name} isWanted={folded}>
          <Anchor href={owner.href} className={styles.owner} onClick={onFollow}>
            <Avatar {...owner} avatarUrl={owner.avatarUrl ?? null} sizePx={32} shape="square" named={folded} />
            {!folded && (
              <span className={styles.ownerWords}>
                <bdi className={styles.ownerName}>{owner.name}</bdi>
                <span className={styles.ownerKind}>{owner.kind}</span>
              </span>
            )}
          </Anchor>
        </Hint>
      )}
      <div className={styles.sections}>
        {sections.map(section => (
          <div key={section.label} className={styles.section}>
            {section.label && !folded && <h2 className={styles.heading}>{section.label}</h2>}
            <ul>
              {section.items.map(item => (
                <li key={item.key}>
                  <Hint text={item.label} isWanted={folded}>
                    <Anchor
                      href={item.href}
                      aria-label={folded ? item.label : undefined}
                      aria-current={item.key === active ? 'page' : undefined}
                      className={styles.item}
                      onClick={onFollow}
                      {...signOf(item.icon)}
                    >
                      {!folded && <>{item.label}</>}
                      {!folded && typeof item.count === 'number' && <CounterBadge count={item.count} />}
                    </Anchor>
                  </Hint>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {onFolded && (
        <div className={styles.foot}>
          <Hint text="Expand navigation" isWanted={folded}>
            <button
              type="button"
              aria-label={folded ? 'Expand navigation' : undefined}
              aria-expanded={!folded}
              className={styles.item}
              onClick={() => onFolded(!folded)}
              {...signOf(folded ? SidebarExpandIcon : SidebarCollapseIcon)}
            >
              {!folded && 'Collapse'}
            </button>
          </Hint>
        </div>
      )}
    </nav>
  )
}

interface HintProps {
  readonly text: string
  readonly isWanted: boolean
  readonly children: React.ReactElement
}

function Hint({ text, isWanted, children }: HintProps) {
  return isWanted ? (
    <Tooltip text={text} labels placement="right-start">
      {children}
    </Tooltip>
  ) : (
    children
  )
}
