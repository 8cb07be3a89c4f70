import { BroadcastIcon } from '@primer/octicons-react'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { useAcknowledgeLink } from '#web/plan/escalations/use-acknowledge-link.ts'
import { ChoiceWidget } from '../fields/ChoiceWidget.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { messages } from './messages.ts'
import { useIncidentStatus } from './use-incident-status.ts'

/** The status of the response to an incident. @source SIDE-004, ESCAL-002, ESCAL-003 */
export function IncidentStatusWidget() {
  const { issue, permissions } = useIssuePage()
  const save = useIncidentStatus()
  useAcknowledgeLink({
    status: issue.escalationStatus,
    canEscalate: permissions.canEscalate,
    acknowledge: onShown => save.run('ACKNOWLEDGED', onShown),
  })
  // Every incident has one.
  if (choiceOf('escalationStatus', issue.escalationStatus) === undefined) throw new Error('no known incident status')
  return (
    <ChoiceWidget
      name="escalationStatus"
      icon={<BroadcastIcon />}
      canSet={permissions.canEscalate}
      failure={messages.updateStatus}
    />
  )
}
