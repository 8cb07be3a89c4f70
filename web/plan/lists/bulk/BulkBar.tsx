import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { messages } from '#web/plan/messages.ts'
import { idsOf } from '#web/plan/pickers/list-change.ts'
import { EpicPicker, MilestonePicker } from '#web/plan/pickers/on-demand.ts'
import type { Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import styles from './BulkBar.module.css'
import { BulkChoice } from './BulkChoice.tsx'
import { BulkDay } from './BulkDay.tsx'
import { BulkIssueChoices } from './BulkIssueChoices.tsx'
import { BulkLabels, BulkPeople, nameOf } from './BulkLists.tsx'
import { type Count, countText, type IssueFilterInput, ofIssues } from './bulk-edit.ts'
import { type BulkedList, listOfIssues } from './bulk-kind.ts'
import type { Row, RowsToMove, Update } from './bulk-update.ts'
import { doneList, doneWith, listWords, valueWords } from './bulk-words.ts'
import { type BulkOutcome, useBulk } from './use-bulk.ts'

const BulkEditDialog = onDemand(() => import('./BulkEditDialog.tsx').then(module => module.BulkEditDialog))

/** All issues that the list finds, on every page of it. */
export interface WholeQuery {
  readonly filter: IssueFilterInput
  /** The number of rows, as the tab of the list counts them. */
  readonly count: Count
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onStarted: (edit: StartedChange) => void
}

interface Planned {
  readonly update: Update
  readonly done: DoneWords
  /** The text of the preview: "Add label bug". */
  readonly what: string
}

interface BulkBarProps extends BulkOutcome {
  /** Issues, if it is absent. */
  readonly of?: BulkedList
  readonly namespace: Place
  readonly selected: readonly Row[]
  readonly total: number
  readonly onAll: () => void
  readonly onClear: () => void
  /** Absent where rows stay in their project. */
  readonly onMove?: ((rows: RowsToMove) => void) | undefined
  /** Absent where only the rows of a page can be changed. */
  readonly whole?: WholeQuery | undefined
}

/** The bulk actions on the selected rows. @source LIST-015 to LIST-018, LIST-025 */
export function BulkBar(props: BulkBarProps) {
  const { of = listOfIssues, namespace, selected, total, onAll, onClear, onMove, whole } = props
  const place = namespace.fullPath
  useRootMark('data-bulk-bar')
  const { noun, nouns, bulk } = of
  const change = useBulk(of, props)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const isWhole = whole?.isSelected === true
  const update = (update: Update, done: DoneWords, what: string) =>
    isWhole
      ? setPlanned({ update, done, what })
      : change.mutate({
          rows: selected,
          update,
          done,
          ...('severity' in update && { failure: messages.severityInList }),
        })

  const hasMore =
    whole !== undefined && selected.length === total && (whole.count.isAtLeast || whole.count.count > total)
  return (
    <section
      aria-label={`Bulk edit selected ${nouns}`}
      aria-busy={change.isPending}
      data-keeps-clear
      data-bulk-of={nouns}
      className={styles.bar}
    >
      <span className={styles.count} role="status">
        {isWhole ? `All ${countText(whole.count)} matching selected` : `${selected.length} selected`}
      </span>
      {selected.length < total && (
        <Button size="s" variant="quiet" onClick={onAll}>
          Select all {total}
        </Button>
      )}
      {hasMore && !isWhole && (
        <Button size="s" variant="quiet" onClick={whole.onSelect}>
          Select all {countText(whole.count)} matching
        </Button>
      )}
      {whole && planned && (
        <BulkEditDialog
          one={noun}
          namespace={place}
          filter={whole.filter}
          update={ofIssues(planned.update)}
          done={planned.done}
          what={planned.what}
          onStarted={edit => {
            setPlanned(null)
            whole.onStarted(edit)
          }}
          onClose={() => setPlanned(null)}
        />
      )}
      <span className={styles.actions}>
        {selected.some(row => row.state === 'opened') && (
          <Button
            size="s"
            data-bulk="state"
            busy={change.isPending}
            onClick={() => update({ stateEvent: 'close' }, doneWith('Closed'), 'Close')}
          >
            Close
          </Button>
        )}
        {selected.some(row => row.state === 'closed') && (
          <Button
            size="s"
            data-bulk="state"
            busy={change.isPending}
            onClick={() => update({ stateEvent: 'reopen' }, doneWith('Reopened'), 'Reopen')}
          >
            Reopen
          </Button>
        )}
        <BulkLabels
          namespace={place}
          selected={selected}
          onApply={change =>
            update(
              { addLabelIds: idsOf(change.added), removeLabelIds: idsOf(change.removed) },
              doneList(change, nameOf),
              listWords('label', change.added.map(nameOf), change.removed.map(nameOf)),
            )
          }
        />
        <BulkPeople
          label="Assignees"
          name="assignees"
          namespace={place}
          assignableTo={bulk.of}
          selected={selected}
          of={row => row.assignees}
          none="Unassign everyone"
          onApply={change =>
            update(
              { addAssigneeIds: idsOf(change.added), removeAssigneeIds: idsOf(change.removed) },
              doneList(change, nameOf, ['assigned', 'unassigned']),
              listWords('assignee', change.added.map(nameOf), change.removed.map(nameOf)),
            )
          }
          onNone={() =>
            update({ assigneeIds: ['0'] }, items => `Unassigned everyone from ${items}`, 'Remove all assignees')
          }
        />
        {bulk.of === 'merge_request' && (
          <BulkPeople
            label="Reviewers"
            name="reviewers"
            namespace={place}
            assignableTo="merge_request"
            selected={selected}
            of={row => row.reviewers ?? []}
            none="Remove all reviewers"
            onApply={change =>
              update(
                { addReviewerIds: idsOf(change.added), removeReviewerIds: idsOf(change.removed) },
                doneList(change, ({ name }) => `reviewer ${name}`),
                listWords('reviewer', change.added.map(nameOf), change.removed.map(nameOf)),
              )
            }
            onNone={ids =>
              update({ removeReviewerIds: ids }, items => `Removed all reviewers from ${items}`, 'Remove all reviewers')
            }
          />
        )}
        <BulkChoice label="Milestone" name="milestone" part={MilestonePicker}>
          {close => (
            <MilestonePicker
              namespace={place}
              current={undefined}
              onPick={milestone => {
                close()
                update(
                  { milestoneId: milestone?.id ?? 0 },
                  doneWith('Updated milestone'),
                  valueWords('milestone', milestone?.title ?? null),
                )
              }}
              onClose={close}
            />
          )}
        </BulkChoice>
        {bulk.of === 'epic' && (
          <BulkChoice label="Parent epic" name="parent" part={EpicPicker}>
            {close => (
              <EpicPicker
                group={place}
                current={undefined}
                onPick={epic => {
                  close()
                  update(
                    { parentId: epic?.id ?? 0 },
                    doneWith('Updated parent epic'),
                    valueWords('parent epic', epic?.title ?? null),
                  )
                }}
                onClose={close}
              />
            )}
          </BulkChoice>
        )}
        {bulk.of === 'epic' && (
          <>
            <BulkDay name="startDate" label="Start date" none="Inherit from items" onUpdate={update} />
            <BulkDay name="dueDate" label="Due date" none="Inherit from items" onUpdate={update} />
          </>
        )}
        {bulk.of === 'issue' && (
          <BulkIssueChoices
            namespace={namespace}
            areIncidents={noun === 'incident' || (!isWhole && selected.every(row => row.type === 'incident'))}
            onUpdate={update}
          />
        )}
        <Menu
          label="More actions"
          placement="top-end"
          trigger={<Button size="s">More</Button>}
          items={[
            ...(bulk.of !== 'merge_request'
              ? ([
                  {
                    label: 'Make confidential',
                    onSelect: () =>
                      update({ confidential: 'true' }, doneWith('Made confidential'), 'Make confidential'),
                  },
                  {
                    label: 'Make non-confidential',
                    onSelect: () =>
                      update({ confidential: 'false' }, doneWith('Made non-confidential'), 'Make non-confidential'),
                  },
                  {
                    label: 'Lock discussion',
                    onSelect: () =>
                      update({ discussionLocked: 'true' }, doneWith('Locked discussion'), 'Lock discussion'),
                  },
                  {
                    label: 'Unlock discussion',
                    onSelect: () =>
                      update({ discussionLocked: 'false' }, doneWith('Unlocked discussion'), 'Unlock discussion'),
                  },
                  ...(isWhole || !onMove
                    ? []
                    : ([
                        { kind: 'separator' },
                        { label: 'Move to project', onSelect: () => onMove({ verb: 'move', rows: selected }) },
                        { label: 'Clone to project', onSelect: () => onMove({ verb: 'clone', rows: selected }) },
                      ] as const)),
                  ...(isWhole ? [] : ([{ kind: 'separator' }] as const)),
                ] as const)
              : []),
            ...(isWhole
              ? []
              : ([
                  {
                    label: 'Subscribe',
                    onSelect: () => update({ subscriptionEvent: 'subscribe' }, doneWith('Subscribed'), 'Subscribe'),
                  },
                  {
                    label: 'Unsubscribe',
                    onSelect: () =>
                      update({ subscriptionEvent: 'unsubscribe' }, doneWith('Unsubscribed'), 'Unsubscribe'),
                  },
                ] as const)),
          ]}
        />
      </span>
      <span className={styles.clear}>
        <IconButton label="Clear selection" keyHint="Escape" icon={<XIcon />} size="s" onClick={onClear} />
      </span>
    </section>
  )
}
