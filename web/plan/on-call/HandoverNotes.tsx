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

interface LatestNoteProps {
  readonly schedule: ScheduleData
  readonly onEarlier: () => void
  readonly onEdit: (note: NoteData) => void
  readonly onDelete: (note: NoteData) => void
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
          {note.canEdit && (
            <>
              <Button size="s" variant="quiet" aria-label="Edit hand-over note" onClick={() => onEdit(note)}>
                Edit
              </Button>
              <Button size="s" variant="danger-quiet" aria-label="Delete hand-over note" onClick={() => onDelete(note)}>
                Delete
              </Button>
            </>
          )}
        </div>
      </div>
      <Note note={note} />
    </section>
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

interface EarlierNotesProps {
  readonly page: OnCallPageData
  readonly schedule: ScheduleData
  readonly onClose: () => void
}

/** Notes that are shown at once. */
const perPage = 50

/** The notes of a schedule, the latest first. */
export function EarlierNotes({ page, schedule, onClose }: EarlierNotesProps) {
  const input = { id: page.namespace.id, scheduleIid: schedule.iid, perPage }
  const { data, error, refetch } = useReading(listHandoverNotes, input)
  return (
    <Dialog title={`Hand-over notes of ${schedule.name}`} size="l" onClose={onClose}>
      {data === undefined ? (
        error ? (
          <RetryBanner onRetry={() => void refetch()}>{messages.notesFailed}</RetryBanner>
        ) : (
          <Skeleton shape="row" rows={4} label="Loading notes" />
        )
      ) : data.length === 0 ? (
        <EmptyState size="s" headingLevel={3} title={messages.noNotes} />
      ) : (
        <ol className={styles.notes}>
          {data.map(note => (
            <li key={note.id}>
              <Note note={note} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
