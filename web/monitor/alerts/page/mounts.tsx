import type { Mount } from '#web/plan/issuable/sidebar/mounts.ts'
import { AssigneesWidget } from '#web/plan/issuable/sidebar/widgets/AssigneesWidget.tsx'
import { CopyEmailWidget } from '#web/plan/issuable/sidebar/widgets/CopyEmailWidget.tsx'
import { ParticipantsWidget } from '#web/plan/issuable/sidebar/widgets/ParticipantsWidget.tsx'
import { ReferenceWidget } from '#web/plan/issuable/sidebar/widgets/ReferenceWidget.tsx'
import { SubscriptionWidget } from '#web/plan/issuable/sidebar/widgets/SubscriptionWidget.tsx'
import { TodoWidget } from '#web/plan/issuable/sidebar/widgets/TodoWidget.tsx'
import { messages } from '#web/plan/messages.ts'
import { StatusWidget } from './StatusWidget.tsx'

/** The widgets of an alert in their order down the sidebar. @source SIDE-016 */
export const alertMounts: readonly Mount[] = [
  { name: 'todo', label: 'To-do', widget: <TodoWidget />, isForSignedIn: true },
  { name: 'status', widget: <StatusWidget /> },
  { name: 'assignees', widget: <AssigneesWidget /> },
  { name: 'subscriptions', label: 'Notifications', widget: <SubscriptionWidget /> },
  { name: 'participants', widget: <ParticipantsWidget />, failure: messages.participants },
  { name: 'reference', widget: <ReferenceWidget />, failure: messages.reference },
  { name: 'copy-email', label: 'Comment by email', widget: <CopyEmailWidget /> },
]
