import { PersonIcon } from '@primer/octicons-react'
import { type ComponentType, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { type IssuableData, useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import type { PageParts } from '#web/plan/issuable/page-cache.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { changeWords, type ListChange, undoOfList, withChange } from '#web/plan/pickers/list-change.ts'
import { useMarking } from '#web/plan/pickers/marking.ts'
import { PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { Person } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Empty, LinkLike } from '../values.tsx'
import { assigneesTitle, foldedCounter, listNames, peopleShown } from './people.ts'
import styles from './widgets.module.css'

interface AssigneesWidgetProps {
  /** The component beside each person. */
  readonly beside?: ComponentType<{ readonly person: Person }> | undefined
}

/**
 * The assignees. Marking people in the list saves nothing, closing it saves them all together; if there can be only
 * one, choosing a user does both.
 *
 * @source ASSIGN-006, ASSIGN-009
 */
export function AssigneesWidget({ beside }: AssigneesWidgetProps) {
  const { kind, namespace, issuable, permissions } = useIssuable()
  const { user } = useViewer()
  const change = {
    save: kind.saves.assignees,
    preview: (now: PageParts<IssuableData>, change: ListChange<Person>) => ({
      issuable: { assignees: withChange(now.issuable.assignees, change).toSorted((a, b) => a.id - b.id) },
    }),
    undo: undoOfList<Person>('assignees', change =>
      changeWords(change, person => person.name, ['assigned', 'unassigned']),
    ),
  }
  const save = useSave({ ...change, failure: messages.saveAssignees })
  // Assigns without opening the list, with a sentence of its own. @source ERRMSG-008
  const assignMe = useSave({ ...change, failure: messages.updateAssignees })
  const marking = useMarking<Person>(issuable.assignees, save.run)
  const people = marking.rows
  const isSingle = issuable.singleAssignee
  const names = people.map(person => person.name)
  const counter = foldedCounter(people.length)

  return (
    <SidebarField
      label={assigneesTitle(people.length)}
      editable={permissions.canSetMetadata}
      {...(save.field.error === null ? assignMe : save).field}
      busy={save.isPending || assignMe.isPending}
      closeLabel={isSingle ? 'Close' : 'Apply'}
      onOpen={marking.open}
      onClose={marking.close}
      editorPart={PeoplePicker}
      editor={close => (
        <PeoplePicker
          namespace={namespace.fullPath}
          assignableTo={kind.series}
          mergeRequestId={kind.series === 'merge_request' ? issuable.id : undefined}
          marked={people}
          single={isSingle}
          onMarked={next => {
            marking.mark(next)
            // One is all there can be: nothing more is to be marked.
            if (isSingle) close()
          }}
          onClose={close}
        />
      )}
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
              <LinkLike
                onPress={() =>
                  assignMe.run({
                    added: [{ ...user, publicEmail: '', state: 'active', locked: false, availability: null }],
                    removed: [],
                  })
                }
              >
                assign yourself
              </LinkLike>
            </>
          )}
        </Empty>
      ) : (
        <AssigneeList people={people} beside={beside} />
      )}
    </SidebarField>
  )
}

function AssigneeList({ people, beside: Beside }: AssigneesWidgetProps & { readonly people: readonly Person[] }) {
  const [isWhole, setWhole] = useState(false)
  const rest = people.length - peopleShown
  return (
    <div className={styles.column}>
      <ul className={styles.column}>
        {(isWhole ? people : people.slice(0, peopleShown)).map(person => (
          <li key={person.id} className={Beside && styles.withSigns}>
            <a href={`/${person.username}`} className={styles.person}>
              <Avatar {...person} sizePx={Beside ? 24 : 32} named={false} />
              <span className={styles.name} title={Beside && person.name}>
                {person.name}
                {person.availability === 'busy' && <span className={styles.aside}> (Busy)</span>}
              </span>
            </a>
            {Beside && <Beside person={person} />}
          </li>
        ))}
      </ul>
      {rest > 0 && <LinkLike onPress={() => setWhole(!isWhole)}>{isWhole ? '- show less' : `+ ${rest} more`}</LinkLike>}
    </div>
  )
}
