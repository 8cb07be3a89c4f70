import { ArrowLeftIcon, CommentDiscussionIcon, FileDiffIcon, GitCommitIcon, WorkflowIcon } from '@primer/octicons-react'
import { codeTitles, mergeRequestTabs } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { issuableTopic, repositoryTopic } from '#contract/live-topics.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { getMergeRequestPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { keyOf, useReading } from '#web/api/query.ts'
import { useAddress, useGoTo, usePageParams } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { readAhead } from '#web/discuss/reading/ahead.ts'
import { ApprovalPasswordContext } from '#web/discuss/review/approval-password.ts'
import { Mark } from '#web/plan/issuable/header/IssuableHeader.tsx'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableDiscussion } from '#web/plan/issuable/IssuableDiscussion.tsx'
import { type Issuable, IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { useReloadFailure } from '#web/plan/issuable/use-reload-failure.ts'
import { planTopics } from '#web/plan/place.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { treeHref } from '../../shared/addresses.ts'
import { mergeRequestKind } from '../merge-request-kind.ts'
import type { MergeRequestData, MergeRequestPageData } from '../shapes.ts'
import { ChangeTarget } from './ChangeTarget.tsx'
import { MergeArea } from './MergeArea.tsx'
import styles from './MergeRequestPage.module.css'
import './note-icons.ts'
import { MergeRequestSkeleton } from './MergeRequestSkeleton.tsx'
import { type MergeRequestTab, mergeRequestHref, mergeRequestInput, tabOf } from './merge-request-address.ts'
import { MergeRequestContext } from './merge-request-context.ts'
import { mergeRequestMounts } from './mounts.tsx'
import { useDraft } from './use-draft.ts'

const CommitsTab = onDemand(() => import('./CommitsTab.tsx').then(module => module.CommitsTab))
const PipelinesTab = onDemand(() => import('./PipelinesTab.tsx').then(module => module.PipelinesTab))
const ChangesTab = onDemand(() => import('./ChangesTab.tsx').then(module => module.ChangesTab))

/** Read the discussion of a merge request before its overview shows. */
export function readMergeRequestAhead({ namespace, mergeRequest, viewer }: MergeRequestPageData): Promise<void> {
  const key = { kind: mergeRequestKind, namespace: namespace.fullPath, iid: mergeRequest.iid }
  return readAhead(key, viewer.notesFilter, viewer.reading)
}

/** The page of a merge request: its overview, its commits, its pipelines or its changes. */
export function MergeRequestPage() {
  const reading = useReading(getMergeRequestPage, mergeRequestInput(usePageParams()), {
    topics: page => [
      issuableTopic('merge_request', page.mergeRequest.id),
      repositoryTopic(page.namespace.id),
      ...planTopics(page.namespace),
    ],
  })
  const { data } = reading
  useReloadFailure(reading, 'merge request')
  return data === undefined ? <MergeRequestSkeleton /> : <Shown key={data.mergeRequest.id} page={data} />
}

function Shown({ page }: { readonly page: MergeRequestPageData }) {
  const { namespace, mergeRequest } = page
  const tab = tabOf(useAddress())
  const { reference, title, iid, approvals } = mergeRequest
  usePlace({
    title: codeTitles.mergeRequest(issueTitles.issuable(title, reference.short), tab),
    namespace: shownNamespace(namespace),
    active: 'merge_requests',
    crumbs: [
      { label: 'Merge requests', href: `/${namespace.fullPath}/-/merge_requests` },
      { label: reference.short, href: mergeRequestHref(namespace.fullPath, iid) },
    ],
  })
  return (
    <IssuableProvider value={issuableOf(page)}>
      <MergeRequestContext value={page}>
        <ApprovalPasswordContext value={approvals.requiresPassword && !approvals.userHasApproved}>
          <Tab page={page} tab={tab} />
        </ApprovalPasswordContext>
      </MergeRequestContext>
    </IssuableProvider>
  )
}

interface TabProps {
  readonly page: MergeRequestPageData
  readonly tab: MergeRequestTab
}

function Tab({ page, tab }: TabProps) {
  const { mergeRequest } = page
  const header = { ...useHeaderParts(page), below: <Below page={page} tab={tab} />, isTextShown: tab === 'overview' }
  return tab === 'overview' ? (
    <Page>
      <WithSidebar
        main={
          <>
            <IssuableBody header={header} />
            <ErrorBoundary label="The merge area" resetKey={mergeRequest}>
              <MergeArea />
            </ErrorBoundary>
            <ErrorBoundary label="The discussion" resetKey={String(mergeRequest.id)}>
              <IssuableDiscussion />
            </ErrorBoundary>
          </>
        }
      >
        <IssuableSidebar mounts={mergeRequestMounts} />
      </WithSidebar>
    </Page>
  ) : (
    <Page width="full">
      <IssuableBody header={header} />
      <ErrorBoundary label={`The ${tab === 'diffs' ? 'changes' : tab}`} resetKey={tab}>
        {tab === 'commits' ? <CommitsTab /> : tab === 'pipelines' ? <PipelinesTab /> : <ChangesTab />}
      </ErrorBoundary>
    </Page>
  )
}

function issuableOf(page: MergeRequestPageData): Issuable {
  const { namespace, mergeRequest } = page
  return {
    ...page,
    kind: mergeRequestKind,
    issuable: mergeRequest,
    queryKey: keyOf(getMergeRequestPage, { namespace: namespace.fullPath, iid: mergeRequest.iid }),
    types: [],
  }
}

function useHeaderParts({ namespace, mergeRequest, permissions }: MergeRequestPageData) {
  const goTo = useGoTo()
  const draft = useDraft()
  return {
    ...(mergeRequest.draft && { marks: <Mark>Draft</Mark> }),
    actions: [
      ...(permissions.canUpdate && mergeRequest.state === 'opened'
        ? [{ label: mergeRequest.draft ? 'Mark as ready' : 'Mark as draft', onSelect: draft.toggle }]
        : []),
      ...(permissions.canCreateMergeRequest
        ? [{ label: 'New merge request', onSelect: () => goTo(newPagePath('merge_request', namespace.fullPath)) }]
        : []),
    ],
  }
}

/** The branches of the merge request, and the tabs. */
function Below({ page, tab }: TabProps) {
  const { namespace, mergeRequest } = page
  const { iid, commitCount, pipelineCount, fileCount, notesCount } = mergeRequest
  const href = (to: MergeRequestTab) => mergeRequestHref(namespace.fullPath, iid, to)
  return (
    <>
      <Branches
        namespace={namespace.fullPath}
        mergeRequest={mergeRequest}
        canChange={page.permissions.canUpdate && mergeRequest.state !== 'merged' && mergeRequest.state !== 'locked'}
      />
      <LinkTabs
        label="Merge request"
        active={tab}
        tabs={[
          {
            key: 'overview',
            label: mergeRequestTabs.overview,
            icon: <CommentDiscussionIcon />,
            count: notesCount === 0 ? null : notesCount,
            href: href('overview'),
          },
          {
            key: 'commits',
            label: mergeRequestTabs.commits,
            icon: <GitCommitIcon />,
            count: commitCount,
            href: href('commits'),
          },
          {
            key: 'pipelines',
            label: mergeRequestTabs.pipelines,
            icon: <WorkflowIcon />,
            count: pipelineCount === 0 ? null : pipelineCount,
            href: href('pipelines'),
          },
          {
            key: 'diffs',
            label: mergeRequestTabs.diffs,
            icon: <FileDiffIcon />,
            count: fileCount,
            href: href('diffs'),
          },
        ]}
      />
    </>
  )
}

interface BranchesProps {
  readonly namespace: string
  readonly mergeRequest: MergeRequestData
  readonly canChange: boolean
}

function Branches({ namespace, mergeRequest, canChange }: BranchesProps) {
  const { sourceBranch, targetBranch, sourceProject, sourceBranchExists } = mergeRequest
  useShortcuts(codeShortcuts.mergeRequest, {
    copyBranch: () => {
      void copyText(sourceBranch).then(isCopied =>
        showToast(isCopied ? `Copied ${visibleName(sourceBranch)}` : 'Could not copy the branch name', {
          tone: isCopied ? 'info' : 'danger',
        }),
      )
    },
  })
  const isHidden = sourceProject !== null && sourceProject.fullPath === null
  const home = sourceProject?.fullPath ?? namespace
  const source = home === namespace ? sourceBranch : `${home}:${sourceBranch}`
  return (
    <p data-actions="" className={styles.branches}>
      <span className={styles.target}>
        <BranchName namespace={namespace} name={targetBranch} />
        {canChange && <ChangeTarget />}
      </span>
      <ArrowLeftIcon size={16} aria-label="from" />
      {isHidden ? (
        <code className={styles.branch} title="This branch is in a fork that you cannot view">
          <bdi>
            <NameText name={source} />
          </bdi>
        </code>
      ) : sourceBranchExists ? (
        <BranchName namespace={home} name={sourceBranch} shown={source} />
      ) : (
        <code className={styles.branch} data-gone title="This branch no longer exists">
          <bdi>
            <NameText name={source} />
          </bdi>
        </code>
      )}
      <CopyButton text={sourceBranch} label="Copy branch name" />
    </p>
  )
}

interface BranchNameProps {
  readonly namespace: string
  readonly name: string
  readonly shown?: string
}

const BranchName = ({ namespace, name, shown = name }: BranchNameProps) => (
  <TextLink tone="plain" href={treeHref({ namespace }, name)} className={styles.branch}>
    <bdi>
      <NameText name={shown} />
    </bdi>
  </TextLink>
)
