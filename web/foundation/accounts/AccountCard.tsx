import type { ReactNode } from 'react'
import { usePlace } from '#web/api/place.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Logo } from '#web/ui/brand/Mark.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './AccountCard.module.css'

interface AccountCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** The footer under the card, with links elsewhere. */
  readonly footer?: ReactNode
}

/** The calm frame of signing in and what belongs to it: the logo and one card, nothing else. */
export function AccountCard({ title, lead, children, footer }: AccountCardProps) {
  usePlace({ title, namespace: null, active: null, crumbs: [] })
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <Anchor href="/" aria-label="Weft, home" className={styles.home}>
          <Logo />
        </Anchor>
        <section aria-labelledby="account-title" className={styles.card}>
          <h1 id="account-title" className={styles.title}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </section>
        {footer && <p className={styles.footer}>{footer}</p>}
      </div>
    </div>
  )
}

interface AccountFormProps {
  readonly problem?: string | null | undefined
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

export function AccountForm({ problem, onSubmit, children }: AccountFormProps) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {children}
    </form>
  )
}
