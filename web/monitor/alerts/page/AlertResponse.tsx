import { Response } from '#web/plan/on-call/Response.tsx'
import { useAlertPage } from './alert-context.ts'
import { useAlertStatus } from './use-alert-status.ts'

/** Who is on call for the alert, and the answers to its page. @source ALERT-005 */
export function AlertResponse() {
  const { namespace, facts, permissions } = useAlertPage()
  const save = useAlertStatus()
  return (
    <Response
      namespace={namespace}
      policyId={null}
      status={facts.status}
      isOpen
      canEscalate={permissions.canEscalate}
      busy={save.isPending}
      problem={save.error}
      onStatus={status => save.run(status)}
    />
  )
}
