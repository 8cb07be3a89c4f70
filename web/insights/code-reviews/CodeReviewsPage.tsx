import { DownloadIcon } from '@primer/octicons-react'
import type { CodeReviewsPage as PageData, ReviewedMergeRequest } from '#contract/insights/code-reviews.ts'
import { codeReviewsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { issuablesTopic, projectTopic } from '#contract/live-topics.ts'
import { codeReviewsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { durationWords } from '../duration.ts'
import { Figures } from '../Figures.tsx'
import { InsightTabs } from '../InsightTabs.tsx'
import { codeReviewsInput } from './address.ts'
import styles from './CodeReviews.module.css'

const hourSeconds = 3600

/** The open merge requests of a project in review, the longest first. */
export function CodeReviewsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(codeReviewsPage, codeReviewsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [projectTopic(page.namespace.id), issuablesTopic('merge_request', page.namespace.id)],
  })
  if (data !== undefined) return <Shown page={data} />
  if (!isError) return <PlaceListSkeleton title={insightTitles.codeReviews} />
  return (
    <Page>
      <PageHeader title={insightTitles.codeReviews} />
      <RetryBanner onRetry={refetch}>Could not load the code reviews.</RetryBanner>
    </Page>
  )
}

function Shown({ page }: { readonly page: PageData }) {
  const { namespace, mergeRequests, total, hasNext, medianSince, unreviewed } = page
  const path = codeReviewsPath(namespace.fullPath)
  usePlace({
    title: insightTitles.codeReviews,
    namespace: shownNamespace(namespace),
    active: 'insights',
    crumbs: [{ label: insightTitles.codeReviews, href: path }],
  })
  const { page: number = 1, waiting = false } = codeReviewsInput('', usePageSearch())
  const shown = waiting ? { waiting: 'true' } : {}
  const addressFor = (page: number) => addressOf(path, { ...shown, ...(page > 1 && { page: String(page) }) })
  const now = useNow()
  return (
    <Page>
      <PageHeader
        title={insightTitles.codeReviews}
        actions={
          mergeRequests.length > 0 && (
            <LinkButton icon={<DownloadIcon />} href={addressOf(`${path}.csv`, shown)} download>
              CSV
            </LinkButton>
          )
        }
      />
      <InsightTabs kind="project" namespace={namespace} active="codeReviews" />
      <Figures
        figures={[
          {
            label: 'In review',
            value: total.toLocaleString('en'),
            rule: 'Open merge requests that someone other than the author has commented on.',
            href: path,
          },
          {
            label: 'Median time in review',
            value: durationWords(medianSince === null ? null : Math.max(0, now - Date.parse(medianSince)) / 1000),
            rule: 'From the first comment by someone else until now. Half have been in review for no longer.',
          },
          {
            label: 'Waiting for a first comment',
            value: unreviewed.toLocaleString('en'),
            rule: 'Open merge requests that no one but the author has commented on.',
            href: addressOf(path, { waiting: 'true' }),
          },
        ]}
      />
      {mergeRequests.length === 0 ? (
        <EmptyState
          illustration={<Illustration of="all-done" />}
          title={waiting ? 'No merge requests are waiting for a first comment' : 'No merge requests are in review'}
        >
          {waiting
            ? 'A merge request waits until someone other than its author comments on it.'
            : 'A merge request appears here when someone other than its author comments on it.'}
        </EmptyState>
      ) : (
        <Table
          caption={waiting ? 'Merge requests waiting for a first comment' : 'Merge requests in review'}
          captionIsShown
          columns={[
            { key: 'request', label: 'Merge request' },
            ...(waiting ? [] : [{ key: 'time', label: 'In review', align: 'end' as const }]),
            { key: 'comments', label: 'Comments', align: 'end' },
            { key: 'commits', label: 'Commits', align: 'end' },
            { key: 'changes', label: 'Changed lines', align: 'end' },
            { key: 'approvals', label: 'Approved by' },
          ]}
        >
          {mergeRequests.map(each => (
            <ReviewRow key={each.id} mergeRequest={each} isWaiting={waiting} />
          ))}
        </Table>
      )}
      <Pagination
        label="Code reviews pagination"
        previous={number > 1 ? addressFor(number - 1) : null}
        next={hasNext ? addressFor(number + 1) : null}
      />
    </Page>
  )
}

function ReviewRow({
  mergeRequest,
  isWaiting,
}: {
  readonly mergeRequest: ReviewedMergeRequest
  readonly isWaiting: boolean
}) {
  const { title, iid, webUrl, author, createdAt, reviewTime, notesCount, diffStats, approvedBy } = mergeRequest
  return (
    <tr>
      <td>
        <span className={styles.request}>
          <Avatar {...author} />
          <span className={styles.words}>
            <TextLink tone="plain" href={new URL(webUrl).pathname}>
              <bdi>{title}</bdi>
            </TextLink>
            <small className={styles.detail}>
              !{iid}, opened <RelativeTime at={createdAt} />
            </small>
          </span>
        </span>
      </td>
      {!isWaiting && (
        <td data-align="end" className={styles.figure}>
          {reviewTime === 0 ? '< 1 hour' : durationWords(reviewTime * hourSeconds)}
        </td>
      )}
      <td data-align="end">{notesCount.toLocaleString('en')}</td>
      <td data-align="end">{diffStats.commitsCount.toLocaleString('en')}</td>
      <td data-align="end" className={styles.figure}>
        <span className={styles.added}>+{diffStats.additions.toLocaleString('en')}</span>{' '}
        <span className={styles.removed}>−{diffStats.deletions.toLocaleString('en')}</span>
      </td>
      <td>
        <span className={styles.people}>
          {approvedBy.map(person => (
            <Avatar key={person.id} {...person} />
          ))}
        </span>
      </td>
    </tr>
  )
}
