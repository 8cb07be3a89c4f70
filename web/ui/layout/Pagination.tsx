import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { Button, LinkButton } from '../actions/Button.tsx'
import styles from './Pagination.module.css'

interface PaginationProps {
  /** "Issues pagination". */
  readonly label: string
  /** The address of the page before; null where there is none. */
  readonly previous: string | null
  readonly next: string | null
  readonly children?: React.ReactNode
}

/** Keyset pages: one back, one forward. Absent where there is but one page. */
export function Pagination({ label, previous, next, children }: PaginationProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label={label} className={styles.pages}>
      {previous ? (
        <LinkButton href={previous} rel="prev" icon={<ChevronLeftIcon />}>
          Previous
        </LinkButton>
      ) : (
        <Button disabled icon={<ChevronLeftIcon />}>
          Previous
        </Button>
      )}
      {children}
      {next ? (
        <LinkButton href={next} rel="next" trailing={<ChevronRightIcon />}>
          Next
        </LinkButton>
      ) : (
        <Button disabled trailing={<ChevronRightIcon />}>
          Next
        </Button>
      )}
    </nav>
  )
}
