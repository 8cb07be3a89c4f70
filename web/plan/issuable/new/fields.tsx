import { useState } from 'react'
import type { BoxFields } from '#web/api/unsent-texts/kept-text.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { withLabels } from '#web/plan/labels/scope.ts'
import { fullName } from '#web/plan/pickers/contact-words.ts'
import { createWords, useCreateEpic, useCreateMilestone } from '#web/plan/pickers/creation.ts'
import { iterationName, periodOf } from '#web/plan/pickers/iteration-text.ts'
import { milestoneName } from '#web/plan/pickers/milestone-text.ts'
import { useParents } from '#web/plan/pickers/parents.ts'
import {
  type Found,
  type MilestoneChoice,
  useContacts,
  useEpics,
  useIterations,
  useLabels,
  useMilestones,
  usePeople,
} from '#web/plan/pickers/search.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import styles from './NewIssuableForm.module.css'

type ChosenPerson = NonNullable<BoxFields['assignees']>[number]
type ChosenLabel = NonNullable<BoxFields['labels']>[number]
type ChosenMilestone = NonNullable<BoxFields['milestones']>[number]
type ChosenEpic = NonNullable<BoxFields['epics']>[number]
type ChosenContact = NonNullable<BoxFields['contacts']>[number]
type ChosenIteration = NonNullable<BoxFields['iterations']>[number]

interface FieldProps<Chosen> {
  /** Full path of the project. */
  readonly namespace: string
  readonly selected: readonly Chosen[]
  readonly onChange: (selected: Chosen[]) => void
}

/** The objects of the chosen options: found just now, or chosen before. */
const chosenOf = <Chosen extends { readonly id: number }>(
  options: readonly Option[],
  ...lists: readonly (readonly Chosen[])[]
): Chosen[] => options.flatMap(option => lists.flat().find(each => String(each.id) === option.id) ?? [])

interface AssigneesFieldProps extends FieldProps<ChosenPerson> {
  readonly label?: string
  readonly assignableTo?: 'issue' | 'merge_request'
  /** Offers a button that chooses the reader. */
  readonly self?: (() => void) | null
  /** One at most. */
  readonly single: boolean
}

const searchAssignees =
  (assignableTo: 'issue' | 'merge_request') => (namespace: string, text: string, isWanted: boolean) =>
    usePeople(namespace, text, { isWanted, assignableTo })

const peopleFor = { issue: searchAssignees('issue'), merge_request: searchAssignees('merge_request') }

export function AssigneesField(props: AssigneesFieldProps) {
  const { namespace, label = 'Assignees', self, single, selected, onChange } = props
  const { found, handlers } = useSearch(peopleFor[props.assignableTo ?? 'issue'], namespace)
  return (
    <FormField
      label={label}
      aside={
        self && (
          <button type="button" className={styles.aside} onClick={self}>
            Assign yourself
          </button>
        )
      }
    >
      <Combobox
        label={label}
        multiple={!single}
        options={found.map(personOption)}
        selected={selected.map(person => personOption({ ...person, availability: null }))}
        onChange={options => onChange(chosenOf(options, selected, found).map(chosenPerson))}
        {...handlers}
      />
    </FormField>
  )
}

export const chosenPerson = ({ id, name, username, avatarUrl }: ChosenPerson): ChosenPerson => ({
  id,
  name,
  username,
  avatarUrl,
})

export function LabelsField({ namespace, selected, onChange }: FieldProps<ChosenLabel>) {
  const { found, handlers } = useSearch(useLabels, namespace)
  return (
    <FormField label="Labels">
      <Combobox
        label="Labels"
        multiple
        options={found.map(labelOption)}
        selected={selected.map(labelOption)}
        onChange={options =>
          onChange([
            ...withLabels(chosenOf<ChosenLabel>(options, selected, found)).map(({ id, name, color }) => ({
              id,
              name,
              color,
            })),
          ])
        }
        {...handlers}
      />
    </FormField>
  )
}

const labelOption = ({ id, name, color }: ChosenLabel): Option => ({
  id: String(id),
  text: name,
  leading: <Swatch color={color} />,
})

interface MilestoneFieldProps extends FieldProps<ChosenMilestone> {
  /** The project in which a milestone that is not found can be created, by its id. */
  readonly createIn?: number | false
}

/** @source MILE-003, MILE-004 */
export function MilestoneField({ namespace, createIn = false, selected, onChange }: MilestoneFieldProps) {
  const { found, handlers } = useSearch(useMilestones, namespace)
  const creating = useCreateMilestone(created => onChange([nameOf(created)]))
  const named = found.map(nameOf)
  return (
    <FormField label="Milestone" refusal={creating.error?.message}>
      <Combobox
        label="Milestone"
        options={named.map(namedOption)}
        selected={selected.map(namedOption)}
        onChange={options => onChange(chosenOf(options, selected, named))}
        {...handlers}
        {...(createIn !== false && {
          create: { label: createWords.milestone, run: title => creating.mutate({ id: createIn, title }) },
        })}
        {...(creating.isPending && creatingNow)}
      />
    </FormField>
  )
}

const nameOf = (milestone: MilestoneChoice): ChosenMilestone => ({ id: milestone.id, name: milestoneName(milestone) })

const creatingNow = { loading: true, placeholder: 'Creating…' } as const

const namedOption = ({ id, name }: ChosenMilestone | ChosenEpic | ChosenIteration): Option => ({
  id: String(id),
  text: name,
})

interface EpicFieldProps extends Omit<FieldProps<ChosenEpic>, 'namespace'> {
  readonly label?: string
  /** Full path of the group that the project is in. */
  readonly group: string
}

/** The epic of a new issue or epic: the form holds the choice. @source EPIC-005, EPIC-007 */
export function EpicField({ label = 'Epic', group, selected, onChange }: EpicFieldProps) {
  const { found, answer, handlers } = useSearch(useEpics, group)
  const creating = useCreateEpic(({ id, title }) => onChange([{ id, name: title }]))
  const named = found.map(epic => ({ id: epic.id, name: epic.title }))
  return (
    <FormField label={label} refusal={creating.error?.message}>
      <Combobox
        label={label}
        options={named.map(namedOption)}
        selected={selected.map(namedOption)}
        onChange={options => onChange(chosenOf(options, selected, named))}
        {...handlers}
        {...(answer.canCreate && {
          create: { label: createWords.epic, run: title => creating.mutate({ id: group, title }) },
        })}
        {...(creating.isPending && creatingNow)}
      />
    </FormField>
  )
}

interface ParentFieldProps extends Omit<FieldProps<ChosenEpic>, 'namespace'> {
  readonly projectId: number
  /** The type of the new item. */
  readonly type: string
}

/** The issue that a new task is part of. @source WORKITEM-001 */
export function ParentField({ projectId, type, selected, onChange }: ParentFieldProps) {
  const [query, setQuery] = useState('')
  const [isWanted, setWanted] = useState(false)
  const { items, isLoading } = useParents(projectId, type, query, isWanted)
  const named = items.map(({ id, title }) => ({ id, name: title }))
  return (
    <FormField label="Parent">
      <Combobox
        label="Parent"
        options={items.map(({ id, title, reference }) => ({ id: String(id), text: title, detail: reference }))}
        selected={selected.map(namedOption)}
        onChange={chosen => onChange(chosenOf(chosen, selected, named))}
        onQuery={setQuery}
        onFocus={() => setWanted(true)}
        loading={isLoading}
        placeholder="None"
      />
    </FormField>
  )
}

/** The iteration of an issue that is not there yet. @source MILE-003, MILE-009 */
export function IterationField({ namespace, selected, onChange }: FieldProps<ChosenIteration>) {
  const { found, handlers } = useSearch(useIterations, namespace)
  const named = found.map(iteration => ({ id: iteration.id, name: iterationName(iteration) }))
  const options = found.map(iteration => ({
    id: String(iteration.id),
    text: iterationName(iteration),
    detail: iteration.title === null ? iteration.cadenceTitle : `${iteration.cadenceTitle}, ${periodOf(iteration)}`,
  }))
  return (
    <FormField label="Iteration">
      <Combobox
        label="Iteration"
        options={options}
        selected={selected.map(namedOption)}
        onChange={chosen => onChange(chosenOf(chosen, selected, named))}
        {...handlers}
      />
    </FormField>
  )
}

interface ContactsFieldProps extends Omit<FieldProps<ChosenContact>, 'namespace'> {
  /** Full path of the top-level group. */
  readonly group: string
}

/** The customers whom an issue that is not there yet is about. @source CRM-001 */
export function ContactsField({ group, selected, onChange }: ContactsFieldProps) {
  const { found, handlers } = useSearch(useContacts, group)
  const named = found.map(contact => ({ id: contact.id, name: fullName(contact) }))
  const options = found.map(contact => ({
    id: String(contact.id),
    text: fullName(contact),
    ...(contact.organization && { detail: contact.organization.name }),
  }))
  return (
    <FormField label="Contacts">
      <Combobox
        label="Contacts"
        multiple
        options={options}
        selected={selected.map(namedOption)}
        onChange={chosen => onChange(chosenOf(chosen, selected, named))}
        {...handlers}
      />
    </FormField>
  )
}

/** The options of a field, requested only once it is focused or pointed at. */
function useSearch<T, Further extends object>(
  search: (namespace: string, text: string, isWanted: boolean) => Found<T> & Further,
  namespace: string,
) {
  const [query, setQuery] = useState('')
  const [isWanted, setWanted] = useState(false)
  const answer = search(namespace, query, isWanted)
  const { items, isLoading, onMore } = answer
  return {
    found: items,
    answer,
    handlers: { onQuery: setQuery, onFocus: () => setWanted(true), onMore, loading: isLoading, placeholder: 'None' },
  }
}
