import { useState } from 'react'
import { withLabels } from '#web/plan/labels/scope.ts'
import { milestoneName } from '#web/plan/pickers/MilestonePicker.tsx'
import { personOption } from '#web/plan/pickers/PeoplePicker.tsx'
import { type Found, useLabels, useMilestones, usePeople } from '#web/plan/pickers/search.ts'
import { Swatch } from '#web/plan/Swatch.tsx'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import type { Option } from '#web/ui/forms/choice-list.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import styles from './NewIssueForm.module.css'

interface FieldProps {
  /** Full path of the project. */
  readonly namespace: string
  readonly selected: readonly Option[]
  readonly onChange: (selected: readonly Option[]) => void
}

interface AssigneesFieldProps extends FieldProps {
  readonly self: (() => void) | null
  /** One at most. */
  readonly single: boolean
}

export function AssigneesField({ namespace, self, single, ...field }: AssigneesFieldProps) {
  const { found, handlers } = useSearch(usePeople, namespace)
  return (
    <FormField
      label="Assignees"
      aside={
        self && (
          <button type="button" className={styles.aside} onClick={self}>
            Assign yourself
          </button>
        )
      }
    >
      <Combobox label="Assignees" multiple={!single} options={found.map(personOption)} {...field} {...handlers} />
    </FormField>
  )
}

export function LabelsField({ namespace, selected, onChange }: FieldProps) {
  const { found, handlers } = useSearch(useLabels, namespace)
  return (
    <FormField label="Labels">
      <Combobox
        label="Labels"
        multiple
        options={found.map(label => ({
          id: String(label.id),
          text: label.name,
          leading: <Swatch color={label.color} />,
        }))}
        selected={selected}
        onChange={chosen => {
          const kept = withLabels(chosen.map(option => ({ name: option.text, option })))
          onChange(kept.map(({ option }) => option))
        }}
        {...handlers}
      />
    </FormField>
  )
}

export function MilestoneField({ namespace, ...field }: FieldProps) {
  const { found, handlers } = useSearch(useMilestones, namespace)
  return (
    <FormField label="Milestone">
      <Combobox
        label="Milestone"
        options={found.map(milestone => ({ id: String(milestone.id), text: milestoneName(milestone) }))}
        {...field}
        {...handlers}
      />
    </FormField>
  )
}

/** What a field offers, asked for only once somebody comes to it. */
function useSearch<T>(search: (namespace: string, text: string, isWanted: boolean) => Found<T>, namespace: string) {
  const [query, setQuery] = useState('')
  const [isWanted, setWanted] = useState(false)
  const { items, isLoading, onMore } = search(namespace, query, isWanted)
  return {
    found: items,
    handlers: { onQuery: setQuery, onFocus: () => setWanted(true), onMore, loading: isLoading, placeholder: 'None' },
  }
}
