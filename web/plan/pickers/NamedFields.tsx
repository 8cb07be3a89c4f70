import { useState } from 'react'
import { listGroups } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { usePeople } from './search.ts'

interface NamedFieldProps {
  readonly label: string
  readonly hint?: string
  readonly selected: readonly Option[]
  readonly error?: string | null
  readonly onChange: (selected: readonly Option[]) => void
}

interface PeopleFieldProps extends NamedFieldProps {
  /** The full path of the project whose members are offered. */
  readonly namespace: string
}

/** People of a project, in a form. */
export function PeopleField({ namespace, label, hint, selected, error = null, onChange }: PeopleFieldProps) {
  const [query, setQuery] = useState('')
  const found = usePeople(namespace, query)
  return (
    <FormField label={label} {...(hint !== undefined && { hint })} error={error}>
      <Combobox
        label={label}
        multiple
        placeholder="Search for people"
        empty="No matching people"
        options={found.items.map(personOption)}
        selected={selected}
        loading={found.isLoading}
        onQuery={setQuery}
        onChange={onChange}
      />
    </FormField>
  )
}

/** Groups of the user, in a form. */
export function GroupsField({ label, hint, selected, error = null, onChange }: NamedFieldProps) {
  const [query, setQuery, isPausing] = useDebouncedState('')
  const { data, isFetching } = useReading(
    listGroups,
    { perPage: 20, allAvailable: false, ...(query === '' ? {} : { search: query }) },
    { keepPrevious: true },
  )
  return (
    <FormField label={label} {...(hint !== undefined && { hint })} error={error}>
      <Combobox
        label={label}
        multiple
        placeholder="Search for groups"
        empty="No matching groups"
        options={(data ?? []).map(group => ({ id: String(group.id), text: group.fullName, detail: group.fullPath }))}
        selected={selected}
        loading={isFetching || isPausing}
        onQuery={setQuery}
        onChange={onChange}
      />
    </FormField>
  )
}
