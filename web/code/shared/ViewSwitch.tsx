import { Anchor } from '#web/ui/actions/Anchor.tsx'
import styles from './ViewSwitch.module.css'

interface ViewSwitchProps {
  readonly label: string
  readonly views: readonly { readonly key: string; readonly label: string; readonly href: string }[]
  readonly active: string
}

/** Ways to show one thing, each with an address. */
export function ViewSwitch({ label, views, active }: ViewSwitchProps) {
  return (
    <nav aria-label={label} className={styles.switch}>
      {views.map(view => (
        <Anchor
          key={view.key}
          href={view.href}
          aria-current={view.key === active ? 'page' : undefined}
          className={styles.view}
        >
          {view.label}
        </Anchor>
      ))}
    </nav>
  )
}
