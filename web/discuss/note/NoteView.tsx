import { type MouseEvent, memo, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from '../context.ts'
import { places } from '../noteable.ts'
import { Reactions } from '../reactions/Reactions.tsx'
import { useNoteReactions } from '../reactions/use-presses.ts'
import { useIsNear } from '../reading/in-sight.ts'
import { Prose } from '../text/Prose.tsx'
import { RoughText } from '../text/RoughText.tsx'
import { tasksEnabled } from '../text/tasks.ts'
import { actionsCount, NoteActions, type Resolution } from './NoteActions.tsx'
import { NoteAvatar, NoteByline } from './NoteByline.tsx'
import styles from './NoteView.module.css'

export const EditNote = onDemand(() => import('./EditNote.tsx').then(module => module.EditNote))

const Suggestions = onDemand(() => import('../suggestions/Suggestions.tsx').then(module => module.Suggestions))

interface NoteViewProps {
  readonly note: PageNote
  readonly resolution?: Resolution | null
  /** Open the box to answer in. */
  readonly onReply?: (() => void) | null
}

/** One comment. */
export const NoteView = memo(function NoteView({ note, resolution, onReply }: NoteViewProps) {
  const tools = useTools()
  const [saving, setSaving] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const element = useRef<HTMLElement>(null)
  const isNear = useIsNear(element, tools.isLong)
  const isTarget = tools.targetId === note.id
  const editing = tools.editing(note)
  const isEditing = editing !== null
  const react = useNoteReactions(note)
  // A message may be written for one that the author takes out.
  const hasSuggestions = useStaysOpen(note.suggestions.length > 0)
  const tick = ({ target: box }: MouseEvent<HTMLElement>) => {
    if (!(box instanceof HTMLInputElement) || box.disabled) return
    box.disabled = true
    import('./tick-note.ts').then(
      ({ tickNote }) => tickNote(box, note, tools),
      () => {
        box.disabled = false
        box.checked = !box.checked
      },
    )
  }

  return (
    <article
      ref={element}
      id={`note_${note.id}`}
      tabIndex={-1}
      aria-label={`Comment by ${note.author.name}`}
      aria-busy={saving !== null || isDeleting}
      data-note={note.id}
      data-target={isTarget || undefined}
      data-faded={isDeleting || undefined}
      className={styles.note}
    >
      <NoteAvatar note={note} />
      <header className={styles.header}>
        <NoteByline note={note} isResolvedAlone={note.resolved && resolution?.isResolved === false} />
        {!isEditing && (
          <span
            className={styles.actions}
            // The width of the actions is reserved, so that the elements beside them do not wrap when they appear.
            style={
              isNear ? undefined : { width: roomOf(actionsCount({ note, resolution, onReply, userId: tools.userId })) }
            }
          >
            {isNear && (
              <NoteActions
                note={note}
                react={name => react.press(name, 'picker')}
                resolution={resolution ?? null}
                onReply={onReply ?? null}
                onDeleting={setDeleting}
              />
            )}
          </span>
        )}
      </header>
      <div className={styles.content}>
        {isEditing && (
          // While it is saved it is out of sight, and back as it was when that fails.
          <div hidden={saving !== null}>
            <EditNote
              note={note}
              isAsked={editing === 'asked'}
              onSaving={setSaving}
              fallback={<Prose html={note.noteHtml} />}
            />
          </div>
        )}
        {saving !== null ? (
          <RoughText text={saving} />
        ) : (
          !isEditing && (
            <Prose
              html={note.currentUser.canEdit ? tasksEnabled(note.noteHtml) : note.noteHtml}
              onClick={tick}
              data-note-body
              data-suggests={note.suggestions.length > 0 || undefined}
            />
          )
        )}
        {!isEditing && saving === null && hasSuggestions && <Suggestions note={note} />}
        {saving !== null && <p className={styles.quiet}>Saving…</p>}
        {!isEditing && note.lastEditedAt !== null && saving === null && (
          <p className={styles.quiet}>
            Edited <RelativeTime at={note.lastEditedAt} />
            {note.lastEditedBy && note.lastEditedBy.id !== note.author.id && (
              <>
                {' by '}
                <TextLink href={note.lastEditedBy.path} tone="muted">
                  {note.lastEditedBy.name}
                </TextLink>
              </>
            )}
          </p>
        )}
        {/* The offer appears after the comment: below the text, or the box, it moves neither. */}
        {tools.hasOffers && note.currentUser.canEdit && (
          <UnsentOffer places={[places.edit(note.id)]} onUse={() => tools.setEditing(note.id, true)} />
        )}
        {react.reactions.length > 0 && (
          <Reactions
            reactions={react.reactions}
            canReact={note.currentUser.canAwardEmoji && tools.userId !== null}
            onPress={react.press}
          />
        )}
      </div>
    </article>
  )
})

const roomOf = (actions: number): string => `calc(${actions} * var(--control-s))`
