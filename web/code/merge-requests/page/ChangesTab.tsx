import { useMemo } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import { getMergeRequestChangesPage } from '#web/api/operations.gen.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useNoteable } from '#web/plan/issuable/use-noteable.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { CommentsLink } from '../../commits/CommentsLink.tsx'
import { ListSkeleton } from '../../commits/ListSkeleton.tsx'
import { DiffView } from '../../diff/DiffView.tsx'
import { commitSource } from '../../diff/diff-source.ts'
import { whitespaceOf } from '../../diff/whitespace-of.ts'
import { DiffDiscussions } from '../../diff-notes/DiffDiscussions.tsx'
import type { ShownDiff } from '../../diff-notes/threads.ts'
import { type DiffTalk, useDiffTalk } from '../../diff-notes/use-diff-talk.ts'
import { NewCommits, useQuietReading } from '../../shared/commits/NewCommits.tsx'
import type { ChangesData, VersionData } from '../shapes.ts'
import styles from './ChangesTab.module.css'
import { headlineIcons } from './MergeArea.tsx'
import { mergeRequestHref } from './merge-request-address.ts'
import { useMergeRequestPage } from './merge-request-context.ts'
import { headlineOf } from './merge-state.ts'
import { useDiffSlots } from './use-diff-slots.tsx'
import { useFileMarks } from './use-file-marks.ts'

const isNews = (shown: ChangesData, now: ChangesData): boolean => shown.version?.id !== now.version?.id

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined

const versionsIn = ({ version, since, commit_id: commitId }: Search) => {
  if (typeof commitId === 'string' && /^[0-9a-f]{40}$/.test(commitId)) return { commitId }
  const [shown, from] = [numberIn(version), numberIn(since)]
  return { ...(shown !== undefined && { version: shown }), ...(from !== undefined && { since: from }) }
}

/** The changes of the merge: in the latest version, in another one, between two of them, or in one commit. */
export function ChangesTab() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const search = usePageSearch()
  const input = { namespace: namespace.fullPath, iid: mergeRequest.iid, ...versionsIn(search), ...whitespaceOf(search) }
  const { data, news, showNews } = useQuietReading(getMergeRequestChangesPage, input, isNews, {
    keepPrevious: true,
    topics: () => [issuableTopic('merge_request', mergeRequest.id)],
  })
  const noteable = useNoteable()
  const { viewer } = useIssuable()
  const talk = useDiffTalk(noteable, { comments: mergeRequest.notesCount, drafts: viewer.draftsCount })
  if (data === undefined || talk.isAwaited) return <ListSkeleton />
  return (
    <Stack gap={4}>
      {data.commit !== null ? (
        <OfCommit commit={data.commit} />
      ) : (
        data.versions.length > 1 && <Versions changes={data} />
      )}
      {news && (
        <div className={styles.news}>
          <NewCommits onShow={showNews}>There are new commits.</NewCommits>
        </div>
      )}
      <Changes data={data} noteable={noteable} talk={talk} />
      <MergeFoot />
    </Stack>
  )
}

interface ChangesProps {
  readonly data: ChangesData
  readonly noteable: Noteable
  readonly talk: DiffTalk
}

function Changes({ data, noteable, talk }: ChangesProps) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { changes } = data
  const { slots, dialog } = useDiffSlots(data)
  const marks = useFileMarks(data.marks)
  const shown = useMemo(() => shownIn(data), [data])
  const diff = changes?.diff
  const source = useMemo(
    () => diff && commitSource(namespace.fullPath, diff.fromId, diff.toId, diff.isWhitespaceShown),
    [namespace.fullPath, diff],
  )
  if (changes === null || source === undefined || changes.diff.files.length === 0) {
    return (
      <EmptyState illustration={<Illustration of="all-done" />} title="No changes">
        {data.commit !== null
          ? 'This commit changes no files.'
          : data.since === null
            ? `${visibleName(mergeRequest.targetBranch)} already contains everything in ${visibleName(mergeRequest.sourceBranch)}.`
            : 'The two versions are the same.'}
      </EmptyState>
    )
  }
  return (
    <div className={styles.changes}>
      <DiffDiscussions
        noteable={noteable}
        talk={talk}
        diff={changes.diff}
        shown={shown}
        isLatest={data.commit === null && data.since === null && data.version?.id === data.versions[0]?.id}
        canReceiveSuggestion={mergeRequest.canReceiveSuggestion}
        slots={slots}
      >
        {all => <DiffView diff={changes.diff} first={changes.firstBatch} source={source} slots={all} marks={marks} />}
      </DiffDiscussions>
      {dialog}
    </div>
  )
}

/** Whether it can be merged, in one line that stays in sight. */
function MergeFoot() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  if (mergeRequest.state !== 'opened') return null
  const { tone, text } = headlineOf(mergeRequest, namespace, permissions.canMerge)
  return (
    <div className={styles.foot} data-tone={tone}>
      <span className={styles.sign}>{headlineIcons[tone]}</span>
      <span>{text}</span>
      <LinkButton size="s" href={mergeRequestHref(namespace.fullPath, mergeRequest.iid)}>
        Overview
      </LinkButton>
    </div>
  )
}

/** The commits that new threads refer to. */
function shownIn({ changes, version, since, commit }: ChangesData): ShownDiff {
  const { fromId, toId } = changes?.diff ?? { fromId: null, toId: '' }
  const baseSha = fromId ?? version?.startSha ?? ''
  return {
    baseSha,
    startSha: since === null && commit === null ? (version?.startSha ?? baseSha) : baseSha,
    headSha: toId,
  }
}

/** The shown commit, and a link back. */
function OfCommit({ commit }: { readonly commit: NonNullable<ChangesData['commit']> }) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  return (
    <div className={styles.versions}>
      <span>
        Changes in commit <code>{commit.shortId}</code> {commit.title}
      </span>
      <CommentsLink place={{ namespace: namespace.fullPath }} commit={commit} />
      <LinkButton size="s" href={mergeRequestHref(namespace.fullPath, mergeRequest.iid, 'diffs')}>
        Show all changes
      </LinkButton>
    </div>
  )
}

/** Choose two versions to compare. */
function Versions({ changes }: { readonly changes: ChangesData }) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const goTo = useGoTo()
  const { versions, version, since, reviewed } = changes
  const latest = versions[0]
  const address = (shown: number | undefined, from: number | undefined): string => {
    const words = new URLSearchParams()
    if (shown !== undefined && shown !== latest?.number) words.set('version', String(shown))
    if (from !== undefined) words.set('since', String(from))
    const query = words.toString()
    return `${mergeRequestHref(namespace.fullPath, mergeRequest.iid, 'diffs')}${query === '' ? '' : `?${query}`}`
  }
  const show = (shown: number | undefined, from: number | undefined) => goTo(address(shown, from))
  const isNewSinceReview =
    reviewed !== null && reviewed !== latest?.number && (since?.number !== reviewed || version?.id !== latest?.id)
  return (
    <div className={styles.versions}>
      <span>Compare</span>
      <Select
        aria-label="From"
        value={String(since?.number ?? '')}
        onValue={value => show(version?.number, value === '' ? undefined : Number(value))}
        options={[
          { value: '', label: visibleName(mergeRequest.targetBranch) },
          ...versions
            .filter(each => version !== null && each.number < version.number)
            .map(each => ({
              value: String(each.number),
              label: `${nameOf(each, null)}${each.number === reviewed ? ' · your last review' : ''}`,
            })),
        ]}
      />
      <span>with</span>
      <Select
        aria-label="To"
        value={String(version?.number ?? '')}
        onValue={value => show(Number(value), undefined)}
        options={versions.map(each => ({ value: String(each.number), label: nameOf(each, latest ?? null) }))}
      />
      {isNewSinceReview && (
        <LinkButton href={address(undefined, reviewed)} size="s">
          Since your last review
        </LinkButton>
      )}
    </div>
  )
}

const nameOf = ({ number, headSha, commitCount }: VersionData, latest: VersionData | null): string =>
  `${latest?.number === number ? 'Latest version' : `Version ${number}`} · ${headSha.slice(0, 8)} · ${counted(commitCount, 'commit')}`
