import type { Mount } from '#web/plan/issuable/sidebar/mounts.ts'
import { AssigneesWidget } from '#web/plan/issuable/sidebar/widgets/AssigneesWidget.tsx'
import { CopyEmailWidget } from '#web/plan/issuable/sidebar/widgets/CopyEmailWidget.tsx'
import { LabelsWidget } from '#web/plan/issuable/sidebar/widgets/LabelsWidget.tsx'
import { MilestoneWidget } from '#web/plan/issuable/sidebar/widgets/MilestoneWidget.tsx'
import { ParticipantsWidget } from '#web/plan/issuable/sidebar/widgets/ParticipantsWidget.tsx'
import { ReferenceWidget } from '#web/plan/issuable/sidebar/widgets/ReferenceWidget.tsx'
import { SubscriptionWidget } from '#web/plan/issuable/sidebar/widgets/SubscriptionWidget.tsx'
import { TimeTrackingWidget } from '#web/plan/issuable/sidebar/widgets/TimeTrackingWidget.tsx'
import { TodoWidget } from '#web/plan/issuable/sidebar/widgets/TodoWidget.tsx'
import { ToggleWidget } from '#web/plan/issuable/sidebar/widgets/ToggleWidget.tsx'
import { messages } from '#web/plan/messages.ts'
import { BesidePerson } from '../review/BesidePerson.tsx'
import { ReviewersWidget } from '../review/ReviewersWidget.tsx'
import { saveTime } from '../save.ts'

/** The widgets of a merge request in their order down the sidebar. @source SIDE-005 */
export const mergeRequestMounts: readonly Mount[] = [
  { name: 'todo', label: 'To-do', widget: <TodoWidget />, isForSignedIn: true },
  { name: 'assignees', widget: <AssigneesWidget beside={BesidePerson} /> },
  { name: 'reviewers', widget: <ReviewersWidget /> },
  { name: 'labels', widget: <LabelsWidget /> },
  { name: 'milestone', widget: <MilestoneWidget />, failure: messages.fetchAttribute('milestone') },
  { name: 'time-tracker', label: 'Time tracking', widget: <TimeTrackingWidget save={saveTime} /> },
  { name: 'lock', widget: <ToggleWidget attribute="discussionLocked" /> },
  { name: 'subscriptions', label: 'Notifications', widget: <SubscriptionWidget /> },
  { name: 'participants', widget: <ParticipantsWidget />, failure: messages.participants },
  { name: 'reference', widget: <ReferenceWidget />, failure: messages.reference },
  { name: 'copy-email', label: 'Comment by email', widget: <CopyEmailWidget /> },
]
