import { pagesPath } from '#contract/issuable-kinds.ts'
import { call } from '#web/api/client.ts'
import { createIncidentPostmortem, getIncident } from '#web/api/operations.gen.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { SlaTime } from '#web/plan/issues/incidents/SlaTime.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages as alertMessages } from '../../alerts/messages.ts'
import { Highlight } from './Highlight.tsx'
import styles from './HighlightBar.module.css'
import { RoleHighlights } from './RoleHighlights.tsx'
import { useIncident } from './use-incident.ts'
import { useIncidentAlert } from './use-incident-alert.ts'

/** The alert that an incident was created from, the time within which it is to be resolved, and who leads the response. @source INCIDENT-002 to INCIDENT-005 */
export function HighlightBar() {
  const { namespace, issue, hasAlert } = useIssuePage()
  const { data: alert, isError, refetch } = useIncidentAlert()
  const { data: incident } = useIncident()
  const dueAt = incident?.slaDueAt ?? null
  if (isError && alert === undefined) return <RetryBanner onRetry={refetch}>{alertMessages.load}</RetryBanner>
  const { postmortem = null, canCreatePostmortem = false, roles = [], permissions } = incident ?? {}
  const hasRoles = roles.length > 0 || (permissions?.canSetRoles === true && issue.state === 'opened')
  if (!hasAlert && dueAt === null && postmortem === null && !canCreatePostmortem && !hasRoles) return null
  return (
    <dl aria-label="Highlights" className={styles.bar}>
      {alert && (
        <>
          <Highlight name="Original alert">
            <TextLink href={alert.webPath}>{alert.reference}</TextLink>
            {alert.alertCount > 1 && (
              <>
                {' and '}
                <TextLink href={`${pagesPath('alert', namespace.fullPath)}?incident=${issue.iid}&status=all`}>
                  {counted(alert.alertCount - 1, 'more alert')}
                </TextLink>
              </>
            )}
          </Highlight>
          <Highlight name="Alert start time">
            <RelativeTime at={alert.startedAt} />
          </Highlight>
          <Highlight name="Alert events">{alert.eventCount.toLocaleString('en')}</Highlight>
        </>
      )}
      {dueAt !== null && (
        <Highlight name="Time to SLA">
          <SlaTime dueAt={dueAt} hasMissed={incident?.hasMissedSla ?? false} isOpen={issue.state === 'opened'} />
        </Highlight>
      )}
      <RoleHighlights />
      {(postmortem !== null || canCreatePostmortem) && (
        <Highlight name="Postmortem">
          {postmortem === null ? <CreatePostmortem /> : <Postmortem postmortem={postmortem} />}
        </Highlight>
      )}
    </dl>
  )
}

interface PostmortemProps {
  readonly postmortem: NonNullable<NonNullable<ReturnType<typeof useIncident>['data']>['postmortem']>
}

const Postmortem = ({ postmortem: { reference, webPath, followUps } }: PostmortemProps) => (
  <>
    <TextLink href={webPath}>{reference}</TextLink>
    {followUps.all > 0 && `, ${followUps.open} of ${counted(followUps.all, 'follow-up')} open`}
  </>
)

function CreatePostmortem() {
  const { namespace, issue } = useIssuePage()
  const goTo = useGoTo()
  const create = useCall(
    (_: null) => call(createIncidentPostmortem, { namespace: namespace.fullPath, iid: issue.iid }),
    { refreshes: [getIncident], saysErrors: true, onSuccess: ({ webPath }) => goTo(webPath) },
  )
  return (
    <Button size="s" busy={create.isPending} onClick={() => create.mutate(null)}>
      Create postmortem
    </Button>
  )
}
