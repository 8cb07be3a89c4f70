import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useId } from '../use-id.tsx'
import styles from './Card.module.css'

interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** The end of the title's line. */
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  /** Has no padding, for a list or a table that brings its own. */
  readonly flush?: boolean
  readonly tone?: 'plain' | 'danger'
  readonly headingLevel?: 2 | 3
  readonly className?: string | undefined
  readonly children?: ReactNode
}

export function Card(props: CardProps) {
  const { title, description, aside, footer, flush, tone = 'plain', headingLevel = 2, className, children } = props
  const Heading = `h${headingLevel}` as const
  const id = useId()
  return (
    <section aria-labelledby={title ? id : undefined} data-tone={tone} className={classes(styles.card, className)}>
      {(title || aside) && (
        <header className={styles.header}>
          <div className={styles.words}>
            {title && (
              <Heading id={id} className={styles.title}>
                {title}
              </Heading>
            )}
            {description && <p className={styles.description}>{description}</p>}
          </div>
          {aside}
        </header>
      )}
      {children && (
        <div data-flush={flush || undefined} className={styles.body}>
          {children}
        </div>
      )}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}
