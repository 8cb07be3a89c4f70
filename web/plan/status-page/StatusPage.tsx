import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/operation.ts'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getStatusPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { reading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { ChoiceDot } from '#web/plan/facts/ChoiceDot.tsx'
import { statusInput } from '#web/plan/page-input.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './StatusPage.module.css'

type StatusPageData = ReplyOf<typeof import('#contract/plan/incidents/status-page.ts').getStatusPage>
type Incident = StatusPageData['incidents'][number]

/** Visitors have no live topics. Where nothing is new, the answer is empty: the browser asks with the tag of the last one. */
const readAgainMs = 60_000

/** The published incidents of a project, for everyone, as long as the page is in sight. @source ISSUE-009 */
export function StatusPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useQuery({
    ...reading(getStatusPage, statusInput(namespace, usePageSearch())),
    placeholderData: keepPreviousData,
    refetchInterval: readAgainMs,
    refetchOnWindowFocus: true,
  })
  return data === undefined ? (
    <PlaceListSkeleton title="Status" />
  ) : (
    <Shown page={data} path={statusPagePath(namespace)} />
  )
}

function Shown({ page, path }: { readonly page: StatusPageData; readonly path: string }) {
  const title = planTitles.statusPage(page.projectName)
  usePlace({ title, namespace: null, active: null, crumbs: [{ label: title, href: path }] })
  return (
    <Page>
      <div className={styles.page}>
        <PageHeader title={title} />
        {page.incidents.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No incidents">
            No incidents have been published.
          </EmptyState>
        ) : (
          page.incidents.map(incident => (
            <IncidentCard key={`${incident.createdAt} ${incident.title}`} incident={incident} />
          ))
        )}
        <Pages label="Incidents pagination" hasNext={page.hasNext} />
      </div>
    </Page>
  )
}

function IncidentCard({ incident }: { readonly incident: Incident }) {
  const { title, state, createdAt, closedAt, descriptionHtml, isDescriptionTooLong, comments } = incident
  const choices = [
    ...(incident.severity === 'UNKNOWN' ? [] : [choiceOf('severity', incident.severity)]),
    choiceOf('escalationStatus', incident.escalationStatus),
  ]
  return (
    <article className={styles.incident} data-state={state}>
      <h2 className={styles.title}>
        <bdi dir="auto">{title}</bdi>
      </h2>
      <div className={styles.facts}>
        <StateBadge state={state} />
        {choices.map(choice => choice !== undefined && <ChoiceDot key={choice.label} choice={choice} />)}
        <span>
          Opened <RelativeTime at={createdAt} />
          {state === 'closed' && closedAt !== null && (
            <>
              , closed <RelativeTime at={closedAt} />
            </>
          )}
        </span>
      </div>
      {descriptionHtml !== '' && <Prose html={descriptionHtml} />}
      {isDescriptionTooLong && <p className={styles.time}>The description is too long to be shown here.</p>}
      {comments.length > 0 && (
        <ol className={styles.comments} aria-label="Updates">
          {comments.map(comment => (
            <li key={`${comment.createdAt} ${comment.html}`} className={styles.comment}>
              <p className={styles.time}>
                <RelativeTime at={comment.createdAt} />
              </p>
              <Prose html={comment.html} />
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}
