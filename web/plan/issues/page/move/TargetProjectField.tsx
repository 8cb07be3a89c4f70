import { autocompleteProjects } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { messages } from '#web/plan/messages.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'

interface TargetProjectFieldProps {
  readonly label: string
  /** The project that is not offered. */
  readonly exceptId?: number
  readonly chosen: Option | null
  readonly onChosen: (project: Option | null) => void
}

/** A project that takes issues from the viewer, found by its name. @source MOVE-001, MOVE-005, ERRMSG-016 */
export function TargetProjectField({ label, exceptId, chosen, onChosen }: TargetProjectFieldProps) {
  const [search, setSearch] = useDebouncedState('')
  const { data, isFetching, isError } = useReading(
    autocompleteProjects,
    { ...(exceptId === undefined ? {} : { projectId: exceptId }), ...(search.trim() === '' ? {} : { search }) },
    { keepPrevious: true },
  )
  const projects = isError ? [] : (data ?? [])
  return (
    <FormField label={label} error={isError ? messages.fetchProjects : null}>
      <Combobox
        label={label}
        autoFocus
        options={projects.map(({ id, name, nameWithNamespace, fullPath, avatarUrl }) => ({
          id: String(id),
          text: nameWithNamespace,
          detail: fullPath,
          leading: <Avatar id={id} name={name} avatarUrl={avatarUrl} sizePx={20} shape="square" named={false} />,
        }))}
        selected={chosen === null ? [] : [chosen]}
        loading={isFetching}
        placeholder="Search for a project"
        empty="No matching projects in which you can plan issues"
        onQuery={setSearch}
        onChange={([option]) => onChosen(option ?? null)}
      />
    </FormField>
  )
}
