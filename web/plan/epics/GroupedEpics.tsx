import type { ReactNode } from 'react'
import { groupIssuablesTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { EpicGroupWord } from '#contract/plan/lists/group-words.ts'
import { getGroupEpicsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { GroupedRows } from '#web/plan/lists/groups/GroupedRows.tsx'
import { planTopics } from '#web/plan/place.ts'
import type { ListGroupData } from '#web/plan/shapes.ts'
import type { EpicRowData } from './shapes.ts'

type EpicsInput = InputOf<typeof import('#contract/plan/epics/epic-pages.ts').getGroupEpicsPage>

interface GroupedEpicsProps {
  /** The path of the list. */
  readonly list: string
  readonly by: EpicGroupWord
  readonly groups: readonly ListGroupData[]
  readonly limit: number | null
  readonly rows: readonly EpicRowData[]
  readonly rowOf: (epic: EpicRowData) => ReactNode
  /** The input of the list. */
  readonly input: EpicsInput
  readonly onMore: (rows: readonly EpicRowData[]) => void
}

/** The epics of a list in groups. */
export function GroupedEpics({ input, ...props }: GroupedEpicsProps) {
  return <GroupedRows {...props} scope={input.groupScope} noun="epic" asked={input} useMore={useMoreEpics} />
}

function useMoreEpics(
  { view: _view, page: _page, ...asked }: EpicsInput,
  of: { readonly group: string; readonly cursor: string },
) {
  const { data, isError } = useReading(
    getGroupEpicsPage,
    { ...asked, ...of },
    {
      keepPrevious: true,
      topics: page => [groupIssuablesTopic('epic', page.namespace.id), ...planTopics(page.namespace)],
    },
  )
  return { rows: data?.epics, next: data?.next ?? null, isError }
}
