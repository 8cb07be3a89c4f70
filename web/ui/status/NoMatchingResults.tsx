import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from './EmptyState.tsx'
import { noMatches } from './no-matches.ts'

interface NoMatchingResultsProps {
  /** Address of the list without filters, in all states, for a list that has filters. */
  readonly allHref?: string
  /** A sentence about the search; without it, one about the filters. */
  readonly children?: ReactNode
}

/** Shown in place of a list in which the filters or the search found nothing. */
export function NoMatchingResults({ allHref, children }: NoMatchingResultsProps) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-found" />}
      title={noMatches}
      action={allHref !== undefined && <LinkButton href={allHref}>Clear filters</LinkButton>}
    >
      {children ?? 'Try removing a filter, or search all states.'}
    </EmptyState>
  )
}
