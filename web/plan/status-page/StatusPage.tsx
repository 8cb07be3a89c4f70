import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/operation.ts'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import type { Reader } from '#contract/reader.ts'
import { getStatusPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { reading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { ChoiceDot } from '#web/plan/facts/ChoiceDot.tsx'
import { statusInput } from '#web/plan/page-input.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { useReader } from '#web/ui/reader.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { describeDate } from '#web/ui/text/time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
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
  const reader = useReader()
  usePlace({ title, namespace: null, active: null, crumbs: [{ label: title, href: path }] })
  return (
    <Page>
      <div className={styles.page}>
        <PageHeader title={title} actions={<LinkButton href={`${path}?format=atom`}>Atom feed</LinkButton>} />
        <Overall page={page} />
        <Maintenance windows={page.maintenance} />
        {daysOf(page.incidents, reader).map(({ day, incidents }) => (
          <section key={day} aria-label={day} className={styles.day}>
            <h2 className={styles.date}>{day}</h2>
            {incidents.map(incident => (
              <IncidentCard key={`${incident.createdAt} ${incident.title}`} incident={incident} />
            ))}
          </section>
        ))}
        {page.incidents.length === 0 && <p className={styles.time}>No incidents have been published.</p>}
        <Pages label="Incidents pagination" hasNext={page.hasNext} />
      </div>
    </Page>
  )
}

/** The state of all in one line, before anything else. */
function Overall({ page: { openCount, maintenance } }: { readonly page: StatusPageData }) {
  const now = useNow()
  const isMaintained = maintenance.some(({ startsAt }) => Date.parse(startsAt) <= now)
  const [tone, words] =
    openCount > 0
      ? (['danger', counted(openCount, 'open incident')] as const)
      : isMaintained
        ? (['warning', 'Maintenance in progress'] as const)
        : (['success', 'No known problems'] as const)
  return (
    <p className={styles.overall} data-tone={tone} role="status">
      {words}
    </p>
  )
}

/** Maintenance that is under way or planned. */
function Maintenance({ windows }: { readonly windows: StatusPageData['maintenance'] }) {
  if (windows.length === 0) return null
  return (
    <section className={styles.day} aria-label="Maintenance">
      <h2 className={styles.date}>Maintenance</h2>
      <ul className={styles.windows}>
        {windows.map(({ title, startsAt, endsAt }) => (
          <li key={`${startsAt} ${title}`} className={styles.incident}>
            <h3 className={styles.title}>
              <bdi dir="auto">{title}</bdi>
            </h3>
            <p className={styles.time}>
              <RelativeTime at={startsAt} format={exact} /> to <RelativeTime at={endsAt} format={exact} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const exact = { style: 'absolute' } as const

/** Incidents under the day on which they were opened, in the time zone of the reader: the open ones first. */
function daysOf(incidents: readonly Incident[], reader: Reader) {
  const days = new Map<string, Incident[]>()
  for (const incident of incidents) {
    const day = incident.state === 'opened' ? 'Open incidents' : describeDate(new Date(incident.createdAt), reader)
    days.set(day, [...(days.get(day) ?? []), incident])
  }
  return [...days].map(([day, ofDay]) => ({ day, incidents: ofDay }))
}

function IncidentCard({ incident }: { readonly incident: Incident }) {
  const { title, state, createdAt, closedAt, descriptionHtml, isDescriptionTooLong, comments } = incident
  const choices = [
    ...(incident.severity === 'UNKNOWN' ? [] : [choiceOf('severity', incident.severity)]),
    choiceOf('escalationStatus', incident.escalationStatus),
  ]
  return (
    <article className={styles.incident} data-state={state}>
      <h3 className={styles.title}>
        <bdi dir="auto">{title}</bdi>
      </h3>
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
