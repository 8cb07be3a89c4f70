import { PlusIcon, TagIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'

interface NothingListedProps extends NoIssuesProps, NoMatchProps {
  /** There are no issues in any state, and nothing is filtered. */
  readonly isEmptyPlace: boolean
}

/** Stands in place of a list of issues that holds none. */
export function NothingListed({ isEmptyPlace, ...props }: NothingListedProps) {
  return isEmptyPlace ? <NoIssues {...props} /> : <NoMatch {...props} />
}

/** The list to which the sentence belongs. */
interface Listed {
  readonly noun: 'issue' | 'incident' | 'request'
}

interface NoIssuesProps extends Listed {
  readonly newHref: string | null
  readonly labelsHref: string
  readonly isGroup: boolean
}

const names = { issue: 'Issues', incident: 'Incidents', request: 'Requests' } as const

const purposes = {
  issue: 'Use issues to track bugs, tasks and ideas, and to discuss them.',
  incident: 'Use incidents to investigate disruptions and outages of a service.',
  request: 'People without an account send requests by email.',
} as const

function NoIssues({ noun, newHref, labelsHref, isGroup }: NoIssuesProps) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title={`No ${noun}s yet`}
      action={
        newHref && (
          <>
            <LinkButton href={newHref} variant="primary" icon={<PlusIcon />}>
              New {noun}
            </LinkButton>
            <LinkButton href={labelsHref} icon={<TagIcon />}>
              Set up labels
            </LinkButton>
          </>
        )
      }
    >
      {isGroup ? `${names[noun]} from all projects in this group appear here.` : purposes[noun]}
    </EmptyState>
  )
}

interface NoMatchProps extends Listed {
  readonly isPlain: boolean
  readonly state: 'opened' | 'closed' | 'all'
  readonly allHref: string
}

function NoMatch({ noun, isPlain, state, allHref }: NoMatchProps) {
  if (isPlain) {
    return (
      <EmptyState
        illustration={<Illustration of="all-done" />}
        title={`No ${state === 'closed' ? 'closed' : 'open'} ${noun}s`}
        action={<LinkButton href={allHref}>Show all {noun}s</LinkButton>}
      >
        {state === 'closed' ? `No ${noun}s have been closed yet.` : `All ${noun}s are closed.`}
      </EmptyState>
    )
  }
  return <NoMatchingResults allHref={allHref} />
}
