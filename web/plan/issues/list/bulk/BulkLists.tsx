import { useState } from 'react'
import { changeOf, idsOf, isNoChange, type ListChange } from '#web/plan/list-change.ts'
import { LabelPicker, PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { IssueRowData, Label, Person } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import type { Row } from './bulk-update.ts'
import { listWords } from './bulk-words.ts'

interface BulkLabelsProps {
  readonly namespace: string
  readonly chosen: readonly Row[]
  readonly onApply: (change: ListChange<Label>) => void
  readonly onEscape: () => void
}

/** Labels that all rows have are ticked; only what is ticked or cleared here changes. @source LIST-017 */
export function BulkLabels({ namespace, chosen, onApply, onEscape }: BulkLabelsProps) {
  const [common] = useState(() => inAll<Label>(chosen.map(issue => issue.labels)))
  const [marked, setMarked] = useState(common)
  const change = changeOf(common, marked)
  return (
    <LabelPicker
      namespace={namespace}
      canCreate={false}
      marked={marked}
      onMarked={setMarked}
      onEscape={onEscape}
      footer={
        <Button block variant="primary" disabled={isNoChange(change)} onClick={() => onApply(change)}>
          Apply
        </Button>
      }
    />
  )
}

interface BulkPeopleProps {
  readonly namespace: string
  readonly assignableTo: 'issue' | 'merge_request'
  readonly chosen: readonly Row[]
  readonly of: (row: Row) => IssueRowData['assignees']
  /** The button that takes everybody away. */
  readonly none: string
  readonly onApply: (people: {
    readonly marked: readonly Person[]
    readonly added: number[]
    readonly removed: number[]
    /** The change in words. @param one  "assignee" */
    readonly what: (one: string) => string
  }) => void
  readonly onEscape: () => void
}

/** Who all rows have is ticked; only who is ticked or cleared here changes. With nobody left, all rows lose theirs. */
export function BulkPeople({ namespace, assignableTo, chosen, of, none, onApply, onEscape }: BulkPeopleProps) {
  const [common] = useState(() => inAll(chosen.map(row => of(row).map(unbusy))))
  const [marked, setMarked] = useState(common)
  const change = changeOf(common, marked)
  const everyone = chosen.flatMap(row => of(row).map(person => person.id))
  const apply = (removed: readonly { readonly id: number }[]) =>
    onApply({
      marked,
      added: idsOf(change.added),
      removed: idsOf(removed),
      what: one =>
        marked.length === 0
          ? `Remove all ${one}s`
          : listWords(one, change.added.map(nameOf), change.removed.map(nameOf)),
    })
  return (
    <PeoplePicker
      namespace={namespace}
      assignableTo={assignableTo}
      marked={marked}
      onMarked={setMarked}
      onEscape={onEscape}
      footer={
        marked.length === 0 ? (
          <Button
            block
            variant="primary"
            disabled={everyone.length === 0}
            onClick={() => apply([...new Set(everyone)].map(id => ({ id })))}
          >
            {none}
          </Button>
        ) : (
          <Button block variant="primary" disabled={isNoChange(change)} onClick={() => apply(change.removed)}>
            Apply
          </Button>
        )
      }
    />
  )
}

export const nameOf = ({ name }: { readonly name: string }): string => name

/** The list does not tell who is busy. */
const unbusy = (person: IssueRowData['assignees'][number]): Person => ({ ...person, availability: null })

/** The rows that every list has. */
const inAll = <T extends { readonly id: number }>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] =>
  first.filter(row => others.every(list => list.some(other => other.id === row.id)))
