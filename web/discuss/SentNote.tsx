import { ZapIcon } from '@primer/octicons-react'
import { useViewer } from '#web/api/viewer.ts'
import { Spinner } from '#web/ui/actions/Spinner.tsx'
import { messages } from './messages.ts'
import { NoteAvatar } from './note/NoteByline.tsx'
import note from './note/NoteView.module.css'
import type { PendingNote } from './reading/discussions-state.ts'
import styles from './SentNote.module.css'
import { RoughText } from './text/RoughText.tsx'

/** A note that is being sent, with its text as it was typed. */
export function SentNote({ note: pending }: { readonly note: PendingNote }) {
  const { user } = useViewer()
  if (user === null) return null
  if (pending.text === '')
    return (
      <div className={styles.commands} role="status">
        <span className={styles.sign}>
          <ZapIcon size={12} />
        </span>
        {pending.isDraft ? 'Saving…' : applying(pending)}
        <Spinner size="s" label="Working" />
      </div>
    )
  const author = {
    id: user.id,
    name: user.name,
    username: user.username,
    avatarUrl: user.avatarUrl,
    path: `/${user.username}`,
    state: 'active',
    showStatus: false,
    statusTooltipHtml: null,
    availability: null,
    isGitlabEmployee: false,
  }
  return (
    <div className={note.note} aria-busy="true" data-internal={pending.isInternal || undefined}>
      <NoteAvatar note={{ author }} />
      <div className={note.header}>
        <span className={note.byline}>
          <span className={note.author}>
            <bdi>{user.name}</bdi>
          </span>
          <span className={note.username}>@{user.username}</span>
          <span role="status" className={styles.posting}>
            <Spinner size="s" label={pending.isDraft ? 'Saving' : 'Posting'} />{' '}
            {pending.isDraft ? 'Saving…' : 'Posting…'}
            {pending.commands > 0 && !pending.isDraft && ` ${applying(pending)}`}
          </span>
        </span>
      </div>
      <RoughText text={pending.text} />
    </div>
  )
}

const applying = ({ commands }: PendingNote): string =>
  commands > 1 ? messages.applyingCommands : messages.applyingCommand
