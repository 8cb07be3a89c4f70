import { useState } from 'react'
import { listMilestoneOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

interface NamedMilestone {
  readonly id: number
  readonly name: string
}

interface MilestonesFieldProps {
  readonly namespace: string
  readonly selected: readonly NamedMilestone[]
  readonly onChange: (selected: readonly NamedMilestone[]) => void
}

/** The milestones of a release: those of its project and of the groups above. */
export function MilestonesField({ namespace, selected, onChange }: MilestonesFieldProps) {
  const [query, setQuery] = useState('')
  const asked = useDebounced(query)
  const found = useReading(listMilestoneOptions, { namespace, search: asked }, { keepPrevious: true })
  return (
    <FormField label="Milestones">
      <Combobox
        label="Milestones"
        multiple
        options={(found.data ?? []).map(({ id, title }) => ({ id: String(id), text: title }))}
        selected={selected.map(({ id, name }) => ({ id: String(id), text: name }))}
        onChange={options => onChange(options.map(({ id, text }) => ({ id: Number(id), name: text })))}
        onQuery={setQuery}
        loading={found.isLoading || asked !== query}
      />
    </FormField>
  )
}
