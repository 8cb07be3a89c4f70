import { CodeIcon, KebabHorizontalIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { codeCommitPage, codeCommitRefs } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { DiffView } from '../diff/DiffView.tsx'
import { commitSource } from '../diff/diff-source.ts'
import type { DiffSlots } from '../diff/rows/slots.ts'
import { whitespaceOf } from '../diff/whitespace-of.ts'
import { DiffDiscussions } from '../diff-notes/DiffDiscussions.tsx'
import type { ShownDiff } from '../diff-notes/threads.ts'
import { useDiffTalk } from '../diff-notes/use-diff-talk.ts'
import type { CodePlace, CommitData } from '../shapes.ts'
import { commitHref, treeHref } from '../shared/addresses.ts'
import { PersonAvatar, PersonName } from '../shared/commits/Person.tsx'
import { PipelineLink } from '../shared/commits/PipelineLink.tsx'
import { deployedParts } from '../shared/deployed-parts.ts'
import { whyNoCommit } from '../shared/why-not.ts'
import styles from './CommitPage.module.css'
import { CommitDiscussion } from './commit-discussion.ts'
import { commitTopics } from './commit-topics.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { PickVerb } from './PickDialog.tsx'
import { PickDialog } from './pick-dialog.ts'
import { useCommitNoteable } from './use-commit-noteable.ts'

/** One commit: its message and its changes. */
export function CommitPage() {
  const { namespace = '', sha = '' } = usePageParams()
  const input = { namespace, sha, ...whitespaceOf(usePageSearch()) }
  const { data } = useReading(codeCommitPage, input, { keepPrevious: true, topics: commitTopics })
  return data === undefined ? <ListSkeleton /> : <Commit key={`${data.place.id} ${data.discussion.iid}`} page={data} />
}

const noSlots: DiffSlots = {}

function Commit({ page }: { readonly page: CommitData }) {
  const { place, commit, diff, firstBatch, discussion } = page
  const source = useMemo(
    () => commitSource(place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown),
    [place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown],
  )
  const noteable = useCommitNoteable(page)
  const { baseSha } = discussion
  const Deployed = deployedParts.commit
  const talk = useDiffTalk(noteable, { comments: discussion.notesCount, drafts: discussion.draftsCount })
  const shown = useMemo<ShownDiff>(() => ({ baseSha, startSha: baseSha, headSha: commit.id }), [baseSha, commit.id])
  usePlace({
    title: visibleName(codeTitles.commit(commit.title, commit.shortId)),
    namespace: shownNamespace(place.header),
    active: 'commits',
    crumbs: [
      { label: 'Commits', href: `/${place.namespace}/-/commits` },
      { label: commit.shortId, href: commitHref(place, commit.id) },
    ],
  })
  return (
    <Page width="full">
      <PageHeader
        title={
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
          <span dangerouslySetInnerHTML={{ __html: commit.titleHtml }} className={styles.title} />
        }
        detail={<People commit={commit} />}
        actions={
          <>
            <LinkButton href={treeHref(place, commit.id)} icon={<CodeIcon />}>
              Browse files
            </LinkButton>
            {(place.canPush || picksInFork(place)) && <CommitActions page={page} />}
          </>
        }
      />
      {commit.bodyHtml !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
        <pre dangerouslySetInnerHTML={{ __html: commit.bodyHtml }} className={styles.message} />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Commit</dt>
          <dd className={styles.id}>
            <code>{commit.id}</code> <CopyButton text={commit.id} label="Copy commit SHA" />
          </dd>
        </div>
        <div>
          <dt>{commit.parentIds.length === 1 ? 'Parent' : 'Parents'}</dt>
          <dd>
            {commit.parentIds.length === 0
              ? 'None (initial commit)'
              : commit.parentIds.map(id => (
                  <TextLink key={id} href={commitHref(place, id)} className={styles.parent}>
                    <code>{id.slice(0, 8)}</code>
                  </TextLink>
                ))}
          </dd>
        </div>
        {commit.pipeline !== undefined && (
          <div>
            <dt>Pipeline</dt>
            <dd>
              <PipelineLink place={place} pipeline={commit.pipeline} look="badge" />
            </dd>
          </div>
        )}
        {discussion.mergeRequests.length > 0 && (
          <div>
            <dt>Discussed in</dt>
            <dd className={styles.refs}>
              {discussion.mergeRequests.map(({ iid, title, threadCount }) => (
                <span key={iid}>
                  <TextLink href={pagePath('merge_request', place.namespace, iid)} title={title}>
                    !{iid}
                  </TextLink>{' '}
                  ({counted(threadCount, 'thread')})
                </span>
              ))}
            </dd>
          </div>
        )}
        <ErrorBoundary label="Branches and tags">
          <Refs place={place} sha={commit.id} />
        </ErrorBoundary>
      </dl>
      {place.header.offers.environments && Deployed !== null && (
        <ErrorBoundary label="Deployments">
          <Deployed namespace={place.namespace} sha={commit.id} />
        </ErrorBoundary>
      )}
      <DiffDiscussions
        noteable={noteable}
        talk={talk}
        diff={diff}
        shown={shown}
        isLatest
        canReceiveSuggestion={false}
        slots={noSlots}
      >
        {slots =>
          talk.isAwaited ? (
            <ListSkeleton />
          ) : (
            <>
              {diff.files.length === 0 ? (
                <EmptyState size="s" title="No files changed">
                  {commit.parentIds.length > 1
                    ? 'This merge commit has no changes of its own.'
                    : 'This commit is empty.'}
                </EmptyState>
              ) : (
                <DiffView diff={diff} first={firstBatch} source={source} slots={slots} />
              )}
              <ErrorBoundary label="Comments">
                <CommitDiscussion noteable={noteable} discussion={discussion} />
              </ErrorBoundary>
            </>
          )
        }
      </DiffDiscussions>
    </Page>
  )
}

/** Whether a viewer who may not push can still offer a pick, from a fork. */
const picksInFork = (place: CodePlace): boolean =>
  !place.canPush && place.canFork && place.header.offers.mergeRequests && whyNoCommit(place) === null

function CommitActions({ page }: { readonly page: CommitData }) {
  const { place, commit } = page
  const [verb, setVerb] = useState<PickVerb | null>(null)
  return (
    <>
      <Menu
        label="Commit actions"
        placement="bottom-end"
        trigger={<IconButton label="More actions" icon={<KebabHorizontalIcon />} variant="secondary" />}
        items={[
          { label: 'Revert', onSelect: () => setVerb('revert') },
          { label: 'Cherry-pick', onSelect: () => setVerb('cherry-pick') },
        ]}
      />
      {verb !== null && (
        <PickDialog
          namespace={place.namespace}
          of={{ sha: commit.id }}
          verb={verb}
          branch={place.defaultBranch}
          canOpenMergeRequest={place.header.offers.mergeRequests}
          forkOf={picksInFork(place) ? place.id : undefined}
          onClose={() => setVerb(null)}
        />
      )}
    </>
  )
}

function People({ commit }: { readonly commit: CommitData['commit'] }) {
  const isOwn = commit.committerEmail === commit.authorEmail && commit.committerName === commit.authorName
  const committer = {
    author: commit.committer,
    authorName: commit.committerName,
    authorEmail: commit.committerEmail,
  }
  return (
    <span className={styles.people}>
      <PersonAvatar of={commit} sizePx={24} />
      <span>
        <PersonName of={commit} /> {isOwn ? 'committed' : 'authored'} <RelativeTime at={commit.authoredDate} />
      </span>
      {!isOwn && (
        <span className={styles.committer}>
          <PersonAvatar of={committer} sizePx={16} />
          <span>
            <PersonName of={committer} /> committed <RelativeTime at={commit.committedDate} />
          </span>
        </span>
      )}
    </span>
  )
}

const maxShown = 6

/**
 * The branches and tags that contain the commit; requested on demand, because the search is slow in a large repository.
 */
function Refs({ place, sha }: { readonly place: CodePlace; readonly sha: string }) {
  const [isAsked, setIsAsked] = useState(false)
  const { data, isError } = useReading(codeCommitRefs, { namespace: place.namespace, sha }, { enabled: isAsked })
  if (!isAsked || isError)
    return (
      <div>
        <dt>Contained in</dt>
        <dd>
          {isError ? (
            'Could not load branches and tags. Reload the page to try again.'
          ) : (
            <Button size="s" variant="quiet" className={styles.ask} onClick={() => setIsAsked(true)}>
              Show branches and tags
            </Button>
          )}
        </dd>
      </div>
    )
  return (
    <>
      <RefRow label="Branches" names={data?.branches} place={place} isCut={data?.isCut ?? false} />
      <RefRow label="Tags" names={data?.tags} place={place} isCut={data?.isCut ?? false} />
    </>
  )
}

interface RefRowProps {
  readonly place: CodePlace
  readonly label: string
  /** Undefined while they are looked for. */
  readonly names: readonly string[] | undefined
  readonly isCut: boolean
}

function RefRow({ place, label, names, isCut }: RefRowProps) {
  if (names !== undefined && names.length === 0 && label === 'Tags') return null
  const shown = names?.slice(0, maxShown) ?? []
  const rest = (names?.length ?? 0) - shown.length
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.refs}>
        {names === undefined ? (
          <span className={styles.waiting}>Searching…</span>
        ) : names.length === 0 ? (
          isCut ? (
            'Not in any of the branches and tags searched'
          ) : (
            'None'
          )
        ) : (
          shown.map(name => (
            <TextLink key={name} tone="plain" href={treeHref(place, name)} className={styles.ref}>
              <NameText name={name} />
            </TextLink>
          ))
        )}
        {rest === 0 && shown.length > 0 && isCut && <span className={styles.waiting}>and possibly more</span>}
        {rest > 0 && (
          <details className={styles.more}>
            <summary>
              and {rest}
              {isCut ? '+' : ''} more
            </summary>
            <span className={styles.refs}>
              {names?.slice(maxShown).map(name => (
                <TextLink key={name} tone="plain" href={treeHref(place, name)} className={styles.ref}>
                  <NameText name={name} />
                </TextLink>
              ))}
            </span>
          </details>
        )}
      </dd>
    </div>
  )
}
