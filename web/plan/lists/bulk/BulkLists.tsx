import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { idsOf, type ListChange } from '#web/plan/pickers/list-change.ts'
import { useMarking } from '#web/plan/pickers/marking.ts'
import { LabelPicker, PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { IssueRowData, Label, Person } from '#web/plan/shapes.ts'
import { BulkChoice } from './BulkChoice.tsx'
import type { Row } from './bulk-update.ts'

interface BulkLabelsProps {
  readonly namespace: string
  readonly selected: readonly Row[]
  readonly onApply: (change: ListChange<Label>) => void
}

/** Labels that all rows have are ticked; only what is ticked or cleared here changes, once the list closes. @source LIST-017 */
export function BulkLabels({ namespace, selected, onApply }: BulkLabelsProps) {
  const marking = useMarking<Label>(inAll<Label>(selected.map(row => row.labels)), onApply)
  return (
    <BulkChoice label="Labels" name="labels" part={LabelPicker} onOpen={marking.open} onClose={marking.close}>
      {close => (
        <LabelPicker
          namespace={namespace}
          canCreate={false}
          marked={marking.rows}
          onMarked={marking.mark}
          onClose={close}
        />
      )}
    </BulkChoice>
  )
}

interface BulkPeopleProps {
  readonly label: string
  readonly name: string
  readonly namespace: string
  readonly assignableTo: IssuableSeries
  readonly selected: readonly Row[]
  readonly of: (row: Row) => IssueRowData['assignees']
  /** The row that removes everyone. */
  readonly none: string
  readonly onApply: (change: ListChange<Person>) => void
  /** @param ids  of all whom any row has */
  readonly onNone: (ids: number[]) => void
}

/** People on all rows are ticked; only those ticked or cleared here change, once the list closes. */
export function BulkPeople(props: BulkPeopleProps) {
  const { label, name, namespace, assignableTo, selected, of, none, onApply, onNone } = props
  const marking = useMarking<Person>(inAll(selected.map(row => of(row).map(unbusy))), onApply)
  const everyone = [...new Set(selected.flatMap(row => idsOf(of(row))))]
  return (
    <BulkChoice label={label} name={name} part={PeoplePicker} onOpen={marking.open} onClose={marking.close}>
      {close => (
        <PeoplePicker
          namespace={namespace}
          assignableTo={assignableTo}
          marked={marking.rows}
          onMarked={marking.mark}
          onClose={close}
          {...(everyone.length > 0 && {
            none,
            onNone: () => {
              // Everyone is removed, including people ticked before.
              marking.close('cancel')
              close()
              onNone(everyone)
            },
          })}
        />
      )}
    </BulkChoice>
  )
}

export const nameOf = ({ name }: { readonly name: string }): string => name

/** The list does not tell who is busy. */
const unbusy = (person: IssueRowData['assignees'][number]): Person => ({ ...person, availability: null })

/** The rows that every list has. */
const inAll = <T extends { readonly id: number }>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] =>
  first.filter(row => others.every(list => list.some(other => other.id === row.id)))
