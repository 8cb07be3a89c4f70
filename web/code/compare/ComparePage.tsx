import { ArrowSwitchIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeComparePage, comparableProjects } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { CommitList } from '../commits/CommitList.tsx'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import { DiffView } from '../diff/DiffView.tsx'
import { commitSource } from '../diff/diff-source.ts'
import { whitespaceOf } from '../diff/whitespace-of.ts'
import type { CompareData } from '../shapes.ts'
import { compareAcrossHref, compareHref } from '../shared/addresses.ts'
import { NewCommits, useQuietReading } from '../shared/commits/NewCommits.tsx'
import { fromProjectIn, onPath } from '../shared/on-path.ts'
import { ProjectSwitcher } from '../shared/ProjectSwitcher.tsx'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import styles from './ComparePage.module.css'

const isNews = (shown: CompareData, now: CompareData): boolean =>
  shown.comparison?.fromId !== now.comparison?.fromId || shown.comparison?.toId !== now.comparison?.toId

/** Compare changes between branches, tags or commits. */
export function ComparePage() {
  const search = usePageSearch()
  const input = { ...onPath(usePageParams()), ...fromProjectIn(search), ...whitespaceOf(search) }
  const { data, news, showNews } = useQuietReading(codeComparePage, input, isNews, { keepPrevious: true })
  if (data === undefined) return <ListSkeleton />
  return (
    <Compare compare={data} news={news ? <NewCommits onShow={showNews}>There are new commits.</NewCommits> : null} />
  )
}

interface CompareProps {
  readonly compare: CompareData
  readonly news: React.ReactNode
}

function Compare({ compare, news }: CompareProps) {
  const { place, fromProject, hasOtherProjects, from, to, straight, comparison, missing } = compare
  const goTo = useGoTo()
  const isAcross = fromProject.id !== place.id
  const show = (one: string, other: string, isStraight = straight) =>
    goTo(isAcross ? compareAcrossHref(place, [one, fromProject.id], other) : compareHref(place, one, other, isStraight))
  const swap = () =>
    isAcross
      ? goTo(compareAcrossHref({ id: fromProject.id, namespace: fromProject.fullPath }, [to, place.id], from))
      : show(to, from)
  usePlace({
    title: visibleName(codeTitles.comparison(from, to)),
    namespace: shownNamespace(place.header),
    active: 'branches',
    crumbs: [
      { label: 'Branches', href: `/${place.namespace}/-/branches` },
      { label: 'Compare', href: `/${place.namespace}/-/compare` },
    ],
  })
  if (place.isEmpty) {
    return (
      <Page width="full">
        <PageHeader title="Compare" />
        <EmptyRepository {...place} />
      </Page>
    )
  }
  return (
    <Page width="full">
      <PageHeader title="Compare" detail="Compare changes between branches, tags or commits." />
      <div className={styles.bar}>
        {hasOtherProjects && (
          <ProjectSwitcher
            label="From project"
            namespace={place.namespace}
            search={comparableProjects}
            current={fromProject}
            // The other project starts at its own default branch.
            onPick={id => goTo(compareAcrossHref(place, ['', id], to))}
          />
        )}
        <RefSwitcher
          namespace={fromProject.fullPath}
          label="From"
          current={refOf(from)}
          onPick={name => show(name, to)}
        />
        <IconButton label="Swap sides" icon={<ArrowSwitchIcon />} disabled={to === ''} onClick={swap} />
        {isAcross && <span className={styles.project}>{place.namespace}</span>}
        <RefSwitcher
          namespace={place.namespace}
          label="To"
          current={to === '' ? null : refOf(to)}
          onPick={name => show(from, name)}
        />
        {to !== '' && !isAcross && (
          <Checkbox
            label="Only changes since the merge base"
            checked={!straight}
            onValue={isFromBase => show(from, to, !isFromBase)}
          />
        )}
      </div>
      {news}
      {missing.length > 0 && (
        <Banner tone="warning" title="Nothing to compare">
          {isAcross
            ? missing
                .map(side =>
                  side === 'from'
                    ? `${from} is not a branch, tag or commit in ${fromProject.fullPath}.`
                    : `${to} is not a branch, tag or commit in ${place.namespace}.`,
                )
                .join(' ')
            : `${missing.map(side => (side === 'from' ? from : to)).join(' and ')} ${
                missing.length === 1 ? 'is not a branch, tag or commit' : 'are not branches, tags or commits'
              } in this project.`}
        </Banner>
      )}
      {comparison === null && missing.length === 0 && (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="Nothing to compare yet">
          Select a branch or tag to see how it differs from {from}.
        </EmptyState>
      )}
      {comparison !== null && <Comparison compare={compare} comparison={comparison} />}
    </Page>
  )
}

const refOf = (name: string) => ({ name, kind: /^[0-9a-f]{40}$/.test(name) ? 'commit' : 'branch' }) as const

interface ComparisonProps {
  readonly compare: CompareData
  readonly comparison: NonNullable<CompareData['comparison']>
}

function Comparison({ compare, comparison }: ComparisonProps) {
  const { place, from, to } = compare
  const { commits, commitCount, diff, firstBatch, baseId, fromId, toId } = comparison
  const source = useMemo(
    () => commitSource(place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown),
    [place.namespace, diff.fromId, diff.toId, diff.isWhitespaceShown],
  )
  if (commitCount === 0 && diff.files.length === 0) {
    return (
      <EmptyState illustration={<Illustration of="all-done" />} title="No differences">
        {fromId === toId ? `${from} and ${to} are the same commit.` : `${from} already contains every commit in ${to}.`}
      </EmptyState>
    )
  }
  return (
    <Stack gap={5}>
      {baseId === null && (
        <Banner tone="info" title="No common history">
          The two sides share no commit. All files of {to} are shown as new.
        </Banner>
      )}
      {commits.length > 0 && (
        <Card title={counted(commitCount, 'commit')} flush>
          <div className={styles.commits}>
            <CommitList place={place} commits={commits} headingLevel={3} />
            {commitCount > commits.length && (
              <p className={styles.cut}>Showing the {commits.length.toLocaleString('en')} newest commits.</p>
            )}
          </div>
        </Card>
      )}
      {diff.files.length > 0 && <DiffView diff={diff} first={firstBatch} source={source} />}
    </Stack>
  )
}
