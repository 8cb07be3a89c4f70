import { type ReactNode, useState } from 'react'
import { autocompleteUsers } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { messages } from '#web/plan/messages.ts'
import { useSettled } from '#web/plan/settled.ts'
import type { Person } from '#web/plan/shapes.ts'
import type { Option } from '#web/ui/forms/choice-list.ts'
import { Picker } from '#web/ui/forms/Picker.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'

interface PeoplePickerProps {
  readonly projectId: number
  readonly marked: readonly Person[]
  readonly onMarked: (people: readonly Person[]) => void
  readonly onEscape: () => void
  readonly footer?: ReactNode
}

/** People of a project, searched on the server; those marked stand first. @source ASSIGN-003, ASSIGN-004, ASSIGN-010 */
export function PeoplePicker({ projectId, marked, onMarked, onEscape, footer }: PeoplePickerProps) {
  const [query, setQuery] = useState('')
  const search = useSettled(query.trim())
  const found = useReading(
    autocompleteUsers,
    { projectId, search, currentUser: true, active: true },
    { keepPrevious: true },
  )
  const people: readonly Candidate[] = found.data ?? []
  const rest = people.filter(person => !marked.some(one => one.id === person.id))

  function pick(ids: readonly string[]) {
    const known: readonly Candidate[] = [...marked, ...people]
    onMarked(ids.flatMap(id => known.find(person => String(person.id) === id) ?? []).map(asPerson))
  }

  return (
    <>
      {found.isError && <Banner tone="danger">{messages.updateAssignees}</Banner>}
      <Picker
        label="Assignees"
        multiple
        options={(query === '' ? [...marked, ...rest] : people).map(personOption)}
        selected={marked.map(person => String(person.id))}
        onChange={pick}
        onQuery={setQuery}
        loading={found.isFetching}
        none="Unassigned"
        empty={messages.noMatches}
        placeholder="Search users"
        onEscape={onEscape}
        footer={footer}
      />
    </>
  )
}

export type Candidate = Pick<Person, 'id' | 'name' | 'username' | 'avatarUrl'> & {
  readonly availability?: string | null
}

/** @source ASSIGN-012 */
export function personOption(person: Candidate): Option {
  return {
    id: String(person.id),
    text: person.availability === 'busy' ? `${person.name} (Busy)` : person.name,
    detail: `@${person.username}`,
    leading: <Avatar {...person} named={false} />,
  }
}

/** Somebody chosen, as far as the list showed them. */
export function asPerson({ id, name, username, avatarUrl, availability }: Candidate): Person {
  return {
    ...{ id, name, username, avatarUrl, availability },
    publicEmail: '',
    state: 'active',
    locked: false,
    webUrl: '',
  }
}
