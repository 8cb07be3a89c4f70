import type { ReactNode } from 'react'
import { messages } from '#web/plan/messages.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'

interface NoMatchingResultsProps {
  /** The list without filters, in all states. */
  readonly allHref?: string
  /** Says what nothing was found by. */
  readonly children?: ReactNode
}

/** Stands in place of a list whose filters or search let nothing through. */
export function NoMatchingResults({ allHref, children }: NoMatchingResultsProps) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-found" />}
      title={messages.noMatches}
      action={allHref !== undefined && <LinkButton href={allHref}>Clear filters</LinkButton>}
    >
      {children ?? 'Try removing a filter, or search all states.'}
    </EmptyState>
  )
}
