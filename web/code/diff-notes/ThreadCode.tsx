import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { PageDiscussion, PageNote } from '#contract/discuss/discussion-page.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { getMergeRequestPage, getOutdatedLineChange } from '#web/api/operations.gen.ts'
import { reading, useReading } from '#web/api/query.ts'
import { useTools } from '#web/discuss/context.ts'
import type { NoteableKey } from '#web/discuss/noteable.ts'
import type { Discussion } from '#web/discuss/reading/discussions.ts'
import type { SuggestProps } from '#web/discuss/thread-code.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { anchorOf } from '../diff/file-anchor.ts'
import { CommentedImage } from './CommentedImage.tsx'
import { lineName, rangeOf } from './form-place.ts'
import { MiniDiff } from './MiniDiff.tsx'
import { messages } from './messages.ts'
import { type SuggestableLines, SuggestButton } from './SuggestButton.tsx'
import styles from './ThreadCode.module.css'
import { useThreadInDiff } from './threads.ts'

/** Whether a thread is below its lines, so that they are not repeated. */
export const BelowLines = createContext(false)

interface ThreadCodeProps {
  readonly discussion: Discussion
}

/** The beginning of a thread's headline: the diff, version or commit it was started on. @source DISC-002 to DISC-005 */
export function ThreadStarted({ discussion }: ThreadCodeProps) {
  const { noteable } = useTools()
  const { thread } = useThreadInDiff(noteable, discussion.id)
  const isOld = thread?.active === false
  if (thread?.commitId == null) {
    if (!isOld) return messages.started
    return (
      <>
        {messages.startedOn} <TextLink href={hrefOf(noteable, thread)}>{messages.oldVersion}</TextLink>
      </>
    )
  }
  return (
    <>
      {isOld ? messages.startedOnOldCommit : messages.startedOnCommit}{' '}
      <TextLink href={changesOfCommit(noteable, thread.commitId)}>
        <code>{thread.commitId.slice(0, 8)}</code>
      </TextLink>
    </>
  )
}

/** The lines that a thread is about, and what became of them. @source DISC-029, DISC-030, NOTE-024 */
export function ThreadLines({ discussion }: ThreadCodeProps) {
  const { noteable } = useTools()
  const { thread, isFailed, retry } = useThreadInDiff(noteable, discussion.id)
  const isBelow = useContext(BelowLines)
  const [isOpen, setOpen] = useState(false)
  if (isFailed) return <RetryBanner onRetry={retry}>{messages.noDiff}</RetryBanner>
  if (thread === undefined) return null
  const { truncatedDiffLines = [], codeChange = '', diffFile, lineState = 'untouched' } = thread
  const position = thread.originalPosition
  const isImage = position?.positionType === 'image'
  const state = isImage && lineState === 'edited' ? messages.imageChanged : messages.state[lineState]
  const range = rangeOf(thread.originalPosition)
  const hasHeader = !isBelow || state !== null || range !== null
  return (
    <div className={styles.code} data-on-diff>
      {hasHeader && (
        <p className={styles.header}>
          {!isBelow && diffFile !== undefined && (
            <TextLink href={hrefOf(noteable, thread)} className={styles.path}>
              <NameText name={diffFile.filePath} />
              {lineOf(thread)}
            </TextLink>
          )}
          {range !== null && <span>{range}</span>}
          {state !== null && (
            <span className={styles.state} data-state={lineState}>
              {state}
            </span>
          )}
          {codeChange !== '' && (
            <Button size="s" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide changes since' : 'Show changes since'}
            </Button>
          )}
        </p>
      )}
      {isOpen && codeChange !== '' && <MiniDiff label="Changes since this comment" lines={changeLines(codeChange)} />}
      {(!isBelow || (thread.active === false && isOpen)) && truncatedDiffLines.length > 0 && !isOpen && (
        <MiniDiff label={`Commented lines: ${diffFile?.filePath ?? ''}${lineOf(thread)}`} lines={truncatedDiffLines} />
      )}
      {isImage && (!isBelow || thread.active === false) && (
        <CommentedImage namespace={noteable.namespace} position={position} />
      )}
    </div>
  )
}

const changeLines = (change: string) =>
  readHunks(change).flatMap(hunk =>
    hunk.lines.map(({ kind, oldPos, newPos, text }) => ({
      lineCode: `${oldPos}_${newPos}_${kind}`,
      type: kind === 'added' ? ('new' as const) : kind === 'removed' ? ('old' as const) : null,
      oldLine: kind === 'added' ? null : oldPos,
      newLine: kind === 'removed' ? null : newPos,
      text: `${kind === 'added' ? '+' : kind === 'removed' ? '-' : ' '}${text}`,
    })),
  )

function lineOf({ originalPosition }: PageDiscussion): string {
  if (originalPosition?.positionType !== 'text') return ''
  return ` : ${lineName(originalPosition.oldLine, originalPosition.newLine)}`
}

const changesOfCommit = (noteable: NoteableKey, commitId: string) =>
  noteable.kind.series === 'commit' ? changesOf(noteable) : `${changesOf(noteable)}?commit_id=${commitId}`

const changesOf = ({ kind: { series }, namespace, iid }: NoteableKey): string =>
  `${pagePath(series, namespace, iid)}${series === 'commit' ? '' : '/diffs'}`

/** The line in the changes: in those of the version that has it, else the file in the newest one. */
function hrefOf(noteable: NoteableKey, thread: PageDiscussion): string {
  const { active, lineCode, diffFile, originalVersion = null } = thread
  const hasLine = (active || originalVersion !== null) && lineCode !== null
  const hash = hasLine ? lineCode : diffFile?.fileHash == null ? '' : anchorOf(diffFile.fileHash)
  const version = originalVersion === null ? '' : `?version=${originalVersion}`
  return `${changesOf(noteable)}${version}${hash === '' ? '' : `#${hash}`}`
}

/** Suggests other lines in an answer of a thread, or in a comment that is edited. @source SUGG-002 */
export function ThreadSuggest({ discussionId, onInsert }: SuggestProps) {
  const { noteable } = useTools()
  const { thread } = useThreadInDiff(noteable, discussionId)
  // The page around has read it; commits take no suggestions.
  const { namespace, iid, kind } = noteable
  const { data } = useQuery({ ...reading(getMergeRequestPage, { namespace, iid }), enabled: false })
  const canSuggest = kind.series === 'merge_request' && data?.mergeRequest.canReceiveSuggestion === true
  const lines = thread === undefined ? null : suggestableIn(thread)
  if (!canSuggest || lines === null) return null
  return (
    <div className={styles.suggest}>
      <SuggestButton lines={lines} onInsert={onInsert} />
    </div>
  )
}

/** The lines of the newest version that a thread stands on; null where they are gone or changed. */
function suggestableIn({ active, position }: PageDiscussion): SuggestableLines | null {
  if (!active || position?.positionType !== 'text' || position.newLine === null) return null
  const { newPath, headSha, newLine, lineRange } = position
  const first = lineRange === null ? newLine : (lineRange.start.newLine ?? null)
  return first === null || first > newLine ? null : { path: newPath, sha: headSha, first, last: newLine }
}

/** The changed lines that a system note tells of, on demand. @source SYSNOTE-011 */
export function LineChange({ note }: { readonly note: PageNote }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button size="s" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide changed lines' : 'Show changed lines'}
      </Button>
      {isOpen && <ChangedLines noteId={Number(note.id)} />}
    </div>
  )
}

function ChangedLines({ noteId }: { readonly noteId: number }) {
  const { namespace } = useTools().noteable
  const { data, isError, isFetching, refetch } = useReading(getOutdatedLineChange, { namespace, noteId })
  if (data !== undefined)
    return data.length === 0 ? <p>{messages.noLineChange}</p> : <MiniDiff label="Changed lines" lines={data} />
  if (isError && !isFetching) return <RetryBanner onRetry={refetch}>{messages.lineChangeFailed}</RetryBanner>
  return <Skeleton rows={2} />
}
