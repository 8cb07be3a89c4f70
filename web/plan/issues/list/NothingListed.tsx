import { PlusIcon, TagIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'

interface NothingListedProps extends NoIssuesProps, NoMatchProps {
  /** There are no issues in any state, and nothing is filtered. */
  readonly isEmptyPlace: boolean
}

/** Stands in place of a list of issues that holds none. */
export function NothingListed({ isEmptyPlace, ...props }: NothingListedProps) {
  return isEmptyPlace ? <NoIssues {...props} /> : <NoMatch {...props} />
}

interface NoIssuesProps {
  readonly newHref: string | null
  readonly labelsHref: string
  readonly isGroup: boolean
}

function NoIssues({ newHref, labelsHref, isGroup }: NoIssuesProps) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title="No issues yet"
      action={
        newHref && (
          <>
            <LinkButton href={newHref} variant="primary" icon={<PlusIcon />}>
              New issue
            </LinkButton>
            <LinkButton href={labelsHref} icon={<TagIcon />}>
              Set up labels
            </LinkButton>
          </>
        )
      }
    >
      {isGroup
        ? 'Issues from all projects in this group appear here.'
        : 'Use issues to track bugs, tasks and ideas, and to discuss them.'}
    </EmptyState>
  )
}

interface NoMatchProps {
  readonly isPlain: boolean
  readonly state: 'opened' | 'closed' | 'all'
  readonly allHref: string
}

function NoMatch({ isPlain, state, allHref }: NoMatchProps) {
  if (isPlain) {
    return (
      <EmptyState
        illustration={<Illustration of="all-done" />}
        title={state === 'closed' ? 'No closed issues' : 'No open issues'}
        action={<LinkButton href={allHref}>Show all issues</LinkButton>}
      >
        {state === 'closed' ? 'No issues have been closed yet.' : 'All issues are closed.'}
      </EmptyState>
    )
  }
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
