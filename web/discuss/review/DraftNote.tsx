import { ClockIcon, EyeClosedIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { CallError, call } from '#web/api/client.ts'
import { forgetText, keptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from '../context.ts'
import { NoteAvatar } from '../note/NoteByline.tsx'
import note from '../note/NoteView.module.css'
import { notePath, places } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import { Prose } from '../text/Prose.tsx'
import { RoughText } from '../text/RoughText.tsx'
import styles from './DraftNote.module.css'
import { type DraftNoteProps, useReview } from './drafts.ts'
import { EditDraft } from './EditDraft.tsx'
import { setFlag, useFlags } from './flags.ts'
import { messages } from './messages.ts'
import { usePublish } from './use-publish.ts'

/** A comment that its author alone sees, until it is published. */
export function DraftNote({ draft, isResolved }: DraftNoteProps) {
  const { noteable } = useTools()
  const review = useReview()
  const place = places.draft(noteable, draft.id)
  const [isRestored, setRestored] = useState(false)
  const [saving, setSaving] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const element = useRef<HTMLElement>(null)
  const { publish, isBusy, problem, forgetProblem } = usePublish(null)
  const isAsked = review.editingId === draft.id
  const isEditing = isAsked || isRestored
  const isOrphan = draft.discussionId !== null && draft.replyToNoteId === null

  // The server does not know the unsent texts of this browser when it draws the page.
  useLayoutEffect(() => {
    if (keptText(place) !== null) setRestored(true)
  }, [place])

  // The box may be out of sight of who asked for it by the keyboard.
  useEffect(() => {
    if (isAsked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])

  function close() {
    setRestored(false)
    if (isAsked) review.edit(null)
    review.release(draft.id)
  }

  function ask() {
    setFailure(null)
    setAsking(true)
  }

  async function destroy() {
    setDeleting(true)
    const { kind, namespace, iid } = noteable
    try {
      await call(kind.calls.deletePageDraft, { namespace, iid, draftId: draft.id })
    } catch (error) {
      // Another tab was faster: the draft is deleted already.
      if (!(error instanceof CallError && error.status === 404)) {
        setDeleting(false)
        return setFailure(messages.delete)
      }
    }
    flushSync(() => setAsking(false))
    forgetText(place)
    review.change(drafts => drafts.filter(each => each.id !== draft.id))
  }

  return (
    <article
      ref={element}
      id={`draft_${draft.id}`}
      tabIndex={-1}
      aria-label="Pending comment"
      aria-busy={saving !== null || isDeleting || isBusy}
      data-draft={draft.id}
      data-internal={draft.internal || undefined}
      data-faded={isDeleting || undefined}
      className={`${note.note} ${styles.draft}`}
    >
      <NoteAvatar note={draft} />
      <header className={note.header}>
        <span className={note.byline}>
          <span className={note.author}>
            <bdi>{draft.author.name}</bdi>
          </span>
          <span className={note.username}>@{draft.author.username}</span>
          <RelativeTime at={draft.createdAt} />
          <Tooltip text={messages.pending}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
            <span className={note.badge} data-tone="pending" tabIndex={0}>
              <ClockIcon size={12} /> Pending
            </span>
          </Tooltip>
          {draft.internal && (
            <span className={note.badge} data-tone="internal">
              <EyeClosedIcon size={12} /> Internal note
            </span>
          )}
          {draft.discussionId === null && draft.type !== null && <span className={note.badge}>Starts a thread</span>}
        </span>
        {!isEditing && (
          <span className={note.actions}>
            <IconButton
              label="Edit pending comment"
              data-edit
              icon={<PencilIcon />}
              size="s"
              onClick={() => review.edit(draft.id)}
            />
            <IconButton label="Delete pending comment" icon={<TrashIcon />} size="s" onClick={ask} />
          </span>
        )}
      </header>
      <div className={note.content}>
        {isEditing && (
          // While it is saved it is out of sight, and back as it was when that fails.
          <div hidden={saving !== null}>
            <EditDraft draft={draft} isAsked={isAsked} onSaving={setSaving} onClose={close} />
          </div>
        )}
        {saving !== null ? (
          <RoughText text={saving} />
        ) : (
          !isEditing && draft.noteHtml !== '' && <Prose html={draft.noteHtml} />
        )}
        {!isEditing && draft.references.commands !== '' && (
          <Prose html={draft.references.commands} className={styles.commands} />
        )}
        {saving !== null && <p className={note.quiet}>Saving…</p>}
        {isOrphan && <p className={note.quiet}>{messages.gone}</p>}
        {isResolved === null && draft.replyToNoteId !== null && (
          <p className={note.quiet}>
            <TextLink href={notePath(noteable, draft.replyToNoteId)} tone="muted">
              Reply in a thread
            </TextLink>
          </p>
        )}
        {problem !== null && (
          <Banner tone="danger" onDismiss={forgetProblem}>
            {problem}
          </Banner>
        )}
        {!isEditing && <UnsentOffer places={[place]} onUse={() => setRestored(true)} />}
        {!isEditing && (
          <div className={styles.foot}>
            {isResolved !== null && <Resolves draft={draft} isResolved={isResolved} />}
            {noteable.canComment && (
              <Button size="s" busy={isBusy} disabled={isDeleting} onClick={() => void publish([draft])}>
                Publish now
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete pending comment?"
          confirm="Delete Comment"
          busy={isDeleting}
          error={failure}
          onConfirm={() => void destroy()}
          onClose={() => setAsking(false)}
        >
          {messages.confirmDelete}
        </ConfirmDialog>
      )}
    </article>
  )
}

/** The state of the thread after the reply is published. Changing it makes no request. @source DRAFT-005, PERM-009 */
function Resolves({ draft, isResolved }: { readonly draft: PageDraft; readonly isResolved: boolean }) {
  const { noteable } = useTools()
  const flags = useFlags(noteable)
  const wanted = flags[draft.id] ?? draft.resolveDiscussion ?? isResolved
  const turns = wanted !== isResolved
  const { staysResolved, staysUnresolved, willBeResolved, willBeUnresolved } = partMessages
  const standing = isResolved ? (turns ? willBeUnresolved : staysResolved) : turns ? willBeResolved : staysUnresolved
  return (
    <Checkbox
      className={styles.resolves}
      label={isResolved ? 'Reopen thread' : 'Resolve thread'}
      hint={standing}
      checked={turns}
      onValue={isTurned => setFlag(noteable, draft.id, isTurned ? !isResolved : isResolved)}
    />
  )
}
