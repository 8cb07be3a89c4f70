import type { ReactNode } from 'react'
import { DueDateWidget } from '#web/plan/issues/page/fields/DueDateWidget.tsx'
import { TimeTrackingWidget } from '#web/plan/issues/page/fields/TimeTrackingWidget.tsx'
import { WeightWidget } from '#web/plan/issues/page/fields/WeightWidget.tsx'
import { AssigneesWidget } from './widgets/AssigneesWidget.tsx'
import { ConfidentialWidget } from './widgets/ConfidentialWidget.tsx'
import { CopyEmailWidget } from './widgets/CopyEmailWidget.tsx'
import { LabelsWidget } from './widgets/LabelsWidget.tsx'
import { LockWidget } from './widgets/LockWidget.tsx'
import { MilestoneWidget } from './widgets/MilestoneWidget.tsx'
import { ParticipantsWidget } from './widgets/ParticipantsWidget.tsx'
import { ReferenceWidget } from './widgets/ReferenceWidget.tsx'
import { SubscriptionWidget } from './widgets/SubscriptionWidget.tsx'
import { TodoWidget } from './widgets/TodoWidget.tsx'

export interface Mount {
  readonly name: string
  /** What its widget is called when it fails; the name, unless that is not a word. */
  readonly label?: string
  /** Left out where nothing is built yet: the mount stays, empty. */
  readonly widget?: ReactNode
  readonly isForSignedIn?: true
}

/** The widgets in their order down the sidebar, each in its own named element. @source SIDE-005 */
export const mounts = [
  { name: 'todo', label: 'To-do', widget: <TodoWidget />, isForSignedIn: true },
  { name: 'assignees', widget: <AssigneesWidget /> },
  { name: 'reviewers' },
  { name: 'severity' },
  { name: 'escalation-status' },
  { name: 'escalation-policy' },
  { name: 'epic-select' },
  { name: 'labels', widget: <LabelsWidget /> },
  { name: 'milestone', widget: <MilestoneWidget /> },
  { name: 'iteration-select' },
  { name: 'due-date', label: 'Due date', widget: <DueDateWidget /> },
  { name: 'weight', widget: <WeightWidget /> },
  { name: 'health-status' },
  { name: 'time-tracker', label: 'Time tracking', widget: <TimeTrackingWidget /> },
  { name: 'customer-contacts' },
  { name: 'confidential', label: 'Confidentiality', widget: <ConfidentialWidget /> },
  { name: 'lock', widget: <LockWidget /> },
  { name: 'subscriptions', label: 'Notifications', widget: <SubscriptionWidget /> },
  { name: 'participants', widget: <ParticipantsWidget /> },
  { name: 'reference', widget: <ReferenceWidget /> },
  {
    name: 'copy-email',
    label: 'Comment by e-mail',
    widget: <CopyEmailWidget />,
  },
  { name: 'move-issue' },
  { name: 'cve-id-request' },
] as const satisfies readonly Mount[]
export type MountName = (typeof mounts)[number]['name']

export const labelOf = ({ name, label }: Mount): string => label ?? name.charAt(0).toUpperCase() + name.slice(1)

/** Open the editor of a widget, as its Edit button does. */
export function openWidget(name: MountName): void {
  document.querySelector<HTMLElement>(`[data-mount="${name}"] [data-edit]`)?.click()
}
