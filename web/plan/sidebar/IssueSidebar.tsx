import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useFolded } from '#web/ui/layout/folded.ts'
import { Sidebar } from '#web/ui/layout/Sidebar.tsx'
import { AssigneesWidget } from './AssigneesWidget.tsx'
import { ConfidentialWidget } from './ConfidentialWidget.tsx'
import { CopyEmailWidget } from './CopyEmailWidget.tsx'
import { DueDateWidget } from './DueDateWidget.tsx'
import { issuePageKey, useIssuePage } from './issue-context.tsx'
import { LabelsWidget } from './LabelsWidget.tsx'
import { LockWidget } from './LockWidget.tsx'
import { MilestoneWidget } from './MilestoneWidget.tsx'
import { type MountName, SidebarMounts } from './mounts.tsx'
import { ParticipantsWidget } from './ParticipantsWidget.tsx'
import { ReferenceWidget } from './ReferenceWidget.tsx'
import { SubscriptionWidget } from './SubscriptionWidget.tsx'
import { TimeTrackingWidget } from './TimeTrackingWidget.tsx'
import { TodoWidget } from './TodoWidget.tsx'
import { WeightWidget } from './WeightWidget.tsx'

const widgets: Readonly<Partial<Record<MountName, ReactNode>>> = {
  assignees: <AssigneesWidget />,
  labels: <LabelsWidget />,
  milestone: <MilestoneWidget />,
  'due-date': <DueDateWidget />,
  weight: <WeightWidget />,
  'time-tracker': <TimeTrackingWidget />,
  confidential: <ConfidentialWidget />,
  lock: <LockWidget />,
  subscriptions: <SubscriptionWidget />,
  participants: <ParticipantsWidget />,
  reference: <ReferenceWidget />,
}

/** The fields of an issue. @source SIDE-001, SIDE-007, SIDE-009 */
export function IssueSidebar() {
  const client = useQueryClient()
  const page = useIssuePage()
  const { user } = useViewer()
  const [isFolded, setFolded] = useFolded('sidebar')
  return (
    <Sidebar label="Fields" folded={isFolded} onFolded={setFolded}>
      <SidebarMounts
        widgets={{
          ...widgets,
          ...(user !== null && { todo: <TodoWidget /> }),
          ...(page.replyAddress !== null && { 'copy-email': <CopyEmailWidget address={page.replyAddress} /> }),
        }}
        version={String(client.getQueryState(issuePageKey(page))?.dataUpdatedAt ?? 0)}
        onRetry={() => void client.invalidateQueries({ queryKey: [getIssuePage.name] })}
      />
    </Sidebar>
  )
}
