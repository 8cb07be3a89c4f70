import { useRef } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { call } from '#web/api/client.ts'
import { createIncidentOfAlert, getAlertPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { keyOf, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { IssuableHeader } from '#web/plan/issuable/header/IssuableHeader.tsx'
import { IssuableDiscussion } from '#web/plan/issuable/IssuableDiscussion.tsx'
import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'
import { type Issuable, IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { useReloadFailure } from '#web/plan/issuable/use-reload-failure.ts'
import { ResponsePlace } from '#web/plan/on-call/ResponsePlace.tsx'
import { planTopics } from '#web/plan/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AlertDetails } from '../AlertDetails.tsx'
import { SeverityMark } from '../SeverityMark.tsx'
import type { AlertFactsData, AlertPageData } from '../shapes.ts'
import styles from './AlertPage.module.css'
import { AlertContext } from './alert-context.ts'
import { alertKind } from './alert-kind.ts'
import { CommitsBefore } from './CommitsBefore.tsx'
import { DeploymentsBefore } from './DeploymentsBefore.tsx'
import { Metric } from './Metric.tsx'
import { alertMounts } from './mounts.tsx'

const AlertResponse = onDemand(() => import('./AlertResponse.tsx').then(module => module.AlertResponse), {
  holdsKeys: false,
})

const MetricsPanel = onDemand(() => import('../../metrics/MetricsPanel.tsx').then(module => module.MetricsPanel), {
  holdsKeys: false,
})

/** The page of an alert: what its monitoring tool sent, and its discussion. @source ALERT-001, SIDE-016 */
export function AlertPage() {
  const reading = useReading(getAlertPage, issueInput(usePageParams()), {
    topics: page => [issuableTopic('alert', page.alert.id), ...planTopics(page.namespace)],
  })
  const { data } = reading
  useReloadFailure(reading, 'alert')
  return data === undefined ? <IssuePageSkeleton /> : <Shown key={data.alert.id} page={data} />
}

function Shown({ page }: { readonly page: AlertPageData }) {
  const { namespace, alert, facts } = page
  const path = pagesPath('alert', namespace.fullPath)
  usePlace({
    title: monitorTitles.alert(alert.title, alert.reference.short),
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [
      { label: monitorTitles.alerts, href: path },
      { label: alert.reference.short, href: `${path}/${alert.iid}` },
    ],
  })
  return (
    <IssuableProvider value={issuableOf(page)}>
      <AlertContext value={page}>
        <Page>
          <WithSidebar
            main={
              <>
                <Head page={page} />
                <Metric facts={facts} />
                {namespace.offers.environments && <DeploymentsBefore page={page} />}
                {namespace.offers.code && <CommitsBefore page={page} />}
                <AlertDetails iid={alert.iid} title={alert.title} facts={facts} />
                <MetricImages page={page} />
                <ErrorBoundary label="The discussion" resetKey={String(alert.id)}>
                  <IssuableDiscussion />
                </ErrorBoundary>
              </>
            }
          >
            <IssuableSidebar mounts={alertMounts} />
          </WithSidebar>
        </Page>
      </AlertContext>
    </IssuableProvider>
  )
}

const issuableOf = (page: AlertPageData): Issuable => ({
  ...page,
  // The texts are those of its monitoring tool. The state follows from the status.
  permissions: {
    ...page.permissions,
    canUpdate: false,
    canClose: false,
    canReopen: false,
    canDelete: false,
    canAdminLabels: false,
  },
  kind: alertKind,
  // The status in the badge says more than that it is closed.
  issuable: { ...page.alert, closedAt: null },
  queryKey: keyOf(getAlertPage, { namespace: page.namespace.fullPath, iid: page.alert.iid }),
  types: [],
})

function Head({ page }: { readonly page: AlertPageData }) {
  const header = useRef<HTMLElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  return (
    <article aria-label={page.alert.title}>
      <IssuableHeader
        ref={header}
        editRef={edit}
        onEdit={nothing}
        opened="Alert opened"
        state={statusLabels[page.facts.status]}
        marks={<SeverityMark severity={page.facts.severity} />}
        below={
          <>
            {(page.permissions.canEscalate || page.namespace.offers.escalations) && (
              <ResponsePlace>
                <AlertResponse />
              </ResponsePlace>
            )}
            <Gathered facts={page.facts} />
            <Incident page={page} />
          </>
        }
      />
    </article>
  )
}

const nothing = () => {}

/** Images of charts, for whoever looks at the alert. */
const MetricImages = ({ page: { namespace, alert } }: { readonly page: AlertPageData }) => (
  <Card title="Metric images" className={styles.metric}>
    <MetricsPanel
      item={{ kind: 'alert', id: alert.id, iid: alert.iid, projectId: namespace.id, namespace: namespace.fullPath }}
      fallback={<Skeleton rows={3} label="Loading metric images" />}
    />
  </Card>
)

/** The group of the alert, and the maintenance window in which it came. */
function Gathered({ facts: { group, maintenance } }: { readonly facts: AlertFactsData }) {
  return (
    <>
      {group !== null && (
        <p className={styles.gathered}>
          Grouped with {counted(group.alertCount - 1, 'other alert')} by <bdi>{group.name}</bdi>.{' '}
          {group.lead === null ? (
            'This alert pages for the group.'
          ) : (
            <>
              <TextLink href={group.lead.webPath}>{group.lead.reference}</TextLink> pages for the group.
            </>
          )}
        </p>
      )}
      {maintenance !== null && (
        <p className={styles.gathered}>
          {maintenance.isSilenced ? (
            <>
              Silenced by the maintenance window <bdi>{maintenance.title}</bdi>, which ends{' '}
              <RelativeTime at={maintenance.endsAt} />.
            </>
          ) : (
            <>
              Came in during the maintenance window <bdi>{maintenance.title}</bdi>.
            </>
          )}
        </p>
      )}
    </>
  )
}

/** The incident of the alert, or the button that creates one. @source ALERT-007 */
function Incident({ page }: { readonly page: AlertPageData }) {
  const { namespace, alert, incident, permissions } = page
  const goTo = useGoTo()
  const create = useCall((_: null) => call(createIncidentOfAlert, { namespace: namespace.fullPath, iid: alert.iid }), {
    refreshes: [getAlertPage],
    saysErrors: true,
    onSuccess: ({ webPath }) => goTo(webPath),
  })
  if (incident !== null)
    return (
      <div className={styles.incident}>
        <LinkButton href={incident.path}>View incident {incident.reference}</LinkButton>
      </div>
    )
  if (!permissions.canCreateIncident) return null
  return (
    <div className={styles.incident}>
      <Button variant="primary" busy={create.isPending} onClick={() => create.mutate(null)}>
        Create incident
      </Button>
    </div>
  )
}
