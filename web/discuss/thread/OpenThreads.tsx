import { ChevronDownIcon, ChevronUpIcon, IssueOpenedIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { followUpPath, type Noteable, topicOf } from '../noteable.ts'
import { type DiscussionList, isComplete, standingOf, unresolvedIn } from '../reading/discussions.ts'
import type { Sort } from '../sort.ts'
import styles from './OpenThreads.module.css'

interface OpenThreadsState {
  readonly count: number
  /** Go to the open thread behind another, or behind what is seen; round to the first one behind the last. */
  readonly jump: (step: 1 | -1, fromNoteId?: string) => void
}

/** The threads that wait to be resolved, in the order in which they are shown. @source DISC-015, DISC-017 */
export function useOpenThreads(noteable: Noteable, list: DiscussionList | undefined, sort: Sort): OpenThreadsState {
  const goTo = useGoTo()
  const isWhole = list === undefined || isComplete(list)
  const { namespace, iid } = noteable
  const summary = useReading(
    noteable.kind.calls.getDiscussionSummary,
    { namespace, iid },
    { enabled: !isWhole, topics: () => [topicOf(noteable)] },
  )
  const noteIds = useMemo(() => {
    const here = unresolvedIn(list?.discussions ?? [])
    const all = isWhole || summary.data === undefined ? here : summary.data.unresolvedNoteIds.map(String)
    return sort === 'newest' ? all.toReversed() : all
  }, [list, isWhole, summary.data, sort])
  const count = isWhole ? noteIds.length : (summary.data?.unresolved ?? noteIds.length)

  function jump(step: 1 | -1, fromNoteId?: string) {
    const pointedAt = location.hash.replace('#note_', '')
    const start = fromNoteId ?? (isInSight(pointedAt) && noteIds.includes(pointedAt) ? pointedAt : null)
    const from = start === null ? lastAbove(noteIds, step) : noteIds.indexOf(start)
    const next = noteIds.at((from + step) % noteIds.length)
    if (next !== undefined) goTo(`#note_${next}`, { replace: true })
  }

  return { count, jump }
}

function isInSight(noteId: string): boolean {
  const place = document.getElementById(`note_${noteId}`)?.getBoundingClientRect()
  return place !== undefined && place.bottom > 0 && place.top < window.innerHeight
}

/** The place of the last thread that begins at the top of what is seen or above it; -1 when there is none. */
function lastAbove(noteIds: readonly string[], step: 1 | -1): number {
  // Below the bar and the sticky title.
  const topPx = 120
  const above = noteIds.findLastIndex(id => {
    const element = document.getElementById(`note_${id}`)
    return element !== null && element.getBoundingClientRect().top < topPx
  })
  return step === 1 ? above : above + 1
}

interface OpenThreadsProps extends OpenThreadsState {
  readonly noteable: Noteable
  readonly list: DiscussionList
}

/** The number of open threads, links from one to the next, and a link to an issue that takes them all over. */
export function OpenThreads({ count, jump, noteable, list }: OpenThreadsProps) {
  if (count === 0) return null
  const canFollowUp = list.discussions.some(
    each => standingOf(each).canResolve && each.notes.some(note => typeof note.resolveWithIssuePath === 'string'),
  )
  return (
    <nav className={styles.open} aria-label="Open threads">
      <span className={styles.count}>
        {count} open {count === 1 ? 'thread' : 'threads'}
      </span>
      <IconButton label="Previous open thread" icon={<ChevronUpIcon />} size="s" onClick={() => jump(-1)} />
      <IconButton label="Next open thread" icon={<ChevronDownIcon />} size="s" onClick={() => jump(1)} />
      {canFollowUp && noteable.kind.series !== 'commit' && (
        <LinkButton size="s" variant="quiet" icon={<IssueOpenedIcon />} href={followUpPath(noteable)}>
          Resolve all with a new issue
        </LinkButton>
      )}
    </nav>
  )
}
