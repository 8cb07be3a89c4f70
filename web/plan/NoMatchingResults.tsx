import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'

interface NoMatchingResultsProps {
  /** The list without filters, in all states. */
  readonly allHref: string
}

/** Stands in place of a list whose filters let nothing through. */
export function NoMatchingResults({ allHref }: NoMatchingResultsProps) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-found" />}
      title="No Matching Results"
      action={<LinkButton href={allHref}>Clear filters</LinkButton>}
    >
      Try removing a filter, or search all states.
    </EmptyState>
  )
}
