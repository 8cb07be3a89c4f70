import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import type { autocompleteProjects as autocompleteOperation } from '#contract/plan/issues/issue-page-calls.ts'
import { autocompleteProjects } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { useSearchText } from '#web/ui/use-debounced.ts'

interface TargetProjectFieldProps {
  readonly label: string
  /** The project that is not offered. */
  readonly exceptId?: number
  readonly chosen: Option | null
  readonly onChosen: (project: Option | null) => void
}

/** A project that takes issues from the viewer, found by its name. @source MOVE-001, MOVE-005, ERRMSG-016 */
export function TargetProjectField({ label, exceptId, chosen, onChosen }: TargetProjectFieldProps) {
  const [query, setQuery] = useState('')
  const [search, isPausing] = useSearchText(query.trim())
  const { data, isFetching, isError } = useReading(
    autocompleteProjects,
    { ...(exceptId === undefined ? {} : { projectId: exceptId }), ...(search === '' ? {} : { search }) },
    { keepPrevious: true },
  )
  const projects = isError ? [] : (data ?? [])
  return (
    <FormField label={label} error={isError ? editMessages.fetchProjects : null}>
      <Combobox
        label={label}
        autoFocus
        // Enter takes the first one: what an older search brought is offered only as far as it fits what is typed now.
        options={matching(projects.map(optionOf), query)}
        selected={chosen === null ? [] : [chosen]}
        loading={isFetching || isPausing}
        placeholder="Search for a project"
        empty="No matching projects where you can move issues"
        onQuery={setQuery}
        onChange={([option]) => onChosen(option ?? null)}
      />
    </FormField>
  )
}

type Project = ReplyOf<typeof autocompleteOperation>[number]

const optionOf = ({ id, name, nameWithNamespace, fullPath, avatarUrl }: Project): Option => ({
  id: String(id),
  text: nameWithNamespace,
  detail: fullPath,
  leading: <Avatar id={id} name={name} avatarUrl={avatarUrl} sizePx={20} shape="square" named={false} />,
})
