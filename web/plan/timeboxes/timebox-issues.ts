import { getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { Search } from '#web/api/router/search.ts'
import type { IssuesPageInput, Place } from '#web/plan/shapes.ts'
import { timeboxInput } from './timebox-address.ts'

/** Which issues a milestone or iteration holds. */
export type TimeboxIssues = Pick<IssuesPageInput, 'milestone' | 'iterationId'>

/** The input of the list of issues on the page of a milestone or iteration. */
export const timeboxIssuesInput = ({ fullPath }: Place, box: TimeboxIssues, search: Search) => ({
  namespace: fullPath,
  ...timeboxInput(search),
  ...box,
  state: search.state === 'closed' ? ('closed' as const) : ('opened' as const),
})

/** Ask for the issues while the page is made: those of a document come with it. */
export const readTimeboxIssuesAhead = (place: Place, box: TimeboxIssues, search: Search): Promise<void> =>
  queryClient.prefetchQuery(
    reading(place.kind === 'group' ? getGroupIssuesPage : getIssuesPage, timeboxIssuesInput(place, box, search)),
  )
