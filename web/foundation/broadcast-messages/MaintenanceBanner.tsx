import { ToolsIcon } from '@primer/octicons-react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './BroadcastMessage.module.css'

interface MaintenanceBannerProps {
  readonly message: string
  readonly isAdmin: boolean
}

/** Says above every page that nothing can be changed; administrators can end it. */
export function MaintenanceBanner({ message, isAdmin }: MaintenanceBannerProps) {
  return (
    <section aria-label="Maintenance notice" data-look="light-red" className={styles.message}>
      <ToolsIcon className={styles.icon} />
      <p className={styles.text}>
        {message} {isAdmin && <TextLink href="/admin/settings">Open settings</TextLink>}
      </p>
    </section>
  )
}
