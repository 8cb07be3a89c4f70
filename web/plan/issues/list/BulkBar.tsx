import { XIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { bulkUpdateIssues, getIssuesPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { messages } from '#web/plan/messages.ts'
import { LabelPicker } from '#web/plan/pickers/LabelPicker.tsx'
import { MilestonePicker } from '#web/plan/pickers/MilestonePicker.tsx'
import { PeoplePicker } from '#web/plan/pickers/PeoplePicker.tsx'
import type { IssueRowData, Label, Person, Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './BulkBar.module.css'

type Update = Omit<Parameters<ReturnType<typeof useBulk>['mutate']>[0]['update'], 'issuableIds'>

const useBulk = (onDone: () => void) =>
  useOperation(bulkUpdateIssues, {
    refreshes: [getIssuesPage],
    onSuccess: onDone,
    onError: () => showToast(messages.bulkUpdate, { tone: 'danger' }),
  })

interface BulkBarProps {
  readonly namespace: Place
  readonly chosen: readonly IssueRowData[]
  readonly total: number
  readonly onAll: () => void
  readonly onClear: () => void
}

/** What can be done to the chosen rows at once. @source LIST-015 to LIST-018, LIST-025 */
export function BulkBar({ namespace, chosen, total, onAll, onClear }: BulkBarProps) {
  const change = useBulk(onClear)
  const place = namespace.fullPath
  const ids = chosen.map(issue => issue.id)

  function update(update: Update, done: string, undo?: Update) {
    change.mutate(
      { namespace: place, update: { issuableIds: ids.join(), ...update } },
      {
        onSuccess: () =>
          showToast(`${done}: ${countOf(ids.length)}`, {
            ...(undo && {
              undo: () => change.mutate({ namespace: place, update: { issuableIds: ids.join(), ...undo } }),
            }),
          }),
      },
    )
  }

  const areOpen = chosen.every(issue => issue.state === 'opened')
  const areClosed = chosen.every(issue => issue.state === 'closed')
  return (
    <section aria-label="Change the selected issues" aria-busy={change.isPending} className={styles.bar}>
      <span className={styles.count} role="status">
        {chosen.length} selected
      </span>
      {chosen.length < total && (
        <Button size="s" variant="quiet" onClick={onAll}>
          Select all {total}
        </Button>
      )}
      <span className={styles.actions}>
        {!areClosed && (
          <Button
            size="s"
            busy={change.isPending}
            onClick={() => update({ stateEvent: 'close' }, 'Closed', areOpen ? { stateEvent: 'reopen' } : undefined)}
          >
            Close
          </Button>
        )}
        {!areOpen && (
          <Button
            size="s"
            busy={change.isPending}
            onClick={() =>
              update({ stateEvent: 'reopen' }, 'Reopened', areClosed ? { stateEvent: 'close' } : undefined)
            }
          >
            Reopen
          </Button>
        )}
        <Choice label="Labels">
          {close => (
            <BulkLabels
              namespace={place}
              chosen={chosen}
              onApply={labels => {
                close()
                update(labels, 'Changed labels')
              }}
              onEscape={close}
            />
          )}
        </Choice>
        <Choice label="Assignees">
          {close => (
            <BulkPeople
              namespace={place}
              onApply={people => {
                close()
                update(
                  { assigneeIds: people.length === 0 ? ['0'] : people.map(person => String(person.id)) },
                  'Changed assignees',
                )
              }}
              onEscape={close}
            />
          )}
        </Choice>
        <Choice label="Milestone">
          {close => (
            <MilestonePicker
              namespace={place}
              current={undefined}
              onPick={milestone => {
                close()
                update({ milestoneId: milestone?.id ?? 0 }, 'Changed the milestone')
              }}
              onEscape={close}
            />
          )}
        </Choice>
        <Menu
          label="More changes"
          placement="top-end"
          trigger={<Button size="s">More</Button>}
          items={[
            {
              label: 'Turn confidentiality on',
              onSelect: () => update({ confidential: 'true' }, 'Turned confidential'),
            },
            {
              label: 'Turn confidentiality off',
              onSelect: () => update({ confidential: 'false' }, 'No longer confidential'),
            },
            { kind: 'separator' },
            { label: 'Subscribe', onSelect: () => update({ subscriptionEvent: 'subscribe' }, 'Subscribed') },
            { label: 'Unsubscribe', onSelect: () => update({ subscriptionEvent: 'unsubscribe' }, 'Unsubscribed') },
          ]}
        />
      </span>
      <IconButton label="Clear the selection" icon={<XIcon />} size="s" onClick={onClear} />
    </section>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 issue' : `${count} issues`)

interface ChoiceProps {
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}

function Choice({ label, children }: ChoiceProps) {
  return (
    <Popover label={label} placement="top-start" padded={false} trigger={<Button size="s">{label}</Button>}>
      {children}
    </Popover>
  )
}

interface BulkLabelsProps {
  readonly namespace: string
  readonly chosen: readonly IssueRowData[]
  readonly onApply: (labels: { readonly addLabelIds: number[]; readonly removeLabelIds: number[] }) => void
  readonly onEscape: () => void
}

/** Labels that all rows have are ticked; only what is ticked or cleared here changes. @source LIST-017 */
function BulkLabels({ namespace, chosen, onApply, onEscape }: BulkLabelsProps) {
  const [common] = useState<readonly Label[]>(() =>
    (chosen[0]?.labels ?? []).filter(label => chosen.every(issue => issue.labels.some(one => one.id === label.id))),
  )
  const [marked, setMarked] = useState(common)
  const without = (labels: readonly Label[], others: readonly Label[]) =>
    labels.filter(label => !others.some(other => other.id === label.id)).map(label => label.id)
  const addLabelIds = without(marked, common)
  const removeLabelIds = without(common, marked)
  return (
    <LabelPicker
      namespace={namespace}
      canCreate={false}
      marked={marked}
      onMarked={setMarked}
      onEscape={onEscape}
      footer={
        <Button
          block
          variant="primary"
          disabled={addLabelIds.length + removeLabelIds.length === 0}
          onClick={() => onApply({ addLabelIds, removeLabelIds })}
        >
          Apply
        </Button>
      }
    />
  )
}

interface BulkPeopleProps {
  readonly namespace: string
  readonly onApply: (people: readonly Person[]) => void
  readonly onEscape: () => void
}

function BulkPeople({ namespace, onApply, onEscape }: BulkPeopleProps) {
  const [marked, setMarked] = useState<readonly Person[]>([])
  return (
    <PeoplePicker
      namespace={namespace}
      marked={marked}
      onMarked={setMarked}
      onEscape={onEscape}
      footer={
        <Button block variant="primary" onClick={() => onApply(marked)}>
          {marked.length === 0 ? 'Unassign everybody' : 'Apply'}
        </Button>
      }
    />
  )
}
