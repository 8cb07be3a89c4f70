import { XIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { bulkUpdateIssues, getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { changeOf, idsOf, isNoChange, type ListChange } from '#web/plan/list-change.ts'
import { messages } from '#web/plan/messages.ts'
import { LabelPicker, MilestonePicker, PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { IssueRowData, Label, Person, Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { patiently } from '#web/ui/patiently.ts'
import { counted } from '#web/ui/text/counted.ts'
import styles from './BulkBar.module.css'
import { BulkChoice } from './BulkChoice.tsx'
import { BulkIssueChoices } from './BulkIssueChoices.tsx'
import { type Count, countText, type IssueFilterInput, ofIssues } from './bulk-edit.ts'
import type { Row, Update } from './bulk-update.ts'
import { listWords, valueWords } from './bulk-words.ts'

const loadUndo = () => patiently(() => import('#web/plan/change-sets/undo-change.ts'))
const BulkEditDialog = onDemand(() => import('./BulkEditDialog.tsx').then(module => module.BulkEditDialog))

/** What the rows are, and how they are changed. */
export interface BulkKind {
  readonly one: string
  readonly many: string
  /** They have what only issues have. */
  readonly areIssues?: true
  /** The reads that show the list. */
  readonly lists: readonly string[]
  readonly error: string
  readonly send: (namespace: string, issuableIds: string, update: Update) => Promise<object>
}

/** Rows that are issues, or incidents alone. @param lists  the reads that show the list */
export const bulkOfIssues = (one: string, lists: readonly string[]): BulkKind => ({
  one,
  many: `${one}s`,
  areIssues: true,
  lists,
  error: messages.bulkUpdate,
  send: (namespace, issuableIds, update) =>
    call(bulkUpdateIssues, { namespace, update: { issuableIds, ...ofIssues(update) } }),
})

const issueKind = bulkOfIssues('issue', [getIssuesPage.name, getGroupIssuesPage.name])

/** All issues that the list finds, on every page of it. */
interface WholeQuery {
  readonly filter: IssueFilterInput
  /** How many they are, as the tab of the list counts them. */
  readonly count: Count
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onStarted: (edit: StartedChange) => void
}

interface BulkChange {
  readonly rows: readonly Row[]
  readonly update: Update
  /** What the toast says: "Closed". */
  readonly done: string
  /** What it says when it fails, where that is not the sentence of all bulk edits. */
  readonly failure?: string
}

function useBulk(kind: BulkKind, { onUndo, onRead }: Pick<BulkBarProps, 'onUndo' | 'onRead'>) {
  const countOf = (count: number) => counted(count, kind.one, kind.many)
  const client = useQueryClient()
  // What follows stands here and not with each call: the bar may be gone by then, with the rows that left the list.
  const change = useMutation({
    mutationFn: ({ rows, update }: BulkChange) =>
      Promise.all([...Map.groupBy(rows, projectOf)].map(([path, each]) => kind.send(path, idsOf(each).join(), update))),
    onSuccess: (replies, { done }) => {
      const made = replies.filter(isDone)
      if (made.length === 0) return
      const count = made.reduce((sum, each) => sum + each.count, 0)
      const undoable = made.flatMap(each => each.changeSetId ?? [])
      if (count === 0) showToast(`No ${kind.one} was changed.`, { tone: 'info' })
      else
        showToast(
          `${done}: ${countOf(count)}`,
          undoable.length === 0
            ? {}
            : { undo: () => void loadUndo().then(({ undoChanges }) => undoChanges(undoable, onUndo)) },
        )
    },
    onError: (_error, { failure = kind.error }) => showToast(failure, { tone: 'danger' }),
    onSettled: () => {
      void Promise.all(kind.lists.map(list => client.invalidateQueries({ queryKey: [list] }))).then(onRead)
    },
  })
  return change
}

/** The lists of groups have issues of several projects. */
const projectOf = ({ webPath }: Row): string => webPath.slice(1).split('/-/')[0] ?? ''

interface Done {
  readonly count: number
  /** The change set that can be undone. */
  readonly changeSetId: number | null
}

const isDone = (reply: object): reply is Done => 'count' in reply

interface Planned {
  readonly update: Update
  readonly done: string
  /** What the preview says: "Add label bug". */
  readonly what: string
}

interface BulkBarProps {
  readonly kind?: BulkKind
  readonly namespace: Place
  readonly chosen: readonly Row[]
  readonly total: number
  readonly onAll: () => void
  readonly onClear: () => void
  /** Absent where only the rows of a page can be changed. */
  readonly whole?: WholeQuery | undefined
  /** A change set that takes another one back was started. */
  readonly onUndo: (edit: StartedChange) => void
  /** The list has been read again after a change: what left it does not wait. */
  readonly onRead: () => void
}

/** What can be done to the chosen rows at once. @source LIST-015 to LIST-018, LIST-025 */
export function BulkBar(props: BulkBarProps) {
  const { kind = issueKind, namespace, chosen, total, onAll, onClear, whole } = props
  const place = namespace.fullPath
  const change = useBulk(kind, props)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const isWhole = whole?.isChosen === true
  const update = (update: Update, done: string, what: string) =>
    isWhole
      ? setPlanned({ update, done, what })
      : change.mutate({
          rows: chosen,
          update,
          done,
          ...('severity' in update && { failure: messages.severityInList }),
        })

  const hasMore = whole !== undefined && chosen.length === total && (whole.count.isAtLeast || whole.count.count > total)
  return (
    <section
      aria-label={`Bulk edit selected ${kind.many}`}
      aria-busy={change.isPending}
      data-keeps-clear
      className={styles.bar}
    >
      <span className={styles.count} role="status">
        {isWhole ? `All ${countText(whole.count)} matching selected` : `${chosen.length} selected`}
      </span>
      {chosen.length < total && (
        <Button size="s" variant="quiet" onClick={onAll}>
          Select all {total}
        </Button>
      )}
      {hasMore && !isWhole && (
        <Button size="s" variant="quiet" onClick={whole.onChoose}>
          Select all {countText(whole.count)} matching
        </Button>
      )}
      {whole && planned && (
        <BulkEditDialog
          one={kind.one}
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
        {chosen.some(row => row.state === 'opened') && (
          <Button
            size="s"
            data-bulk="state"
            busy={change.isPending}
            onClick={() => update({ stateEvent: 'close' }, 'Closed', 'Close')}
          >
            Close
          </Button>
        )}
        {chosen.some(row => row.state === 'closed') && (
          <Button
            size="s"
            data-bulk="state"
            busy={change.isPending}
            onClick={() => update({ stateEvent: 'reopen' }, 'Reopened', 'Reopen')}
          >
            Reopen
          </Button>
        )}
        <BulkChoice label="Labels" name="labels" part={LabelPicker}>
          {close => (
            <BulkLabels
              namespace={place}
              chosen={chosen}
              onApply={({ added, removed }) => {
                close()
                update(
                  { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) },
                  'Updated labels',
                  listWords('label', added.map(nameOf), removed.map(nameOf)),
                )
              }}
              onEscape={close}
            />
          )}
        </BulkChoice>
        <BulkChoice label="Assignees" name="assignees" part={PeoplePicker}>
          {close => (
            <BulkPeople
              namespace={place}
              chosen={chosen}
              of={row => row.assignees}
              none="Unassign everyone"
              onApply={({ marked, added, removed, what }) => {
                close()
                update(
                  marked.length === 0 ? { assigneeIds: ['0'] } : { addAssigneeIds: added, removeAssigneeIds: removed },
                  'Updated assignees',
                  what('assignee'),
                )
              }}
              onEscape={close}
            />
          )}
        </BulkChoice>
        {!kind.areIssues && (
          <BulkChoice label="Reviewers" name="reviewers" part={PeoplePicker}>
            {close => (
              <BulkPeople
                namespace={place}
                chosen={chosen}
                of={row => row.reviewers ?? []}
                none="Remove all reviewers"
                onApply={({ added, removed, what }) => {
                  close()
                  update({ addReviewerIds: added, removeReviewerIds: removed }, 'Updated reviewers', what('reviewer'))
                }}
                onEscape={close}
              />
            )}
          </BulkChoice>
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
                  'Updated milestone',
                  valueWords('milestone', milestone?.title ?? null),
                )
              }}
              onEscape={close}
            />
          )}
        </BulkChoice>
        {kind.areIssues && (
          <BulkIssueChoices
            namespace={namespace}
            areIncidents={kind.one === 'incident' || (!isWhole && chosen.every(row => row.type === 'incident'))}
            onUpdate={update}
          />
        )}
        <Menu
          label="More actions"
          placement="top-end"
          trigger={<Button size="s">More</Button>}
          items={[
            ...(kind.areIssues
              ? ([
                  {
                    label: 'Make confidential',
                    onSelect: () => update({ confidential: 'true' }, 'Made confidential', 'Make confidential'),
                  },
                  {
                    label: 'Make non-confidential',
                    onSelect: () => update({ confidential: 'false' }, 'Made non-confidential', 'Make non-confidential'),
                  },
                  {
                    label: 'Lock discussion',
                    onSelect: () => update({ discussionLocked: 'true' }, 'Locked discussion', 'Lock discussion'),
                  },
                  {
                    label: 'Unlock discussion',
                    onSelect: () => update({ discussionLocked: 'false' }, 'Unlocked discussion', 'Unlock discussion'),
                  },
                  ...(isWhole ? [] : ([{ kind: 'separator' }] as const)),
                ] as const)
              : []),
            ...(isWhole
              ? []
              : ([
                  {
                    label: 'Subscribe',
                    onSelect: () => update({ subscriptionEvent: 'subscribe' }, 'Subscribed', 'Subscribe'),
                  },
                  {
                    label: 'Unsubscribe',
                    onSelect: () => update({ subscriptionEvent: 'unsubscribe' }, 'Unsubscribed', 'Unsubscribe'),
                  },
                ] as const)),
          ]}
        />
      </span>
      <span className={styles.clear}>
        <IconButton label="Clear selection" icon={<XIcon />} size="s" onClick={onClear} />
      </span>
    </section>
  )
}

interface BulkLabelsProps {
  readonly namespace: string
  readonly chosen: readonly Row[]
  readonly onApply: (change: ListChange<Label>) => void
  readonly onEscape: () => void
}

/** Labels that all rows have are ticked; only what is ticked or cleared here changes. @source LIST-017 */
function BulkLabels({ namespace, chosen, onApply, onEscape }: BulkLabelsProps) {
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
function BulkPeople({ namespace, chosen, of, none, onApply, onEscape }: BulkPeopleProps) {
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

const nameOf = ({ name }: { readonly name: string }): string => name

/** The list does not tell who is busy. */
const unbusy = (person: IssueRowData['assignees'][number]): Person => ({ ...person, availability: null })

/** The rows that every list has. */
const inAll = <T extends { readonly id: number }>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] =>
  first.filter(row => others.every(list => list.some(other => other.id === row.id)))
