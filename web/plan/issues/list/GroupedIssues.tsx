import type { ReactNode } from 'react'
import { groupIssuesTopic, issuesTopic } from '#contract/live-topics.ts'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { useReading } from '#web/api/query.ts'
import { GroupedRows } from '#web/plan/lists/groups/GroupedRows.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import type { IssueRowData, IssuesPageInput, ListGroupData, Place } from '#web/plan/shapes.ts'
import type { ListKind } from './list-kind.ts'

interface GroupedIssuesProps {
  readonly kind: ListKind
  readonly namespace: Place
  readonly by: GroupWord
  readonly groups: readonly ListGroupData[]
  readonly limit: number | null
  readonly rows: readonly IssueRowData[]
  readonly rowOf: (issue: IssueRowData) => ReactNode
  /** The input of the list. */
  readonly input: IssuesPageInput
  readonly onMore: (issues: readonly IssueRowData[]) => void
}

/** The issues of a list in groups. */
export function GroupedIssues({ kind, namespace, input, ...props }: GroupedIssuesProps) {
  return (
    <GroupedRows
      {...props}
      scope={input.groupScope}
      list={`${baseOf(namespace)}/${kind.segment}`}
      noun={kind.noun}
      asked={{ kind, input, isGroup: namespace.kind === 'group' }}
      useMore={useMoreIssues}
    />
  )
}

interface GroupedInput {
  readonly kind: ListKind
  readonly input: IssuesPageInput
  readonly isGroup: boolean
}

function useMoreIssues(
  { kind, input, isGroup }: GroupedInput,
  of: { readonly group: string; readonly cursor: string },
) {
  const { view: _view, ...asked } = input
  const { data, isError } = useReading(
    (isGroup ? kind.pages.group : undefined) ?? kind.pages.project,
    { ...asked, ...of },
    {
      keepPrevious: true,
      topics: page => [
        isGroup ? groupIssuesTopic(page.namespace.id) : issuesTopic(page.namespace.id),
        ...planTopics(page.namespace),
      ],
    },
  )
  return { rows: data?.issues, next: data?.next ?? null, isError }
}
