import { useState } from 'react'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { listProjectIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type Parent = NonNullable<IssueData['parent']>

interface ParentPickerProps {
  readonly current: Parent | null
  readonly onPick: (parent: Parent | null) => void
  readonly onEscape: () => void
}

/** The open issues of the project that a task can be part of. */
export function ParentPicker({ current, onPick, onEscape }: ParentPickerProps) {
  const { namespace, issue } = useIssuePage()
  const [query, setQuery] = useState('')
  const words = useDebounced(query.trim())
  const iid = /^#?(\d{1,9})$/.exec(words)?.[1]
  const search = iid === undefined ? (words === '' ? {} : { search: words, in: ['title'] }) : { iids: [Number(iid)] }
  const found = useReading(
    listProjectIssues,
    { id: namespace.id, state: 'opened', perPage: 50, ...search },
    { keepPrevious: true },
  )
  const fitting = (found.data ?? []).filter(each => parentTypesOf(issue.type).includes(each.issueType ?? 'issue'))
  const choices = fitting.map(
    ({ id, iid: number, issueType, title, references, webUrl, confidential }): Parent => ({
      ...{ id, iid: number, type: issueType ?? 'issue', title, confidential },
      ...{ reference: references.short, path: new URL(webUrl).pathname },
    }),
  )
  const isMissing = current !== null && query === '' && !choices.some(({ id }) => id === current.id)
  const shown = isMissing ? [current, ...choices] : choices
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchAttributes('issues')}</Banner>}
      <Picker
        label="Parent"
        options={shown.map(({ id, title, reference }) => ({
          id: String(id),
          text: title,
          detail: reference,
          leading: <StateBadge state="opened" look="icon" />,
        }))}
        selected={current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(shown.find(each => String(each.id) === id) ?? null)}
        onQuery={setQuery}
        loading={found.isFetching}
        none="No parent"
        empty={messages.noMatches}
        placeholder="Search issues"
        onEscape={onEscape}
      />
    </>
  )
}
