import { EyeClosedIcon, HistoryIcon } from '@primer/octicons-react'
import { memo, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from '../context.ts'
import { Prose } from '../text/Prose.tsx'
import { threadCode } from '../thread-code.ts'
import { listLength, mergedChanges, shownOfList } from './changes.ts'
import { DescriptionChange } from './DescriptionChange.tsx'
import styles from './History.module.css'
import { iconOf } from './system-note-icons.ts'

/** The number of rows at the end of a long run that stay in sight. */
const shownOfMany = 2
const manyAre = 6

interface HistoryProps {
  /** The oldest first. */
  readonly notes: readonly PageNote[]
  /** Whether the newest are above. */
  readonly isReversed?: boolean
  /** Changes are what is asked for: none fold away. */
  readonly isWhole?: boolean
}

/** The history in rows; of many consecutive rows, the earlier ones are collapsed. */
export const History = memo(function History({ notes: all, isReversed = false, isWhole = false }: HistoryProps) {
  const { targetId } = useTools()
  const notes = mergedChanges(all)
  const [isOpen, setOpen] = useState(false)
  const isFolded =
    !isOpen && !isWhole && notes.length >= manyAre && notes.slice(0, -shownOfMany).every(each => each.id !== targetId)
  const shown = isFolded ? notes.slice(-shownOfMany) : notes
  const fold = isFolded && (
    <li className={styles.row}>
      <span className={styles.sign}>
        <HistoryIcon size={12} />
      </span>
      <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
        Show {notes.length - shownOfMany} earlier changes
      </Button>
    </li>
  )
  return (
    <ul className={styles.history} aria-label="Changes">
      {!isReversed && fold}
      {(isReversed ? shown.toReversed() : shown).map(note => (
        <Change key={note.id} note={note} isTarget={note.id === targetId} />
      ))}
      {isReversed && fold}
    </ul>
  )
})

const Change = memo(function Change({ note, isTarget }: { readonly note: PageNote; readonly isTarget: boolean }) {
  const Sign = iconOf(note)
  const { parts } = threadCode
  return (
    <li
      id={`note_${note.id}`}
      className={styles.row}
      data-action={note.systemAction}
      data-target={isTarget || undefined}
    >
      <span className={styles.sign}>
        <Sign size={12} />
      </span>
      <div className={styles.words}>
        <TextLink href={note.author.path} tone="plain" className={styles.author}>
          {note.author.name}
        </TextLink>{' '}
        <Text html={note.noteHtml} />{' '}
        {note.internal && (
          <span className={styles.internal}>
            <EyeClosedIcon size={12} aria-label="Internal" />{' '}
          </span>
        )}
        <TextLink href={note.noteableNoteUrl} tone="muted" className={styles.time}>
          <RelativeTime at={note.createdAt} />
        </TextLink>
        {note.descriptionVersionId !== undefined && (
          <DescriptionChange note={note} versionId={note.descriptionVersionId} />
        )}
        {parts && note.outdatedLineChangePath && <parts.LineChange note={note} />}
      </div>
    </li>
  )
})

/**
 * The text of a system note; a long list in it, such as the commits of a push, is collapsed.
 *
 * @source SYSNOTE-002, SYSNOTE-003
 */
function Text({ html }: { readonly html: string }) {
  const [isOpen, setOpen] = useState(false)
  const length = listLength(html)
  if (length <= shownOfList) return <Prose html={html} wide className={styles.text} />
  return (
    <>
      <Prose html={html} wide className={styles.text} data-folded={!isOpen || undefined} />
      <Button variant="quiet" size="s" aria-expanded={isOpen} className={styles.more} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show fewer' : `Show all ${length}`}
      </Button>
    </>
  )
}
