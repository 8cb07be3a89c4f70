import { StopwatchIcon } from '@primer/octicons-react'
import type { Carried } from '#web/api/own-writes.ts'
import { type Target, useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Empty } from '../values.tsx'
import type { TimeChange } from './TimeForm.tsx'
import { Times } from './Times.tsx'

const TimeForm = onDemand(() => import('./TimeForm.tsx').then(module => module.TimeForm))

interface TimeTrackingWidgetProps {
  readonly save: (target: Target, change: TimeChange, carried: Carried) => Promise<unknown>
}

/** @source TIME-001, TIME-002 */
export function TimeTrackingWidget({ save: saveTime }: TimeTrackingWidgetProps) {
  const { issuable, permissions, word } = useIssuable()
  const { timeStats } = issuable
  const { humanTimeEstimate, humanTotalTimeSpent } = timeStats
  const save = useSave<TimeChange>({ save: saveTime, failure: messages.update(word) })
  const summary = [humanTotalTimeSpent, humanTimeEstimate].filter(Boolean).join(' / ')
  return (
    <SidebarField
      label="Time tracking"
      editable={permissions.canSetMetadata}
      {...save.field}
      editorPlace="inline"
      editorPart={TimeForm}
      editor={close => (
        <TimeForm
          estimate={humanTimeEstimate ?? ''}
          isSaving={save.isPending}
          onSubmit={change => {
            if (Object.keys(change).length === 0) close()
            else save.run(change, close)
          }}
        />
      )}
      icon={<StopwatchIcon />}
      summary={summary === '' ? 'None' : summary}
      foldedHint={`Time tracking: ${summary === '' ? 'None' : summary}`}
    >
      {summary === '' ? <Empty>No estimate or time spent</Empty> : <Times stats={timeStats} />}
    </SidebarField>
  )
}
