import { BroadcastIcon } from '@primer/octicons-react'
import { alertStatuses } from '#contract/monitor/alerts/alert-limits.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import { useAcknowledgeLink } from '#web/plan/escalations/use-acknowledge-link.ts'
import { messages as planMessages } from '#web/plan/messages.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { StatusMark } from '../StatusMark.tsx'
import { useAlertPage } from './alert-context.ts'
import { useAlertStatus } from './use-alert-status.ts'

/** Setting it to anything but triggered stops the pages. @source ALERT-004, ALERT-005 */
export function StatusWidget() {
  const { facts, permissions } = useAlertPage()
  const { status } = facts
  const save = useAlertStatus()
  useAcknowledgeLink({
    status,
    canEscalate: permissions.canEscalate,
    acknowledge: onShown => save.run('ACKNOWLEDGED', onShown),
  })
  return (
    <SidebarField
      label="Status"
      editable={permissions.canEscalate}
      {...save.field}
      editor={close => (
        <Picker
          label="Status"
          options={alertStatuses.map(each => ({ id: each, text: statusLabels[each] }))}
          selected={[status]}
          onChange={([id]) => {
            close('apply')
            const next = alertStatuses.find(each => each === id)
            if (next !== undefined && next !== status) save.run(next)
          }}
          empty={planMessages.noMatches}
          placeholder="Search status"
          onClose={close}
        />
      )}
      icon={<BroadcastIcon />}
      summary={statusLabels[status]}
      foldedHint={`Status: ${statusLabels[status]}`}
    >
      <StatusMark status={status} />
    </SidebarField>
  )
}
