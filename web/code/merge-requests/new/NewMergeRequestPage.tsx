import { ArrowRightIcon, ArrowSwitchIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { getNewMergeRequestPage, mergeRequestTargets } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useIsKept } from '#web/api/unsent-texts/kept-text.ts'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { CommitList } from '../../commits/CommitList.tsx'
import { ListSkeleton } from '../../commits/ListSkeleton.tsx'
import { DiffView } from '../../diff/DiffView.tsx'
import { commitSource } from '../../diff/diff-source.ts'
import { newMergeRequestHref } from '../../shared/addresses.ts'
import { ProjectSwitcher } from '../../shared/ProjectSwitcher.tsx'
import { codeTopics } from '../../shared/place.ts'
import { RefSwitcher } from '../../shared/RefSwitcher.tsx'
import { mergeRequestHref } from '../page/merge-request-address.ts'
import type { NewMergeRequestData } from '../shapes.ts'
import { NewMergeRequestForm } from './NewMergeRequestForm.tsx'
import styles from './NewMergeRequestPage.module.css'
import { newMergeRequestInput } from './new-merge-request-address.ts'

/** Choose two branches, look at what they differ in, and open a merge request for them. */
export function NewMergeRequestPage() {
  const { namespace = '' } = usePageParams()
  const input = newMergeRequestInput(namespace, usePageSearch())
  const { data } = useReading(getNewMergeRequestPage, input, { keepPrevious: true, topics: codeTopics })
  return data === undefined ? <ListSkeleton /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: NewMergeRequestData }) {
  const { place, target, sourceBranch, targetBranch, missing, comparison, permissions } = page
  const isFork = target.id !== place.id
  const writing = useWriting(page)
  usePlace({
    title: codeTitles.newMergeRequest,
    namespace: shownNamespace(place.header),
    active: 'merge_requests',
    crumbs: [
      { label: 'Merge requests', href: `/${place.namespace}/-/merge_requests` },
      { label: 'New', href: `/${place.namespace}/-/merge_requests/new` },
    ],
  })
  if (place.isEmpty) {
    return (
      <Page>
        <PageHeader title={codeTitles.newMergeRequest} />
        <EmptyRepository {...place} />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader title={codeTitles.newMergeRequest} />
      <Stack gap={5}>
        <Branches page={page} />
        {missing.length > 0 && (
          <Banner tone="warning">
            {writing?.isOf(page)
              ? `${missing.map(name => `The branch ${visibleName(name)} was deleted.`).join(' ')} Choose another branch to create the merge request.`
              : `${missing.map(visibleName).join(' and ')} ${missing.length === 1 ? 'is not a branch' : 'are not branches'} of ${
                  isFork ? `${place.namespace} or ${target.fullPath}` : 'this project'
                }.`}
          </Banner>
        )}
        {!isFork && sourceBranch === targetBranch && <Banner tone="info">Choose two different branches.</Banner>}
        {sourceBranch === null && (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="Choose a source branch">
            Its changes are reviewed {isFork ? `in ${target.fullPath}` : 'here'} before they are merged into{' '}
            <NameText name={targetBranch} />.
          </EmptyState>
        )}
        {comparison?.existing != null && (
          <Banner tone="info">
            These branches already have an open merge request:{' '}
            <TextLink href={mergeRequestHref(target.fullPath, comparison.existing.iid)}>
              !{comparison.existing.iid} {comparison.existing.title}
            </TextLink>
          </Banner>
        )}
        {isFork && !permissions.canCreate && (
          <Banner tone="info">
            You need at least the Developer role in {place.namespace} to open a merge request from its branches.
          </Banner>
        )}
        {writing !== null && (
          <NewMergeRequestForm key={keyOf(writing.page)} page={writing.page} isBlocked={writing.page !== page} />
        )}
        {comparison !== null && <Comparison page={page} comparison={comparison} />}
      </Stack>
    </Page>
  )
}

const keyOf = ({ sourceBranch, target, targetBranch }: NewMergeRequestData): string =>
  `${sourceBranch}\0${target.id}\0${targetBranch}`

/**
 * The page that the form belongs to; null without a form. A form with text in it stays when no merge request of its
 * branches can be created any more: another user has deleted one of them, or was faster.
 */
function useWriting(page: NewMergeRequestData) {
  const { place, comparison, permissions } = page
  const canCreate = comparison !== null && comparison.existing === null && permissions.canCreate
  const [latest, setLatest] = useState(canCreate ? page : null)
  const hasWords = useIsKept([textBoxes.newMergeRequest(place.id)])
  if (canCreate && latest !== page) setLatest(page)
  const shown = canCreate ? page : latest?.place.id === place.id && hasWords ? latest : null
  return shown && { page: shown, isOf: (other: NewMergeRequestData) => keyOf(shown) === keyOf(other) }
}

function Branches({ page }: { readonly page: NewMergeRequestData }) {
  const { place, target, sourceBranch, targetBranch, hasOtherTargets } = page
  const goTo = useGoTo()
  const isFork = target.id !== place.id
  // If its network has no other projects, the address of a project stays short.
  const targetId = hasOtherTargets ? target.id : undefined
  const show = (source: string | null, branch: string) =>
    goTo(newMergeRequestHref(place.namespace, source, branch, targetId))
  return (
    <div className={styles.branches}>
      {isFork && <span className={styles.project}>{place.namespace}</span>}
      <RefSwitcher
        branchesOnly
        namespace={place.namespace}
        label="From"
        current={sourceBranch === null ? null : { name: sourceBranch, kind: 'branch' }}
        onPick={name => show(name, targetBranch)}
      />
      <ArrowRightIcon aria-label="into" />
      {hasOtherTargets && (
        <ProjectSwitcher
          label="Target project"
          namespace={place.namespace}
          search={mergeRequestTargets}
          current={target}
          onPick={id => goTo(newMergeRequestHref(place.namespace, sourceBranch, null, id))}
        />
      )}
      <RefSwitcher
        branchesOnly
        namespace={target.fullPath}
        label="Into"
        current={{ name: targetBranch, kind: 'branch' }}
        onPick={name => show(sourceBranch, name)}
      />
      {!isFork && (
        <IconButton
          label="Swap branches"
          icon={<ArrowSwitchIcon />}
          disabled={sourceBranch === null}
          onClick={() => sourceBranch !== null && show(targetBranch, sourceBranch)}
        />
      )}
    </div>
  )
}

interface ComparisonProps {
  readonly page: NewMergeRequestData
  readonly comparison: NonNullable<NewMergeRequestData['comparison']>
}

function Comparison({ page, comparison }: ComparisonProps) {
  const { place, target, sourceBranch, targetBranch } = page
  const { commits, commitCount, diff, firstBatch } = comparison
  const source = useMemo(
    () => commitSource(place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown),
    [place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown],
  )
  if (commitCount === 0) {
    return (
      <EmptyState illustration={<Illustration of="all-done" />} title="Nothing to merge">
        {target.id === place.id ? visibleName(targetBranch) : `${target.fullPath} (${visibleName(targetBranch)})`}{' '}
        already contains every commit in <NameText name={sourceBranch ?? ''} />.
      </EmptyState>
    )
  }
  return (
    <Stack gap={5}>
      <section aria-label={counted(commitCount, 'commit')}>
        <CommitList place={place} commits={commits} />
      </section>
      {diff.files.length > 0 && <DiffView diff={diff} first={firstBatch} source={source} />}
    </Stack>
  )
}
