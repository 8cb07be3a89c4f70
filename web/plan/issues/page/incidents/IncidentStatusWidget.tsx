import { BroadcastIcon } from '@primer/octicons-react'
import { choiceOf, type PlainValues } from '#contract/plan/attributes/plain-attributes.ts'
import { useAcknowledgeLink } from '#web/plan/escalations/use-acknowledge-link.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { ChoiceWidget } from '../fields/ChoiceWidget.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { savePlain } from '../save/save.ts'
import { messages } from './messages.ts'

/** The status of the response to an incident. @source SIDE-004, ESCAL-002, ESCAL-003 */
export function IncidentStatusWidget() {
  const { issue, permissions } = useIssuePage()
  const save = useSave<PlainValues['escalationStatus'], unknown, IssueData>({
    save: savePlain('escalationStatus'),
    preview: (_now, escalationStatus) => ({ issuable: { escalationStatus } }),
    failure: messages.updateStatus,
  })
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
