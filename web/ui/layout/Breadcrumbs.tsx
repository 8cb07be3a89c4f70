import { Anchor } from '../actions/Anchor.tsx'
import styles from './Breadcrumbs.module.css'

interface Crumb {
  readonly label: string
  readonly href: string
}

/** The path of the page; the last crumb is the page itself. If space is short, the middle shrinks first. */
export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.nav}>
      <ol className={styles.list}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className={styles.crumb}>
            <Anchor
              href={crumb.href}
              title={crumb.label}
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
              className={styles.link}
            >
              {crumb.label}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  )
}
