import { GraphQLError } from 'graphql'
import { globalIdsOf } from '#contract/issuable-feeds.ts'
import { allSeries } from '#contract/issuable-kinds.ts'

/** A node of one of several classes. */
export interface GlobalRef {
  readonly class: string
  readonly id: number
}

/** The classes of noteables. */
const noteableClasses = allSeries.flatMap(globalIdsOf)
export const noteClasses = ['Note', 'DiscussionNote', 'DiffNote'] as const

/** The class segments that each typed id takes. @source graphql.md 3 */
export const idClasses = {
  IssueID: ['Issue', 'WorkItem'],
  WorkItemID: ['WorkItem', 'Issue'],
  WorkItemsTypeID: ['WorkItems::Type'],
  MergeRequestID: ['MergeRequest'],
  UserID: ['User'],
  PersonalAccessTokenID: ['PersonalAccessToken'],
  ProjectID: ['Project'],
  GroupID: ['Group'],
  MilestoneID: ['Milestone'],
  BoardID: ['Board'],
  ListID: ['List', 'BoardList'],
  IterationID: ['Iteration'],
  IterationsCadenceID: ['Iterations::Cadence'],
  EpicID: ['Epic'],
  LabelID: ['ProjectLabel', 'GroupLabel', 'Label'],
  NoteID: noteClasses,
  DiffNoteID: ['DiffNote'],
  TodoID: ['Todo'],
  TimelogID: ['Timelog'],
  DescriptionVersionID: ['DescriptionVersion'],
  CustomerRelationsContactID: ['CustomerRelations::Contact'],
  CustomerRelationsOrganizationID: ['CustomerRelations::Organization'],
  AlertManagementAlertID: ['AlertManagement::Alert'],
  AlertManagementHttpIntegrationID: ['AlertManagement::HttpIntegration'],
  GitlabErrorTrackingDetailedErrorID: ['Gitlab::ErrorTracking::DetailedError'],
  IncidentManagementEscalationPolicyID: ['IncidentManagement::EscalationPolicy'],
  IncidentManagementEscalationRuleID: ['IncidentManagement::EscalationRule'],
  IncidentManagementOncallOverrideID: ['IncidentManagement::OncallOverride'],
  IncidentManagementOncallParticipantID: ['IncidentManagement::OncallParticipant'],
  IncidentManagementOncallRotationID: ['IncidentManagement::OncallRotation'],
  IncidentManagementTimelineEventID: ['IncidentManagement::TimelineEvent'],
  IncidentManagementTimelineEventTagID: ['IncidentManagement::TimelineEventTag'],
  DeploymentID: ['Deployment'],
  ReleasesLinkID: ['Releases::Link'],
  VulnerabilityID: ['Vulnerability'],
  VulnerabilitiesScannerID: ['Vulnerabilities::Scanner'],
  SystemNoteMetadataID: ['SystemNoteMetadata'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Ids of any class of a kind. */
export const kindClasses = {
  AwardableID: [...noteableClasses, ...noteClasses],
  TodoableID: noteableClasses,
  NoteableID: noteableClasses,
  IssuableID: noteableClasses,
  EpicTreeSortingID: ['Epic', 'Issue', 'EpicIssue'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const discussionClasses = ['Discussion', 'IndividualNoteDiscussion', 'DiffDiscussion'] as const

const shape = /^gid:\/\/gitlab\/([A-Za-z]+(?:::[A-Za-z]+)*)\/([A-Za-z0-9_-]{1,100})$/

/**
 * Read a global id of one of some classes.
 *
 * @throws GraphQLError  no global id, or one of another class: the text names the value
 */
export function readGid(value: unknown, classes: readonly string[]): { readonly class: string; readonly id: string } {
  const match = typeof value === 'string' ? shape.exec(value) : null
  const [, className, id] = match ?? []
  if (className === undefined || id === undefined) {
    throw new GraphQLError(`${JSON.stringify(value)} is not a valid Global ID`)
  }
  if (!classes.includes(className)) {
    throw new GraphQLError(`${JSON.stringify(value)} does not represent an instance of ${classes[0]}`)
  }
  return { class: className, id }
}

/** The same for rows, whose ids are numbers. */
export function readNumericGid(value: unknown, classes: readonly string[]): GlobalRef {
  const { class: className, id } = readGid(value, classes)
  if (!/^\d{1,15}$/.test(id)) throw new GraphQLError(`${JSON.stringify(value)} is not a valid Global ID`)
  return { class: className, id: Number(id) }
}

/** An id as older clients send it, as a bare number, or as a global id. */
export function readLooseId(value: string | number, classes: readonly string[]): number {
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : readNumericGid(value, classes).id
}
