import { SearchIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { shortcuts } from '#web/shortcuts.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Logo } from '#web/ui/brand/Mark.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  readonly homeHref: string
  readonly breadcrumbs?: ReactNode
  /** Opens the search and command palette; absent for pages without one. */
  readonly onSearch?: () => void
  readonly connection?: ReactNode
  readonly createMenu?: ReactNode
  readonly todos?: ReactNode
  readonly userMenu?: ReactNode
}

/** The content of the bar above every page, in order; each slot belongs to the area that fills it. */
export function TopBar(props: TopBarProps) {
  const { homeHref, breadcrumbs, onSearch, connection, createMenu, todos, userMenu } = props
  return (
    <>
      <Anchor
        href={homeHref}
        aria-label="Weft, home"
        className={styles.home}
        data-alone={breadcrumbs ? undefined : true}
      >
        <Logo />
      </Anchor>
      <div className={styles.breadcrumbs}>{breadcrumbs}</div>
      {connection}
      {onSearch && (
        <button type="button" aria-keyshortcuts="Meta+K Control+K" className={styles.search} onClick={onSearch}>
          <SearchIcon />
          <span className={styles.searchWords}>Search or jump to…</span>
          <KeyHint keys={shortcuts.everywhere.search.keys} />
        </button>
      )}
      <div className={styles.tools}>
        {createMenu}
        {todos}
        {userMenu}
      </div>
    </>
  )
}
