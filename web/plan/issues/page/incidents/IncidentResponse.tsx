import { Response } from '#web/plan/on-call/Response.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { useIncidentStatus } from './use-incident-status.ts'

/** Who is on call for an incident, and the answers to its page. */
export function IncidentResponse() {
  const { namespace, issue, permissions } = useIssuePage()
  const save = useIncidentStatus()
  return (
    <Response
      namespace={namespace}
      policyId={issue.escalationPolicy?.id ?? null}
      status={issue.escalationStatus}
      isOpen={issue.state === 'opened'}
      canEscalate={permissions.canEscalate}
      busy={save.isPending}
      problem={save.error}
      onStatus={status => save.run(status)}
    />
  )
}
