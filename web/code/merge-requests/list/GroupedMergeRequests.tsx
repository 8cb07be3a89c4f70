import type { ReactNode } from 'react'
import { groupIssuablesTopic, issuablesTopic } from '#contract/live-topics.ts'
import type { MergeRequestGroupWord } from '#contract/plan/lists/group-words.ts'
import { getGroupMergeRequestsPage, getMergeRequestsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { GroupedRows } from '#web/plan/lists/groups/GroupedRows.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import type { ListGroupData } from '#web/plan/shapes.ts'
import type { MergeRequestRowData, MergeRequestsPageData, MergeRequestsPageInput } from './shapes.ts'

interface GroupedMergeRequestsProps {
  readonly namespace: MergeRequestsPageData['namespace']
  readonly by: MergeRequestGroupWord
  readonly groups: readonly ListGroupData[]
  readonly limit: number | null
  readonly rows: readonly MergeRequestRowData[]
  readonly rowOf: (row: MergeRequestRowData) => ReactNode
  /** The input of the list. */
  readonly input: MergeRequestsPageInput
  readonly onMore: (rows: readonly MergeRequestRowData[]) => void
}

/** The merge requests of a list in groups. */
export function GroupedMergeRequests({ namespace, input, ...props }: GroupedMergeRequestsProps) {
  return (
    <GroupedRows
      {...props}
      scope={input.groupScope}
      list={`${baseOf(namespace)}/merge_requests`}
      noun="merge request"
      asked={{ input, isGroup: namespace.kind === 'group' }}
      useMore={useMoreMergeRequests}
    />
  )
}

interface GroupedInput {
  readonly input: MergeRequestsPageInput
  readonly isGroup: boolean
}

function useMoreMergeRequests(
  { input, isGroup }: GroupedInput,
  of: { readonly group: string; readonly cursor: string },
) {
  const { view: _view, ...asked } = input
  const { data, isError } = useReading(
    isGroup ? getGroupMergeRequestsPage : getMergeRequestsPage,
    { ...asked, ...of },
    {
      keepPrevious: true,
      topics: page => [
        (isGroup ? groupIssuablesTopic : issuablesTopic)('merge_request', page.namespace.id),
        ...planTopics(page.namespace),
      ],
    },
  )
  return { rows: data?.mergeRequests, next: data?.next ?? null, isError }
}
