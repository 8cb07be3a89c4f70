import { useState } from 'react'
import type { InputOf } from '#contract/operation.ts'
import { listHandoverNotes } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { NoteData, OnCallPageData, ScheduleData } from './calls.ts'
import { messages } from './messages.ts'
import styles from './OnCall.module.css'

interface NoteActions {
  readonly onEdit: (note: NoteData) => void
  readonly onDelete: (note: NoteData) => void
}

interface LatestNoteProps extends NoteActions {
  readonly schedule: ScheduleData
  readonly onEarlier: () => void
}

/** The latest note for whoever is on call next. */
export function LatestNote({ schedule, onEarlier, onEdit, onDelete }: LatestNoteProps) {
  const { handoverNote: note, earlierNotes } = schedule
  if (note === null) return null
  return (
    <section className={styles.note} aria-label={`Hand-over note of ${schedule.name}`}>
      <div className={styles.noteHead}>
        <h3 className={styles.noteTitle}>Hand-over note</h3>
        <div className={styles.actions}>
          {earlierNotes > 0 && (
            <Button size="s" variant="quiet" onClick={onEarlier}>
              {counted(earlierNotes, 'earlier note')}
            </Button>
          )}
          <NoteButtons note={note} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
      <Note note={note} />
    </section>
  )
}

interface NoteButtonsProps extends NoteActions {
  readonly note: NoteData
}

function NoteButtons({ note, onEdit, onDelete }: NoteButtonsProps) {
  if (!note.canEdit) return null
  return (
    <>
      <Button size="s" variant="quiet" aria-label="Edit hand-over note" onClick={() => onEdit(note)}>
        Edit
      </Button>
      <Button size="s" variant="danger-quiet" aria-label="Delete hand-over note" onClick={() => onDelete(note)}>
        Delete
      </Button>
    </>
  )
}

function Note({ note: { author, createdAt, updatedAt, bodyHtml } }: { readonly note: NoteData }) {
  return (
    <>
      <p className={styles.hint}>
        <bdi>{author?.name ?? 'A former user'}</bdi>, <RelativeTime at={createdAt} />
        {updatedAt !== createdAt && (
          <>
            {' · edited '}
            <RelativeTime at={updatedAt} />
          </>
        )}
      </p>
      <div className={styles.noteBody}>
        <Prose html={bodyHtml} />
      </div>
    </>
  )
}

interface EarlierNotesProps extends NoteActions {
  readonly page: OnCallPageData
  readonly schedule: ScheduleData
  readonly onClose: () => void
}

/** Notes that are loaded at once. */
const perPage = 50

/** The notes of a schedule, the latest first. */
export function EarlierNotes({ page, schedule, onClose, ...actions }: EarlierNotesProps) {
  const [pages, setPages] = useState(1)
  const count = schedule.handoverNote === null ? 0 : schedule.earlierNotes + 1
  return (
    <Dialog title={`Hand-over notes of ${schedule.name}`} size="l" onClose={onClose}>
      {count === 0 ? (
        <EmptyState size="s" headingLevel={3} title={messages.noNotes} />
      ) : (
        <>
          <ol className={styles.notes}>
            {Array.from({ length: pages }, (_, index) => index + 1).map(number => (
              <PageOfNotes
                key={number}
                input={{ id: page.namespace.id, scheduleIid: schedule.iid, perPage, page: number }}
                {...actions}
              />
            ))}
          </ol>
          {count > pages * perPage && (
            <Button onClick={() => setPages(pages + 1)}>
              Show {counted(Math.min(count - pages * perPage, perPage), 'earlier note')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

interface PageOfNotesProps extends NoteActions {
  readonly input: InputOf<typeof import('#contract/plan/incidents/handover-notes.ts').listHandoverNotes>
}

function PageOfNotes({ input, ...actions }: PageOfNotesProps) {
  const { data, error, refetch } = useReading(listHandoverNotes, input)
  if (data === undefined)
    return (
      <li>
        {error ? (
          <RetryBanner onRetry={() => void refetch()}>{messages.notesFailed}</RetryBanner>
        ) : (
          <Skeleton shape="row" rows={4} label="Loading notes" />
        )}
      </li>
    )
  return data.map(note => (
    <li key={note.id}>
      <Note note={note} />
      <div className={styles.actions}>
        <NoteButtons note={note} {...actions} />
      </div>
    </li>
  ))
}
