import { memo } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { NoteView } from './NoteView.tsx'
import styles from './TimelineNote.module.css'

/** A comment by itself, taken out of its thread; a link leads to it there. @source FILTER-014 */
export const TimelineNote = memo(function TimelineNote({ note }: { readonly note: PageNote }) {
  return (
    <div className={styles.single} data-internal={note.internal || undefined}>
      {note.type !== null && (
        <p className={styles.origin}>
          <TextLink href={note.noteableNoteUrl} tone="muted">
            In a thread
          </TextLink>
        </p>
      )}
      <NoteView note={note} />
    </div>
  )
})
