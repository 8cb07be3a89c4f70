import { AlertIcon, CheckCircleIcon, InfoIcon, StopIcon, XIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Banner.module.css'

interface BannerProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
  /** Buttons or links. */
  readonly action?: ReactNode
  readonly icon?: ReactNode
  /** Makes the banner dismissible, as alerts usually are. @source UI-010 */
  readonly onDismiss?: () => void
}

const icons = { info: InfoIcon, success: CheckCircleIcon, warning: AlertIcon, danger: StopIcon }

export function Banner({ tone = 'info', title, children, action, icon, onDismiss }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} data-tone={tone} className={styles.banner}>
      <span className={styles.icon}>{icon ?? <Icon />}</span>
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onDismiss && <IconButton label="Dismiss" icon={<XIcon />} size="s" tooltip={false} onClick={onDismiss} />}
    </div>
  )
}
