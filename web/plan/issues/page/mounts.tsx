import { AlertIcon, PulseIcon } from '@primer/octicons-react'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { hasNoTime, isUnset, type Mount } from '#web/plan/issuable/sidebar/mounts.ts'
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
import { AtRest } from '#web/ui/AtRest.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { ChoiceWidget } from './fields/ChoiceWidget.tsx'
import { CountWidget } from './fields/CountWidget.tsx'
import { DueDateWidget } from './fields/DueDateWidget.tsx'
import { EpicWidget } from './fields/EpicWidget.tsx'
import { IterationWidget } from './fields/IterationWidget.tsx'
import { useIssuePage } from './issue-page-context.ts'
import { saveTime } from './save/save.ts'

/** Epics belong to groups: an issue of a user's own project has none. A task is in an issue. */
function EpicOfGroup() {
  const { namespace, issue } = useIssuePage()
  if (!parentTypesOf(issue.type).includes('epic')) return <ParentWidget fallback={<SidebarField label="Parent" />} />
  return namespace.ancestorIds.length > 0 && <EpicWidget />
}

/** Only who can read the contacts of the group sees those of an issue. */
function ContactsOfGroup() {
  const { contacts } = useIssuePage().issue
  if (contacts === null) return null
  const names = contacts.map(({ id, firstName, lastName, organization }) => (
    <div key={id}>
      {firstName} {lastName}
      {organization && <div>{organization.name}</div>}
    </div>
  ))
  return <ContactsWidget contacts={contacts} fallback={<SidebarField label="Contacts">{names}</SidebarField>} />
}

function StatusOfIncident() {
  const { issue } = useIssuePage()
  return issue.escalationStatus !== null && <IncidentStatusWidget fallback={<SidebarField label="Incident status" />} />
}

/** Only reporters and above know who is paged. */
function PolicyOfIncident() {
  const { issue, permissions } = useIssuePage()
  const isShown = issue.escalationStatus !== null && permissions.canReadEscalations
  return isShown && <EscalationPolicyWidget fallback={<SidebarField label="Escalation policy" />} />
}

const EscalationPolicyWidget = onDemand(
  () => import('./incidents/EscalationPolicyWidget.tsx').then(module => module.EscalationPolicyWidget),
  { holdsKeys: false },
)

const IncidentStatusWidget = onDemand(
  () => import('./incidents/IncidentStatusWidget.tsx').then(module => module.IncidentStatusWidget),
  { holdsKeys: false },
)

/** Other issues have no readers who need an ID. @source CVE-001, CVE-002 */
function CveOfConfidential() {
  const { issue, namespace, permissions } = useIssuePage()
  const isShown = issue.confidential && namespace.visibility === 'public' && permissions.canSetMetadata
  return isShown && <CveRequestWidget fallback={<SidebarField label="CVE ID request" />} />
}

function MoveOfIssue() {
  const { isMoved, permissions } = useIssuePage()
  const place = <SidebarField label="Project" />
  return (
    permissions.canMove &&
    !isMoved && (
      <AtRest fallback={place}>
        <MoveIssueWidget fallback={place} />
      </AtRest>
    )
  )
}

const MoveIssueWidget = onDemand(() => import('./move/MoveIssueWidget.tsx').then(module => module.MoveIssueWidget), {
  holdsKeys: false,
})

const CveRequestWidget = onDemand(
  () => import('./fields/CveRequestWidget.tsx').then(module => module.CveRequestWidget),
  { holdsKeys: false },
)

const ParentWidget = onDemand(() => import('./tasks/ParentWidget.tsx').then(module => module.ParentWidget), {
  holdsKeys: false,
})

// Few projects keep contacts.
const ContactsWidget = onDemand(() => import('./fields/ContactsWidget.tsx').then(module => module.ContactsWidget), {
  holdsKeys: false,
})

const hasNoContacts = ({ issuable }: { readonly issuable: object }) =>
  'contacts' in issuable && Array.isArray(issuable.contacts) && issuable.contacts.length === 0

/** The widgets of an issue in their order down the sidebar, each in its own named element. @source SIDE-005 */
export const issueMounts: readonly Mount[] = [
  { name: 'todo', label: 'To-do', widget: <TodoWidget />, isForSignedIn: true },
  { name: 'assignees', widget: <AssigneesWidget /> },
  { name: 'reviewers' },
  { name: 'severity', widget: <ChoiceWidget name="severity" icon={<AlertIcon />} failure={messages.severity} /> },
  {
    name: 'escalation-status',
    label: 'Incident status',
    widget: <StatusOfIncident />,
    failure: messages.fetchIncidentStatus,
  },
  {
    name: 'escalation-policy',
    label: 'Escalation policy',
    widget: <PolicyOfIncident />,
    failure: messages.fetchAttribute('escalation policy'),
  },
  {
    name: 'epic-select',
    label: 'Epic',
    widget: <EpicOfGroup />,
    failure: messages.fetchAttribute('epic'),
    isEmpty: page => page.namespace.ancestorIds.length > 0 && isUnset('epic')(page),
  },
  { name: 'labels', widget: <LabelsWidget /> },
  { name: 'milestone', widget: <MilestoneWidget />, failure: messages.fetchAttribute('milestone') },
  {
    name: 'iteration-select',
    label: 'Iteration',
    widget: <IterationWidget />,
    failure: messages.fetchAttribute('iteration'),
  },
  { name: 'due-date', label: 'Due date', widget: <DueDateWidget /> },
  { name: 'weight', widget: <CountWidget name="weight" icon={<WeightIcon />} /> },
  {
    name: 'health-status',
    label: 'Health status',
    widget: <ChoiceWidget name="healthStatus" icon={<PulseIcon />} />,
    isEmpty: page => isOfType('healthStatus', page.issuable.type) && isUnset('healthStatus')(page),
  },
  {
    name: 'time-tracker',
    label: 'Time tracking',
    widget: <TimeTrackingWidget save={saveTime} />,
    isEmpty: hasNoTime,
  },
  { name: 'customer-contacts', widget: <ContactsOfGroup />, label: 'Contacts', isEmpty: hasNoContacts },
  { name: 'confidential', label: 'Confidentiality', widget: <ToggleWidget attribute="confidential" /> },
  { name: 'lock', widget: <ToggleWidget attribute="discussionLocked" /> },
  { name: 'subscriptions', label: 'Notifications', widget: <SubscriptionWidget /> },
  { name: 'participants', widget: <ParticipantsWidget />, failure: messages.participants },
  { name: 'reference', widget: <ReferenceWidget />, failure: messages.reference },
  {
    name: 'copy-email',
    label: 'Comment by email',
    widget: <CopyEmailWidget />,
  },
  { name: 'move-issue', label: 'Move issue', widget: <MoveOfIssue /> },
  { name: 'cve-id-request', label: 'CVE ID request', widget: <CveOfConfidential /> },
]
