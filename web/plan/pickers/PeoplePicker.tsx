import { AlertIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { useViewer } from '#web/api/viewer.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import type { Person } from '#web/plan/shapes.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { without } from './list-change.ts'
import styles from './PeoplePicker.module.css'
import { type Candidate, usePeople } from './search.ts'

interface PeoplePickerProps {
  /** The noun of the list, in the plural. */
  readonly label?: string
  /** Full path of the project. */
  readonly namespace: string
  /** The type of items that people are assigned to: users who cannot be assigned are left out. */
  readonly assignableTo?: IssuableSeries
  /** Only people who can be on call are offered. */
  readonly canBeOnCall?: boolean
  /** The merge request they are chosen for: who cannot merge it has a sign. */
  readonly mergeRequestId?: number | undefined
  readonly marked: readonly Person[]
  /** At most one: each picked user replaces the former one. */
  readonly single?: boolean
  /** The row that unmarks everyone; with `onNone`, a last row that does something else. */
  readonly none?: string
  readonly onNone?: () => void
  readonly onMarked: (people: readonly Person[]) => void
  readonly onClose: () => void
}

/** People of a project, searched on the server; those marked at the start stand first. @source ASSIGN-003, ASSIGN-004, ASSIGN-010, ASSIGN-011 */
export function PeoplePicker(props: PeoplePickerProps) {
  const {
    namespace,
    marked,
    single = false,
    none = 'Unassigned',
    label = 'Assignees',
    onNone,
    onMarked,
    onClose,
  } = props
  const { user } = useViewer()
  const [query, setQuery] = useState('')
  const found = usePeople(namespace, query, {
    assignableTo: props.assignableTo,
    canBeOnCall: props.canBeOnCall,
    mergeRequestId: props.mergeRequestId,
  })
  // Marked later, here or by others, a person keeps their place until the list is opened again.
  const [first] = useState(marked)
  const isViewer = (person: Candidate) => person.id === user?.id
  const rest = without(found.items, first)
  // The marked users, then the viewer, who is assigned most often.
  const whole: readonly Candidate[] = [
    ...first.map(person => found.items.find(one => one.id === person.id) ?? person),
    ...rest.filter(isViewer),
    ...rest.filter(one => !isViewer(one)),
    ...without(marked, [...first, ...rest]),
  ]

  function pick(ids: readonly string[]) {
    const known: readonly Candidate[] = [...marked, ...first, ...found.items]
    onMarked(ids.flatMap(id => known.find(person => String(person.id) === id) ?? []).map(asPerson))
  }

  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchPeople}</Banner>}
      <Picker
        label={label}
        multiple={!single}
        options={(query === '' ? whole : found.items).map(optionOf)}
        selected={marked.map(person => String(person.id))}
        onChange={pick}
        onQuery={setQuery}
        loading={found.isLoading}
        none={none}
        onNone={onNone}
        empty={messages.noMatches}
        onClose={onClose}
      />
    </>
  )
}

const optionOf = (person: Candidate) => ({
  ...personOption(person),
  ...(person.canMerge === false && {
    trailing: (
      <span className={styles.cannotMerge} role="img" aria-label="Cannot merge" title="Cannot merge">
        <AlertIcon />
      </span>
    ),
  }),
})

/** A chosen user, as far as the list showed them. @source ASSIGN-012 */
const asPerson = ({ canMerge: _canMerge, ...candidate }: Candidate): Person => ({
  ...candidate,
  publicEmail: '',
  state: 'active',
  locked: false,
})
