import {
  CheckCircleFillIcon,
  CheckCircleIcon,
  CommentIcon,
  EyeClosedIcon,
  KebabHorizontalIcon,
  LinkIcon,
  PencilIcon,
  QuoteIcon,
  SmileyIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { deletePageNote, toggleNoteAward } from '#web/api/operations.gen.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from './context.ts'
import { EditNote } from './EditNote.tsx'
import { quoted } from './editor/edit.ts'
import { messages } from './messages.ts'
import styles from './NoteView.module.css'
import { places } from './noteable.ts'
import { Prose } from './Prose.tsx'
import { EmojiPicker } from './reactions/EmojiPicker.tsx'
import { useEmojiOf } from './reactions/emojis.ts'
import { Reactions } from './reactions/Reactions.tsx'
import { type Award, reactionsOf, toggled } from './reactions/reactions.ts'

interface NoteViewProps {
  readonly note: PageNote
  /** Of a thread: whether it is resolved, and the way to change that. */
  readonly resolution?: { readonly isResolved: boolean; readonly isBusy: boolean; readonly toggle: () => void } | null
  /** Open the box to answer in. */
  readonly onReply?: (() => void) | null
  /** Behind the header's words: how to fold a thread. */
  readonly aside?: ReactNode
}

/** One comment. */
export const NoteView = memo(function NoteView({ note, resolution, onReply, aside }: NoteViewProps) {
  const tools = useTools()
  const [saving, setSaving] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const element = useRef<HTMLElement>(null)
  const isTarget = tools.targetId === note.id
  const editing = tools.editing(note)
  const isEditing = editing !== null && saving === null
  const react = useNoteReactions(note)

  // The address is outside of React: the note it names comes into sight when it is there.
  useEffect(() => {
    if (!isTarget) return
    element.current?.scrollIntoView({ block: 'start' })
    element.current?.focus({ preventScroll: true })
  }, [isTarget])

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
        <NoteByline note={note} />
        {aside}
        {!isEditing && (
          <span className={styles.actions}>
            <NoteActions
              note={note}
              react={react.toggle}
              resolution={resolution ?? null}
              onReply={onReply ?? null}
              onDeleting={setDeleting}
            />
          </span>
        )}
      </header>
      <div className={styles.content}>
        {note.currentUser.canEdit && (
          <UnsentOffer places={[places.edit(note.id)]} onUse={() => tools.setEditing(note.id, true)} />
        )}
        {isEditing ? (
          <EditNote note={note} isAsked={editing === 'asked'} onSaving={setSaving} />
        ) : saving === null ? (
          <Prose html={note.noteHtml} data-note-body />
        ) : (
          <p className={styles.plain} dir="auto">
            {saving}
          </p>
        )}
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
        <Reactions
          namespace={tools.noteable.namespace}
          reactions={react.reactions}
          canReact={note.currentUser.canAwardEmoji && tools.userId !== null}
          onToggle={react.toggle}
        />
      </div>
    </article>
  )
})

export function NoteAvatar({ note }: { readonly note: Pick<PageNote, 'author'> }) {
  const { id, name, avatarUrl } = note.author
  return (
    <span className={styles.avatar}>
      <span className={styles.wide}>
        <Avatar id={id} name={name} avatarUrl={avatarUrl} sizePx={40} named={false} />
      </span>
      <span className={styles.narrow}>
        <Avatar id={id} name={name} avatarUrl={avatarUrl} sizePx={24} named={false} />
      </span>
    </span>
  )
}

function NoteByline({ note }: { readonly note: PageNote }) {
  const { author } = note
  const isGone = author.path === '' || author.state === 'deleted'
  return (
    <span className={styles.byline}>
      {isGone ? (
        <strong>{messages.deletedUser}</strong>
      ) : (
        <TextLink href={author.path} tone="plain" className={styles.author}>
          {author.name}
        </TextLink>
      )}
      {!isGone && <span className={styles.username}>@{author.username}</span>}
      {author.showStatus && <AuthorStatus html={author.statusTooltipHtml ?? ''} />}
      {author.availability === 'busy' && <span className={styles.badge}>Busy</span>}
      <TextLink href={note.noteableNoteUrl} tone="muted" className={styles.time}>
        <RelativeTime at={note.createdAt} />
      </TextLink>
      {note.internal && (
        <Tooltip text={messages.internal}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
          <span className={styles.badge} data-tone="internal" tabIndex={0}>
            <EyeClosedIcon size={12} /> Internal note
          </span>
        </Tooltip>
      )}
      {note.isNoteableAuthor && <span className={styles.badge}>Author</span>}
      {note.humanAccess !== null ? (
        <span className={styles.badge}>{note.humanAccess}</span>
      ) : (
        note.isContributor && <span className={styles.badge}>Contributor</span>
      )}
    </span>
  )
}

/** The server says the status as HTML: the emoji's name and the words in it are taken out, nothing is drawn of it. */
function AuthorStatus({ html }: { readonly html: string }) {
  const { noteable } = useTools()
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const name = parsed.querySelector('gl-emoji')?.getAttribute('data-name') ?? null
  const emojiOf = useEmojiOf(noteable.namespace, name === null ? [] : [name])
  const words = parsed.body.textContent?.trim() ?? ''
  const sign = name === null ? '💬' : (emojiOf(name) ?? '')
  return (
    <Tooltip text={words || (name ?? '')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
      <span role="img" aria-label={`Status: ${words || name}`} tabIndex={0} className={styles.status}>
        {sign}
      </span>
    </Tooltip>
  )
}

interface NoteActionsProps {
  readonly note: PageNote
  readonly react: (name: string) => void
  readonly resolution: NonNullable<NoteViewProps['resolution']> | null
  readonly onReply: (() => void) | null
  readonly onDeleting: (isDeleting: boolean) => void
}

function NoteActions({ note, react, resolution, onReply, onDeleting }: NoteActionsProps) {
  const { noteable, setEditing, quote, remove, userId } = useTools()
  const [isAsking, setAsking] = useState(false)
  const { canEdit, canAwardEmoji } = note.currentUser

  async function destroy() {
    setAsking(false)
    onDeleting(true)
    try {
      await call(deletePageNote, { namespace: noteable.namespace, noteId: Number(note.id) })
      remove(note.id)
    } catch (error) {
      // Someone else was faster: what was wanted is so.
      if (error instanceof CallError && error.status === 404) return remove(note.id)
      onDeleting(false)
      showToast(messages.delete, { tone: 'danger' })
    }
  }

  const items: MenuItem[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyLink(note) },
    ...(noteable.canComment && userId !== null
      ? [{ label: 'Quote reply', icon: <QuoteIcon />, keyHint: 'R', onSelect: () => quote(quoted(note.note)) }]
      : []),
    ...(canEdit
      ? [
          { kind: 'separator' } as const,
          { label: 'Delete comment', icon: <TrashIcon />, tone: 'danger', onSelect: () => setAsking(true) } as const,
        ]
      : []),
  ]
  return (
    <>
      {resolution && (
        <IconButton
          label={resolution.isResolved ? 'Reopen thread' : 'Resolve thread'}
          icon={resolution.isResolved ? <CheckCircleFillIcon className={styles.resolved} /> : <CheckCircleIcon />}
          size="s"
          aria-pressed={resolution.isResolved}
          aria-busy={resolution.isBusy}
          onClick={resolution.toggle}
        />
      )}
      {canAwardEmoji && userId !== null && (
        <EmojiPicker
          namespace={noteable.namespace}
          onPick={react}
          trigger={<IconButton label="Add reaction" icon={<SmileyIcon />} size="s" />}
        />
      )}
      {onReply && <IconButton label="Reply" icon={<CommentIcon />} size="s" onClick={onReply} />}
      {canEdit && (
        <IconButton label="Edit comment" icon={<PencilIcon />} size="s" onClick={() => setEditing(note.id, true)} />
      )}
      <Menu
        label="Comment actions"
        placement="bottom-end"
        trigger={<IconButton label="More actions" icon={<KebabHorizontalIcon />} size="s" />}
        items={items}
      />
      {isAsking && (
        <ConfirmDialog
          title="Delete comment?"
          confirm="Delete Comment"
          onConfirm={() => void destroy()}
          onClose={() => setAsking(false)}
        >
          {messages.confirmDelete}
        </ConfirmDialog>
      )}
    </>
  )
}

async function copyLink(note: PageNote): Promise<void> {
  const isCopied = await copyText(new URL(note.noteableNoteUrl, location.origin).href)
  showToast(isCopied ? 'Link copied' : 'The link could not be copied', isCopied ? {} : { tone: 'danger' })
}

/** A note's reactions, and one's press on them: shown at once, taken back when the server refuses. */
function useNoteReactions(note: PageNote) {
  const { merge, noteable } = useTools()
  const { user } = useViewer()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function toggle(name: string) {
    if (user === null) return
    const { awards, names } = toggled(note.awardEmoji, name, { id: user.id, name: user.name, username: user.username })
    // A thumb that one takes back stays, so that nothing moves under the pointer. @source 001 §4
    if (/^thumbs(?:up|down)$/.test(name)) setKept(new Set([...kept, ...names]))
    const show = (next: readonly Award[]) => merge([{ ...note, awardEmoji: [...next] }])
    show(awards)
    try {
      for (const each of names)
        await call(toggleNoteAward, { namespace: noteable.namespace, noteId: Number(note.id), name: each })
    } catch {
      show(note.awardEmoji)
      showToast(messages.reaction, { tone: 'danger' })
    }
  }

  return {
    reactions: reactionsOf(note.awardEmoji, user?.id ?? null, kept),
    toggle: (name: string) => void toggle(name),
  }
}
