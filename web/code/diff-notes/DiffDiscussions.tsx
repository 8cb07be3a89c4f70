import { CommentDiscussionIcon, CommentIcon } from '@primer/octicons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DiffFile, DiffFileHead, DiffSummary } from '#contract/code/diffs/diffs.ts'
import type { PageDiscussion } from '#contract/discuss/discussion-page.ts'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import type { Position, PositionInput } from '#contract/discuss/positions.ts'
import { call } from '#web/api/client.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { useGoTo, useHash } from '#web/api/route.tsx'
import { keptPlaces } from '#web/api/unsent-texts/kept-store.ts'
import { keptText } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import { usePost } from '#web/discuss/comment/use-post.ts'
import { DiscussionsContext, type DiscussionsTools } from '#web/discuss/context.ts'
import { noteChange } from '#web/discuss/note/note-change.ts'
import { type Noteable, places } from '#web/discuss/noteable.ts'
import { isOwn, standingOf } from '#web/discuss/reading/discussions.ts'
import { type Review, ReviewContext, withDraft } from '#web/discuss/review/drafts.ts'
import { useDrafts } from '#web/discuss/review/use-drafts.ts'
import { Thread } from '#web/discuss/thread/Thread.tsx'
import { shortcuts } from '#web/shortcuts.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { whenDrawn } from '#web/ui/actions/when-drawn.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { SharedClock } from '#web/ui/text/RelativeTime.tsx'
import { anchorOf } from '../diff/file-anchor.ts'
import { type ImagePoint, percentsOf } from '../diff/images/image-point.ts'
import type { DiffSlots, ImagePin, LineContent, LinePlace } from '../diff/rows/slots.ts'
import styles from './DiffDiscussions.module.css'
import { type FormPlace, givesWay, nameOfPlace, rangeOf, readPlaceName } from './form-place.ts'
import { LineForm } from './LineForm.tsx'
import { messages } from './messages.ts'
import { BelowLines } from './ThreadCode.tsx'
import { isOfOtherImage, placeIn, type ShownDiff, useDiffThreads } from './threads.ts'

interface DiffDiscussionsProps {
  readonly noteable: Noteable
  /** How many comments of the viewer were pending when the page came. */
  readonly drafts: number
  readonly diff: DiffSummary
  readonly shown: ShownDiff
  /** The newest version against its target, which shows all threads. */
  readonly isLatest: boolean
  /** Lines that are suggested can be committed. @source SUGG-002 */
  readonly canReceiveSuggestion: boolean
  /** What else the page puts into the diff. */
  readonly slots: DiffSlots
  /** Draws the diff. */
  readonly children: (slots: DiffSlots) => ReactNode
}

/** A thread or a pending comment with its place. */
type Placed =
  | { readonly kind: 'thread'; readonly thread: PageDiscussion; readonly position: Position }
  | { readonly kind: 'draft'; readonly draft: PageDraft; readonly position: Position }

interface OpenForm {
  readonly place: FormPlace
  readonly isAsked: boolean
}

/** The threads of a diff at their lines, and the boxes to start new ones. */
export function DiffDiscussions(props: DiffDiscussionsProps) {
  const { noteable, drafts, diff, shown, isLatest, canReceiveSuggestion, slots: others, children } = props
  const { user } = useViewer()
  const userId = user?.id ?? null
  const { threads, isFailed, retry, merge, remove, add, move } = useDiffThreads(noteable)
  const { pending, post } = usePost(noteable, add)
  const targetId = /^#?note_(\d+)$/.exec(useHash())?.[1] ?? null
  const { isAwaited: _isAwaited, ...pendingReview } = useDrafts(noteable, userId, drafts)
  const [edited, setEdited] = useState<Readonly<Record<string, boolean>>>({})
  const [forms, setForms] = useKeptForms(noteable)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const takesPart = userId !== null && noteable.canComment && !noteable.isArchived

  const setEditing = useCallback(
    (noteId: string, isEditing: boolean) => setEdited(before => ({ ...before, [noteId]: isEditing })),
    [],
  )
  const replies = useRef(new Map<string, (text: string) => void>())
  const takeQuotes = useCallback((discussionId: string, insert: (text: string) => void) => {
    replies.current.set(discussionId, insert)
    return () => void replies.current.delete(discussionId)
  }, [])
  const tools: DiscussionsTools = {
    noteable,
    userId,
    pending,
    post,
    merge,
    remove,
    takeQuotes,
    quote: (text, source) => {
      if (source?.discussionId != null) replies.current.get(source.discussionId)?.(text)
    },
    setEditing,
    editing: note => {
      const asked = edited[note.id]
      if (asked !== undefined) return asked ? 'asked' : null
      return note.currentUser.canEdit && keptText(places.edit(note.id)) !== null ? 'restored' : null
    },
    targetId,
    canReply: takesPart,
    hasOffers: false,
    isLong: false,
    nextOpen: null,
  }
  const review: Review = {
    ...pendingReview,
    editLast: discussionId => {
      const mine = threads
        ?.filter(({ id }) => discussionId === null || id === discussionId)
        .flatMap(({ notes }) => notes)
        .findLast(note => isOwn(note, userId ?? undefined) && note.currentUser.canEdit)
      if (mine !== undefined) setEditing(mine.id, true)
    },
  }

  const { byFile, elsewhere } = useMemo(
    () => divide(diff, shown, threads ?? [], pendingReview.drafts, isLatest),
    [diff, shown, threads, pendingReview.drafts, isLatest],
  )
  useThreadKeys(diff, byFile)
  useTarget(byFile, targetId)
  const openForm = useCallback(
    (place: FormPlace) =>
      setForms(open => [
        ...open.filter(({ place: former }) => {
          const name = nameOfPlace(former)
          const isEmpty = keptText(places.line(noteable, name)) === null
          return name !== nameOfPlace(place) && !(isEmpty && givesWay(former, place))
        }),
        { place, isAsked: true },
      ]),
    [setForms, noteable],
  )
  const closeForm = useCallback(
    (place: FormPlace) => setForms(open => open.filter(form => nameOfPlace(form.place) !== nameOfPlace(place))),
    [setForms],
  )
  const { change } = pendingReview
  const movePin = useMovePin(noteable, move, change)
  const slots = useMemo<DiffSlots>(() => {
    const of = (file: Pick<DiffFileHead, 'fileHash'>) => byFile.get(file.fileHash) ?? nothing
    const formsOf = (file: DiffFile) => forms.filter(({ place }) => place.fileHash === file.fileHash)
    const toggleHidden = (file: DiffFile) => setHidden(before => toggled(before, file.fileHash))
    const drawForm = (file: DiffFile, { place, isAsked }: OpenForm) => (
      <LineForm
        key={nameOfPlace(place)}
        place={place}
        file={file}
        shown={shown}
        canSuggest={canReceiveSuggestion}
        isAsked={isAsked}
        onClose={() => closeForm(place)}
      />
    )
    return {
      ...others,
      threadsOf: file => [
        ...(hidden.has(file.fileHash) ? [] : of(file).flatMap(contentOf)),
        ...formsOf(file).flatMap(form =>
          form.place.on === 'lines'
            ? [
                {
                  key: nameOfPlace(form.place),
                  ...numbersOf(form.place.end),
                  range: form.place,
                  content: drawForm(file, form),
                },
              ]
            : [],
        ),
        ...(others.threadsOf?.(file) ?? []),
      ],
      topOf: file => {
        const whole = hidden.has(file.fileHash)
          ? []
          : of(file).filter(({ position }) => position.positionType === 'file')
        const own = formsOf(file).filter(({ place }) => place.on === 'file')
        return (
          <>
            {others.topOf?.(file)}
            {whole.length + own.length > 0 && (
              <div className={styles.top}>
                {whole.map(each => (
                  <Shown key={keyOf(each)} placed={each} isBelow={false} />
                ))}
                {own.map(form => drawForm(file, form))}
              </div>
            )}
          </>
        )
      },
      pinsOf: file => [
        ...(hidden.has(file.fileHash) ? [] : of(file).flatMap(placed => pinOf(placed, movePin))),
        ...formsOf(file).flatMap(form =>
          form.place.on === 'point'
            ? [
                {
                  key: nameOfPlace(form.place),
                  kind: 'form' as const,
                  point: form.place,
                  by: '',
                  isResolved: false,
                  content: () => drawForm(file, form),
                },
              ]
            : [],
        ),
        ...(others.pinsOf?.(file) ?? []),
      ],
      menuItems: file => [
        ...(others.menuItems?.(file) ?? []),
        ...(of(file).length > 0
          ? [{ label: visibilityLabel(hidden.has(file.fileHash)), onSelect: () => toggleHidden(file) }]
          : []),
      ],
      fileActions: file => (
        <>
          <FileComments
            count={of(file).length}
            isHidden={hidden.has(file.fileHash)}
            onToggle={() => toggleHidden(file)}
            onComment={takesPart ? () => openForm({ fileHash: file.fileHash, on: 'file' }) : null}
          />
          {others.fileActions?.(file)}
        </>
      ),
      treeMark: file => {
        const count = of(file).length
        return (
          <>
            {others.treeMark?.(file)}
            {count > 0 && (
              <span className={styles.mark} title={counted(count, 'thread')}>
                <CommentIcon size={12} /> {count}
              </span>
            )}
          </>
        )
      },
      ...(takesPart && {
        onComment: (file: DiffFile, start: LinePlace, end: LinePlace) =>
          openForm({ fileHash: file.fileHash, on: 'lines', start, end }),
        onCommentPoint: (file: DiffFile, point: ImagePoint) =>
          openForm({ fileHash: file.fileHash, on: 'point', ...point }),
      }),
    }
  }, [others, byFile, forms, hidden, shown, canReceiveSuggestion, takesPart, openForm, closeForm, movePin])

  return (
    <DiscussionsContext value={tools}>
      <ReviewContext value={review}>
        <SharedClock>
          {isFailed && <RetryBanner onRetry={retry}>{messages.failed}</RetryBanner>}
          {elsewhere.length > 0 && (
            <section aria-label={messages.elsewhere} className={styles.elsewhere}>
              <h2 className={styles.heading}>{messages.elsewhere}</h2>
              {elsewhere.map(each =>
                each.kind === 'thread' ? (
                  <Thread key={each.thread.id} discussion={each.thread} />
                ) : (
                  <Shown key={keyOf(each)} placed={each} isBelow={false} />
                ),
              )}
            </section>
          )}
          {children(slots)}
          {review.parts !== null && <review.parts.ReviewBar />}
        </SharedClock>
      </ReviewContext>
    </DiscussionsContext>
  )
}

const nothing: readonly Placed[] = []

/** Threads and pending comments by the file of the diff that they stand in, and those that stand in none. */
function divide(
  diff: DiffSummary,
  shown: ShownDiff,
  threads: readonly PageDiscussion[],
  drafts: readonly PageDraft[],
  isLatest: boolean,
) {
  const byFile = new Map<string, Placed[]>()
  const elsewhere: Placed[] = []
  const byPath = new Map(diff.files.flatMap(file => [[file.oldPath, file] as const, [file.newPath, file] as const]))
  const put = (placed: Placed, isHere: boolean) => {
    const { position } = placed
    const file = byPath.get(position.newPath) ?? byPath.get(position.oldPath)
    if (isHere && file !== undefined) byFile.set(file.fileHash, [...(byFile.get(file.fileHash) ?? []), placed])
    // Another version shows its own threads.
    else if (isLatest || isHere) elsewhere.push(placed)
  }
  for (const thread of threads) {
    const position = placeIn(shown, thread)
    const otherwise = position ?? thread.originalPosition
    if (otherwise !== undefined) put({ kind: 'thread', thread, position: otherwise }, position !== null)
  }
  for (const draft of drafts) {
    const { position } = draft
    if (position === null || draft.discussionId !== null) continue
    put({ kind: 'draft', draft, position }, position.baseSha === shown.baseSha && position.headSha === shown.headSha)
  }
  return { byFile: byFile as ReadonlyMap<string, readonly Placed[]>, elsewhere: elsewhere as readonly Placed[] }
}

const keyOf = (placed: Placed): string => (placed.kind === 'thread' ? placed.thread.id : `draft_${placed.draft.id}`)

const numbersOf = ({ oldLine, newLine }: Pick<LinePlace, 'oldLine' | 'newLine'>) => ({ oldLine, newLine })

function contentOf(placed: Placed): readonly LineContent[] {
  const { position } = placed
  if (position.positionType !== 'text') return []
  return [{ key: keyOf(placed), ...numbersOf(position), content: <Shown placed={placed} isBelow /> }]
}

/** Save that the pin of a thread or of a pending comment is at another point of its image. */
function useMovePin(
  noteable: Noteable,
  moveThread: (threadId: string, point: ImagePoint) => void,
  change: Review['change'],
) {
  return useCallback(
    async (placed: Placed, point: ImagePoint) => {
      const { x, y, width, height } = point
      const { namespace, iid, kind } = noteable
      const position: PositionInput = { ...filePosition(placed.position), positionType: 'image', x, y, width, height }
      try {
        if (placed.kind === 'thread') {
          const noteId = Number(placed.thread.notes[0]?.id)
          await call(updatePageNote, { namespace, noteId, note: noteChange({ position }) })
          moveThread(placed.thread.id, point)
        } else {
          const draftNote = { position }
          const saved = await call(kind.calls.updatePageDraft, { namespace, iid, draftId: placed.draft.id, draftNote })
          change(drafts => withDraft(drafts, saved))
        }
      } catch {
        showToast(messages.moveFailed, { tone: 'danger' })
      }
    },
    [noteable, moveThread, change],
  )
}

const filePosition = ({ baseSha, startSha, headSha, oldPath, newPath }: Position) => ({
  baseSha,
  startSha,
  headSha,
  oldPath,
  newPath,
})

function pinOf(placed: Placed, move: (placed: Placed, point: ImagePoint) => Promise<void>): readonly ImagePin[] {
  const { position } = placed
  if (position.positionType !== 'image') return []
  const isThread = placed.kind === 'thread'
  const canMove = !isThread || placed.thread.notes[0]?.currentUser.canEdit === true
  return [
    {
      key: keyOf(placed),
      kind: placed.kind,
      point: isThread && isOfOtherImage(placed.thread, position) ? null : percentsOf(position),
      by: (isThread ? placed.thread.notes[0]?.author.name : placed.draft.author.name) ?? '',
      isResolved: isThread && standingOf(placed.thread).isResolved,
      onMove: canMove ? point => move(placed, point) : undefined,
      content: isAtImage => <Shown placed={placed} isBelow={isAtImage} />,
    },
  ]
}

/** A thread or a pending comment in the diff. */
function Shown({ placed, isBelow }: { readonly placed: Placed; readonly isBelow: boolean }) {
  return (
    <div id={`diff_${keyOf(placed)}`} tabIndex={-1} className={styles.placed} data-on-diff>
      <BelowLines value={isBelow}>
        {placed.kind === 'thread' ? <Thread discussion={placed.thread} /> : <ShownDraft draft={placed.draft} />}
      </BelowLines>
    </div>
  )
}

function ShownDraft({ draft }: { readonly draft: PageDraft }) {
  const range = rangeOf(draft.position)
  return (
    <ReviewContext.Consumer>
      {review =>
        review?.parts && (
          <>
            {range !== null && <p className={styles.range}>{range}</p>}
            <review.parts.DraftNote draft={draft} isResolved={null} />
          </>
        )
      }
    </ReviewContext.Consumer>
  )
}

interface FileCommentsProps {
  readonly count: number
  readonly isHidden: boolean
  readonly onToggle: () => void
  /** Null for who may not. */
  readonly onComment: (() => void) | null
}

/** @source DIFF-019 */
const visibilityLabel = (isHidden: boolean): string =>
  isHidden ? 'Show comments on this file' : 'Hide comments on this file'

function FileComments({ count, isHidden, onToggle, onComment }: FileCommentsProps) {
  return (
    <>
      {count > 0 && (
        <span className={styles.count}>
          <IconButton
            label={visibilityLabel(isHidden)}
            icon={<CommentDiscussionIcon />}
            size="s"
            aria-pressed={!isHidden}
            onClick={onToggle}
          />
          {count}
        </span>
      )}
      {onComment !== null && (
        <IconButton label="Comment on this file" icon={<CommentIcon />} size="s" onClick={onComment} />
      )}
    </>
  )
}

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

/** The boxes that are open; at first those with an unsent text. */
function useKeptForms(noteable: Noteable) {
  const [forms, setForms] = useState<readonly OpenForm[]>([])
  // What this browser keeps, the server's drawing is without.
  useEffect(() => {
    const prefix = places.line(noteable, '')
    const kept = keptPlaces().flatMap(name => {
      const place = name.startsWith(prefix) && keptText(name) !== null ? readPlaceName(name.slice(prefix.length)) : null
      return place === null ? [] : [{ place, isAsked: false }]
    })
    if (kept.length > 0) setForms(open => (open.length === 0 ? kept : open))
  }, [noteable])
  return [forms, setForms] as const
}

/** Bring the file into sight whose comment the address points at; the comment does the rest once it is drawn. */
function useTarget(byFile: ReadonlyMap<string, readonly Placed[]>, noteId: string | null): void {
  const goTo = useGoTo()
  const reached = useRef<string | null>(null)
  // What is drawn of a long diff is not known to React.
  useEffect(() => {
    if (noteId === null || reached.current === noteId) return
    const holds = (each: Placed) => each.kind === 'thread' && each.thread.notes.some(({ id }) => id === noteId)
    const [fileHash, placed] = [...byFile].find(([, all]) => all.some(holds)) ?? []
    if (fileHash === undefined) return
    reached.current = noteId
    const thread = placed?.find(holds)
    const lineCode = thread?.kind === 'thread' ? thread.thread.lineCode : null
    if (document.getElementById(`note_${noteId}`) === null)
      goTo(`#${lineCode ?? anchorOf(fileHash)}`, { replace: true })
  }, [byFile, noteId, goTo])
}

/** n and p: go to the next thread of the diff, or the one before. */
function useThreadKeys(diff: DiffSummary, byFile: ReadonlyMap<string, readonly Placed[]>): void {
  const goTo = useGoTo()
  const last = useRef<string | null>(null)
  function go(by: 1 | -1) {
    const all = diff.files.flatMap(({ fileHash }) => {
      const open = (byFile.get(fileHash) ?? []).filter(
        each => each.kind === 'draft' || !standingOf(each.thread).isResolved,
      )
      return open.toSorted((one, other) => lineIn(one) - lineIn(other)).map(placed => ({ fileHash, placed }))
    })
    const at = all.findIndex(({ placed }) => keyOf(placed) === last.current)
    const next = all.at((at === -1 && by === -1 ? -1 : at + by) % Math.max(all.length, 1))
    if (next === undefined) return
    const key = keyOf(next.placed)
    last.current = key
    const show = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'center' })
      element.focus({ preventScroll: true })
    }
    const element = document.getElementById(`diff_${key}`)
    if (element !== null) {
      show(element)
      return
    }
    goTo(`#${anchorOf(next.fileHash)}`, { replace: true })
    whenDrawn(`diff_${key}`, show)
  }
  useShortcuts(shortcuts.diffThreads, { next: () => go(1), previous: () => go(-1) })
}

const lineIn = ({ position }: Placed): number =>
  position.positionType === 'text' ? (position.newLine ?? position.oldLine ?? 0) : 0
