import {
  CheckCircleFillIcon,
  CheckIcon,
  CommentIcon,
  DotFillIcon,
  FileDiffIcon,
  PencilIcon,
  PersonIcon,
  SyncIcon,
  XCircleIcon,
} from '@primer/octicons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { requestReviewAgain } from '#web/api/operations.gen.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { changeWords, type ListChange, undoOfList } from '#web/plan/pickers/list-change.ts'
import { useMarking } from '#web/plan/pickers/marking.ts'
import { PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { Person } from '#web/plan/shapes.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { messages } from '../messages.ts'
import { useMergeRequestPage } from '../page/merge-request-context.ts'
import { saveReviewers } from '../save.ts'
import type { MergeRequestData } from '../shapes.ts'
import { BesidePerson } from './BesidePerson.tsx'
import styles from './ReviewersWidget.module.css'

type Reviewer = MergeRequestData['reviewers'][number]

/**
 * The reviewers and the state of their reviews. Marking people saves nothing; closing the list saves them.
 *
 * @source ASSIGN-013
 */
export function ReviewersWidget() {
  const { namespace, permissions } = useIssuable()
  const { mergeRequest } = useMergeRequestPage()
  const { reviewers } = mergeRequest
  const save = useSave<ListChange<Person>>({
    save: saveReviewers,
    undo: undoOfList<Person>('reviewers', change => changeWords(change, person => person.name)),
    failure: messages.reviewers,
    keepsReasons: true,
  })
  const marking = useMarking<Person>(reviewers, save.run)
  const people = marking.rows

  return (
    <SidebarField
      label={people.length > 1 ? `${people.length} Reviewers` : 'Reviewer'}
      editable={permissions.canSetMetadata}
      {...save.field}
      closeLabel="Apply"
      onOpen={marking.open}
      onClose={marking.close}
      editorPart={PeoplePicker}
      editor={end => (
        <PeoplePicker
          namespace={namespace.fullPath}
          assignableTo="merge_request"
          mergeRequestId={mergeRequest.id}
          marked={people}
          single={false}
          onMarked={marking.mark}
          onClose={end}
        />
      )}
      icon={<PersonIcon />}
      summary={people.length === 0 ? 'None' : String(people.length)}
      foldedHint={people.length === 0 ? 'Reviewer: None' : people.map(person => person.name).join(', ')}
    >
      {people.length === 0 ? (
        <span className={styles.none}>None</span>
      ) : (
        <ul className={styles.list}>
          {people.map(person => (
            <ReviewerRow
              key={person.id}
              person={person}
              state={reviewers.find(each => each.id === person.id)?.reviewState ?? 'unreviewed'}
            />
          ))}
        </ul>
      )}
    </SidebarField>
  )
}

interface ReviewerRowProps {
  readonly person: Person
  readonly state: Reviewer['reviewState']
}

function ReviewerRow({ person, state }: ReviewerRowProps) {
  const { permissions } = useIssuable()
  const { mergeRequest } = useMergeRequestPage()
  const hasReviewed = state !== 'unreviewed' && state !== 'review_started'
  return (
    <li className={styles.person}>
      <a href={`/${person.username}`} className={styles.link}>
        <Avatar {...person} sizePx={24} named={false} />
        <span className={styles.name}>
          {person.name}
          {person.availability === 'busy' && <span className={styles.none}> (Busy)</span>}
        </span>
      </a>
      <BesidePerson person={person} />
      <Again person={person} isOffered={hasReviewed && permissions.canUpdate} />
      {/* No review is pending once it is merged or closed. */}
      {(hasReviewed || mergeRequest.state === 'opened') && <ReviewState state={state} />}
    </li>
  )
}

function ReviewState({ state }: { readonly state: Reviewer['reviewState'] }) {
  const { words, icon } = shownStates[state] ?? { words: 'Waiting', icon: <DotFillIcon /> }
  return (
    <span className={styles.state} data-state={state}>
      {icon}
      {words}
    </span>
  )
}

/** The time for which the sign of success shows. @source ASSIGN-016 */
const successMs = 1_500

/** Asks for another review. @source ASSIGN-014, ASSIGN-015 */
function Again({ person, isOffered }: { readonly person: Person; readonly isOffered: boolean }) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const [isDone, setDone] = useState(false)
  const again = useSave<void>({
    save: (_target, _value, carried) =>
      call(requestReviewAgain, { id: namespace.id, mergeRequestIid: mergeRequest.iid, userId: person.id }, { carried }),
    failure: messages.requestAgain,
    onSaved: () => setDone(true),
  })
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), successMs)
    return () => clearTimeout(timer)
  }, [isDone])
  if (isDone)
    return (
      <span className={styles.state} data-state="approved" role="status">
        <CheckIcon aria-label="Review re-requested" />
      </span>
    )
  if (!isOffered) return null
  return (
    <IconButton
      label={`Request another review from ${person.name}`}
      icon={<SyncIcon />}
      size="s"
      disabled={again.isPending}
      aria-busy={again.isPending}
      onClick={() => again.run()}
    />
  )
}

const shownStates: Readonly<Record<string, { readonly words: string; readonly icon: ReactNode }>> = {
  unreviewed: { words: 'Waiting', icon: <DotFillIcon /> },
  review_started: { words: 'Reviewing', icon: <PencilIcon /> },
  reviewed: { words: 'Reviewed', icon: <CommentIcon /> },
  requested_changes: { words: 'Changes requested', icon: <FileDiffIcon /> },
  approved: { words: 'Approved', icon: <CheckCircleFillIcon /> },
  unapproved: { words: 'Approval revoked', icon: <XCircleIcon /> },
}
