import { PersonIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { autocompleteUsers } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { messages } from '#web/plan/messages.ts'
import { useSettled } from '#web/plan/settled.ts'
import type { Person } from '#web/plan/shapes.ts'
import type { Option } from '#web/ui/forms/choice-list.ts'
import { Picker } from '#web/ui/forms/Picker.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIssuePage, useSave, withIssue } from './issue-context.tsx'
import { assigneesTitle, foldedCounter, listNames, peopleShown } from './people.ts'
import { saveAssignees } from './save.ts'
import { Empty, LinkLike } from './values.tsx'
import styles from './widgets.module.css'

/** Who works on it. Marking people in the list saves nothing; closing it saves them all at once. @source ASSIGN */
export function AssigneesWidget() {
  const { issue, permissions } = useIssuePage()
  const { user } = useViewer()
  // The people as marked while the list is open.
  const [marked, setMarked] = useState<readonly Person[] | null>(null)
  const save = useSave({
    save: saveAssignees,
    preview: (page, people: readonly Person[]) => withIssue(page, { assignees: [...people] }),
    failure: messages.saveAssignees,
  })
  const people = marked ?? issue.assignees
  const names = people.map(person => person.name)
  const counter = foldedCounter(people.length)

  function close(how: 'apply' | 'cancel') {
    setMarked(null)
    if (how === 'apply' && marked && idsOf(marked) !== idsOf(issue.assignees)) save.run(marked)
  }

  return (
    <SidebarField
      label={assigneesTitle(people.length)}
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      closeLabel="Apply"
      onOpen={() => setMarked(issue.assignees)}
      onClose={close}
      editor={close => <AssigneePicker marked={people} onMarked={setMarked} onEscape={() => close('cancel')} />}
      icon={
        people[0] === undefined ? (
          <PersonIcon />
        ) : (
          <span className={styles.foldedPeople}>
            {people.slice(0, counter === null ? 2 : 1).map(person => (
              <Avatar key={person.id} {...person} named={false} />
            ))}
          </span>
        )
      }
      summary={counter ?? (people.length === 0 ? 'None' : null)}
      foldedHint={people.length === 0 ? 'Assignee: None' : listNames(names)}
    >
      {people.length === 0 ? (
        <Empty>
          None
          {permissions.canSetMetadata && user && (
            <>
              {' - '}
              <LinkLike onPress={() => save.run([{ ...user, publicEmail: '', state: 'active', locked: false }])}>
                assign yourself
              </LinkLike>
            </>
          )}
        </Empty>
      ) : (
        <AssigneeList people={people} />
      )}
    </SidebarField>
  )
}

const idsOf = (people: readonly Person[]): string =>
  people
    .map(person => person.id)
    .sort((a, b) => a - b)
    .join()

function AssigneeList({ people }: { readonly people: readonly (Person & { availability?: string | null })[] }) {
  const [isWhole, setWhole] = useState(false)
  const rest = people.length - peopleShown
  return (
    <div className={styles.column}>
      <ul className={styles.column}>
        {(isWhole ? people : people.slice(0, peopleShown)).map(person => (
          <li key={person.id}>
            <a href={`/${person.username}`} className={styles.person}>
              <Avatar {...person} sizePx={24} named={false} />
              <span className={styles.name}>
                {person.name}
                {person.availability === 'busy' && <span className={styles.aside}> (Busy)</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && <LinkLike onPress={() => setWhole(!isWhole)}>{isWhole ? '- show less' : `+ ${rest} more`}</LinkLike>}
    </div>
  )
}

interface AssigneePickerProps {
  readonly marked: readonly Person[]
  readonly onMarked: (people: readonly Person[]) => void
  readonly onEscape: () => void
}

function AssigneePicker({ marked, onMarked, onEscape }: AssigneePickerProps) {
  const { namespace } = useIssuePage()
  const [query, setQuery] = useState('')
  const asked = useSettled(query.trim())
  const found = useReading(
    autocompleteUsers,
    { projectId: namespace.id, search: asked, currentUser: true, active: true },
    { keepPrevious: true },
  )
  const people = found.data ?? []
  const options =
    query === '' ? [...marked, ...people.filter(person => !marked.some(one => one.id === person.id))] : people

  function pick(ids: readonly string[]) {
    const known = [...marked, ...people]
    onMarked(ids.flatMap(id => known.find(person => String(person.id) === id) ?? []).map(asPerson))
  }

  return (
    <>
      {found.isError && <Banner tone="danger">{messages.updateAssignees}</Banner>}
      <Picker
        label="Assignees"
        multiple
        options={options.map(optionOf)}
        selected={marked.map(person => String(person.id))}
        onChange={pick}
        onQuery={setQuery}
        loading={found.isFetching}
        none="Unassigned"
        empty={messages.noMatches}
        placeholder="Search users"
        onEscape={onEscape}
      />
    </>
  )
}

type Candidate = Pick<Person, 'id' | 'name' | 'username' | 'avatarUrl'> & { readonly availability?: string | null }

function optionOf(person: Candidate): Option {
  return {
    id: String(person.id),
    text: person.availability === 'busy' ? `${person.name} (Busy)` : person.name,
    detail: `@${person.username}`,
    leading: <Avatar {...person} named={false} />,
  }
}

/** Somebody chosen, as far as the list showed them. */
function asPerson({ id, name, username, avatarUrl, availability }: Candidate): Person {
  return {
    id,
    name,
    username,
    avatarUrl,
    publicEmail: '',
    state: 'active',
    locked: false,
    webUrl: '',
    ...{ availability },
  }
}
