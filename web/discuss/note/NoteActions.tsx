import {
  CheckCircleFillIcon,
  CheckCircleIcon,
  CommentIcon,
  KebabHorizontalIcon,
  LinkIcon,
  PencilIcon,
  PersonIcon,
  QuoteIcon,
  ReportIcon,
  SmileyIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { deletePageNote, resolvePageNote, unresolvePageNote } from '#web/api/operations.gen.ts'
import { EmojiPicker } from '#web/foundation/emoji/EmojiPicker.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { Spinner } from '#web/ui/actions/Spinner.tsx'
import { holdFocus } from '#web/ui/focus.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useReportAbuse } from '../abuse-reports/use-report-abuse.tsx'
import { useTools } from '../context.ts'
import { quoted } from '../editor/text/quoted.ts'
import { messages } from '../messages.ts'
import type { Assignment } from '../noteable.ts'
import { isGone } from './NoteByline.tsx'
import styles from './NoteView.module.css'

/** The state of a thread, shown at its first note, and the way to change it. */
export interface Resolution {
  readonly isResolved: boolean
  readonly isBusy: boolean
  readonly hasReplies: boolean
  readonly toggle: () => void
}

interface NoteActionsProps {
  readonly note: PageNote
  readonly react: (name: string) => void
  readonly resolution: Resolution | null
  readonly onReply: (() => void) | null
  readonly onDeleting: (isDeleting: boolean) => void
}

interface ActionsOf {
  readonly note: PageNote
  readonly resolution: object | null | undefined
  readonly onReply: (() => void) | null | undefined
  readonly userId: number | null
}

/** The number of buttons that `NoteActions` shows. */
export function actionsCount({ note, resolution, onReply, userId }: ActionsOf): number {
  const { canEdit, canAwardEmoji } = note.currentUser
  const shown = [resolution, canAwardEmoji && userId !== null, onReply, canEdit]
  return shown.filter(Boolean).length + 1
}

/** The actions of a note for the viewer. */
export function NoteActions({ note, react, resolution, onReply, onDeleting }: NoteActionsProps) {
  const { noteable, setEditing, quote, merge, remove, userId } = useTools()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { canEdit, canAwardEmoji } = note.currentUser
  const report = useReportAbuse({
    kind: 'note',
    id: Number(note.id),
    url: note.noteableNoteUrl,
    author: note.author,
  })

  async function destroy() {
    setBusy(true)
    onDeleting(true)
    // A live update may take the comment, and what has the focus in it, before the answer comes.
    const next = besides(note.id)
    const letFocusGo = holdFocus()
    try {
      await call(deletePageNote, { namespace: noteable.namespace, noteId: Number(note.id) })
    } catch (error) {
      // Someone else was faster: the note is deleted already.
      if (!(error instanceof CallError && error.status === 404)) {
        setBusy(false)
        onDeleting(false)
        letFocusGo()
        return setFailure(messages.delete)
      }
    }
    // The focus is back on the page before it is moved on.
    flushSync(() => setAsking(false))
    removeFromPage(next)
    letFocusGo()
  }

  function ask() {
    setFailure(null)
    setAsking(true)
  }

  function removeFromPage(next: readonly HTMLElement[]) {
    // The focus goes on before what it is on goes.
    const { activeElement, body } = document
    const isHere = document.getElementById(`note_${note.id}`)?.contains(activeElement) ?? false
    if (isHere || activeElement === null || activeElement === body)
      next.find(each => each.isConnected)?.focus({ preventScroll: true })
    remove(note.id)
  }

  async function toggleAlone() {
    const op = note.resolved ? unresolvePageNote : resolvePageNote
    try {
      merge([await call(op, { namespace: noteable.namespace, noteId: Number(note.id) })])
    } catch {
      showToast(messages.resolve, { tone: 'danger' })
    }
  }

  const { assignment } = noteable
  const isAssigned = assignment?.assigneeIds.includes(note.author.id) ?? false
  async function toggleAssigned({ assigneeIds, assign }: Assignment) {
    try {
      const others = assigneeIds.filter(id => id !== note.author.id)
      await assign(isAssigned ? others : [...assigneeIds, note.author.id])
    } catch {
      showToast(messages.assign, { tone: 'danger' })
    }
  }

  const items: MenuItem[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyLink(note) },
    ...(noteable.canComment && userId !== null
      ? [
          {
            label: 'Quote reply',
            icon: <QuoteIcon />,
            keyHint: 'R',
            onSelect: () => quote(quoted(note.note), { discussionId: note.discussionId, isInternal: note.internal }),
          },
        ]
      : []),
    ...(resolution?.hasReplies
      ? [
          {
            label: note.resolved ? 'Reopen this comment only' : 'Resolve this comment only',
            icon: <CheckCircleIcon />,
            onSelect: () => void toggleAlone(),
          },
        ]
      : []),
    ...(assignment !== null && !isGone(note.author)
      ? [
          {
            label: isAssigned ? 'Unassign from commenting user' : 'Assign to commenting user',
            icon: <PersonIcon />,
            onSelect: () => void toggleAssigned(assignment),
          },
        ]
      : []),
    // @source NOTE-018
    ...(note.reportAbusePath !== null && note.author.id !== userId && !isGone(note.author)
      ? [{ label: 'Report abuse', icon: <ReportIcon />, onSelect: report.open }]
      : []),
    ...(canEdit
      ? [
          { kind: 'separator' } as const,
          { label: 'Delete comment', icon: <TrashIcon />, tone: 'danger', onSelect: ask } as const,
        ]
      : []),
  ]
  return (
    <>
      {resolution && (
        <IconButton
          label={resolution.isResolved ? 'Reopen thread' : 'Resolve thread'}
          icon={<ResolveSign {...resolution} />}
          size="s"
          aria-pressed={resolution.isResolved}
          aria-busy={resolution.isBusy}
          onClick={resolution.toggle}
        />
      )}
      {canAwardEmoji && userId !== null && (
        <EmojiPicker
          label="Add reaction"
          onPick={react}
          trigger={<IconButton label="Add reaction" icon={<SmileyIcon />} size="s" />}
        />
      )}
      {onReply && <IconButton label="Reply" icon={<CommentIcon />} size="s" data-reply onClick={onReply} />}
      {canEdit && (
        <IconButton
          label="Edit comment"
          icon={<PencilIcon />}
          size="s"
          data-edit
          onClick={() => setEditing(note.id, true)}
        />
      )}
      <Menu
        label="Comment actions"
        placement="bottom-end"
        trigger={
          <IconButton
            label={`More actions for the comment by ${note.author.name}`}
            icon={<KebabHorizontalIcon />}
            size="s"
          />
        }
        items={items}
      />
      {report.dialog}
      {isAsking && (
        <ConfirmDialog
          title="Delete comment?"
          confirm="Delete Comment"
          busy={isBusy}
          error={failure}
          onConfirm={() => void destroy()}
          onClose={() => setAsking(false)}
        >
          {messages.confirmDelete}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The comments after it, and then those before it, the nearest first. */
function besides(noteId: string): readonly HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('article[data-note]')]
  const at = all.findIndex(each => each.dataset.note === noteId)
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()]
}

function ResolveSign({ isResolved, isBusy }: Resolution) {
  if (isBusy) return <Spinner size="s" label="Working" />
  return isResolved ? <CheckCircleFillIcon className={styles.resolved} /> : <CheckCircleIcon />
}

async function copyLink(note: PageNote): Promise<void> {
  const isCopied = await copyText(new URL(note.noteableNoteUrl, location.origin).href)
  showToast(isCopied ? 'Link copied' : 'Could not copy the link', isCopied ? {} : { tone: 'danger' })
}
