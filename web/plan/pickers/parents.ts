import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { listProjectIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import type { Found } from './search.ts'

export type ParentChoice = NonNullable<IssueData['parent']>

/** The open issues of a project that an item of a type can be part of, by number or words of the title. */
export function useParents(projectId: number, type: string, query: string, isWanted = true): Found<ParentChoice> {
  const [words, isPausing] = useSearchText(query.trim())
  const iid = /^#?(\d{1,9})$/.exec(words)?.[1]
  const search = iid === undefined ? (words === '' ? {} : { search: words, in: ['title'] }) : { iids: [Number(iid)] }
  const found = useReading(
    listProjectIssues,
    { id: projectId, state: 'opened', perPage: 50, ...search },
    { keepPrevious: true, enabled: isWanted },
  )
  const fitting = (found.data ?? []).filter(each => parentTypesOf(type).includes(each.issueType ?? 'issue'))
  const items = fitting.map(
    ({ id, iid: number, issueType, title, references, webUrl, confidential }): ParentChoice => ({
      ...{ id, iid: number, type: issueType ?? 'issue', title, confidential },
      ...{ reference: references.short, path: new URL(webUrl).pathname },
    }),
  )
  return { items, isLoading: found.isFetching || isPausing, isError: found.isError, onMore: undefined }
}
