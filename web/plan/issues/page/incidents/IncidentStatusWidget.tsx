import { BroadcastIcon } from '@primer/octicons-react'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { ChoiceWidget } from '../fields/ChoiceWidget.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { messages } from './messages.ts'

/** How far the response to an incident has come. @source SIDE-004, ESCAL-002, ESCAL-003 */
export function IncidentStatusWidget() {
  const { issue, permissions } = useIssuePage()
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
