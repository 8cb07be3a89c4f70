// Generated from db/migrations by `node tools/bootstrap.mjs migrate --generate`.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>
type Computed<T> = T extends ColumnType<infer Read, unknown, unknown> ? ColumnType<Read, never, never> : ColumnType<T, never, never>
type Timestamp = ColumnType<string, Date | string, Date | string>

export interface AbuseReports {
  id: Computed<number>
  reporterId: number | null
  userId: number
  kind: string
  thingId: number
  title: string
  reference: string
  path: string
  excerpt: string
  category: string
  message: string
  state: Generated<string>
  createdAt: Timestamp
  updatedAt: Timestamp
  closedAt: Timestamp | null
  closedById: number | null
}

export interface AccessRequests {
  namespaceId: number
  userId: number
  createdAt: Generated<Timestamp>
}

export interface AlertIntegrations {
  id: Computed<number>
  namespaceId: number
  name: string
  type: string
  isActive: boolean
  endpointIdentifier: string
  tokenHash: Buffer
  createdAt: Timestamp
  updatedAt: Timestamp
  minuteBeganAt: Generated<Timestamp>
  minuteCount: Generated<number>
  minuteAlerts: Generated<number>
  mapping: Generated<unknown>
  examplePayload: Generated<string>
}

export interface AlertSettings {
  id: number
  createsIncidents: Generated<boolean>
  closesIncidents: Generated<boolean>
  escalationPolicyId: number | null
  groupingRules: Generated<unknown>
  errorsCreateAlerts: Generated<boolean>
}

export interface Alerts {
  id: number
  namespaceId: number
  severity: string
  isOpen: Generated<boolean>
  eventCount: Generated<number>
  startedAt: Timestamp
  endedAt: Timestamp | null
  description: Generated<string>
  monitoringTool: Generated<string>
  service: Generated<string>
  hosts: Generated<readonly string[]>
  environment: Generated<string>
  runbook: Generated<string>
  details: Generated<unknown>
  detailsLeftOut: Generated<number>
  fingerprint: Buffer
  incidentId: number | null
  search: Generated<string>
  episodeStartedAt: Timestamp | null
  groupKey: Buffer | null
  groupedBy: Generated<string>
  groupLeadId: number | null
  lastEventAt: Timestamp | null
  maintenanceWindowId: number | null
  isSilenced: Generated<boolean>
  integrationId: number | null
}

export interface ApprovalRuleBranches {
  ruleId: number
  protectedRefId: number
}

export interface ApprovalRuleGroups {
  ruleId: number
  groupId: number
}

export interface ApprovalRuleUsers {
  ruleId: number
  userId: number
}

export interface ApprovalRules {
  id: Computed<number>
  namespaceId: number
  mergeRequestId: number | null
  sourceRuleId: number | null
  name: string
  ruleType: string
  approvalsRequired: number
  createdAt: Generated<Timestamp>
  appliesToAllProtectedBranches: Generated<boolean>
  section: string | null
  ownerRoles: Generated<readonly number[]>
}

export interface AwardEmoji {
  id: Computed<number>
  issuableId: number
  noteId: number | null
  userId: number
  name: string
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface Badges {
  id: Computed<number>
  namespaceId: number
  name: string | null
  linkUrl: string
  imageUrl: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface BatchedEvents {
  eventId: number
}

export interface BoardDisplays {
  userId: number
  boardId: number
  groupBy: Generated<string>
  groupScope: string | null
  labelIds: Generated<readonly number[]>
  collapsedLanes: Generated<readonly string[]>
}

export interface BoardLabels {
  boardId: number
  labelId: number
}

export interface BoardLists {
  id: Computed<number>
  boardId: number
  kind: string
  labelId: number | null
  assigneeId: number | null
  milestoneId: number | null
  iterationId: number | null
  position: number | null
  maxIssueCount: Generated<number>
  maxIssueWeight: Generated<number>
  limitMetric: string | null
}

export interface Boards {
  id: Computed<number>
  namespaceId: number
  name: string
  hideBacklogList: Generated<boolean>
  hideClosedList: Generated<boolean>
  milestoneId: number | null
  iterationId: number | null
  assigneeId: number | null
  weight: number | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface BroadcastMessageDismissals {
  broadcastMessageId: number
  userId: number
  dismissedAt: Timestamp
}

export interface BroadcastMessages {
  id: Computed<number>
  message: string
  messageHtml: string
  startsAt: Timestamp
  endsAt: Timestamp
  broadcastType: Generated<string>
  theme: Generated<string>
  color: string | null
  font: string | null
  targetPath: string | null
  targetAccessLevels: Generated<readonly number[]>
  dismissable: Generated<boolean>
  createdAt: Timestamp
  updatedAt: Timestamp
  revisedAt: Timestamp
}

export interface ChangeSetItems {
  changeSetId: number
  issuableId: number
  outcome: string | null
  reason: string | null
  change: unknown
}

export interface ChangeSets {
  id: Computed<number>
  namespaceId: number
  userId: number
  asked: unknown
  undoesId: number | null
  total: number
  changed: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  createdAt: Generated<Timestamp>
  finishedAt: Timestamp | null
  series: Generated<string>
  undoesEventId: number | null
  made: Generated<unknown>
  type: string | null
}

export interface CheckInWatch {
  isOnly: Generated<boolean>
  ranAt: Timestamp
}

export interface CheckIns {
  id: Computed<number>
  namespaceId: number
  name: string
  service: Generated<string>
  severity: string
  everyMinutes: number | null
  cron: string | null
  timeZone: string
  graceMinutes: number
  isPaused: Generated<boolean>
  resets: Generated<number>
  lastAt: Timestamp | null
  recentAt: Generated<readonly Timestamp[]>
  dueAt: Timestamp | null
  missingSince: Timestamp | null
  minuteBeganAt: Generated<Timestamp>
  minuteCount: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface CodeOwnerWords {
  ruleId: number
  word: string
}

export interface CollapsedBoardLists {
  userId: number
  listId: number
}

export interface CommitStatuses {
  id: Computed<number>
  namespaceId: number
  pipelineId: number
  sha: string
  ref: string
  name: string
  status: string
  isReplaced: Generated<boolean>
  targetUrl: string | null
  description: string | null
  coverage: number | null
  authorId: number | null
  startedAt: Timestamp | null
  finishedAt: Timestamp | null
  createdAt: Generated<Timestamp>
}

export interface Contacts {
  id: Computed<number>
  namespaceId: number
  organizationId: number | null
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  description: Generated<string>
  active: Generated<boolean>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface DeclinedAddresses {
  email: string
  declinedAt: Timestamp
}

export interface DeletedNotes {
  noteId: number
  namespaceId: number
  issuableId: number
  internal: boolean
  deletedAt: Generated<Timestamp>
}

export interface DeployKeys {
  id: Computed<number>
  title: string
  key: string
  type: string
  bits: number
  fingerprint: string
  fingerprintMd5: string
  creatorId: number | null
  expiresAt: Timestamp | null
  createdAt: Generated<Timestamp>
  lastUsedAt: Timestamp | null
}

export interface DeployKeysProjects {
  deployKeyId: number
  namespaceId: number
  canPush: Generated<boolean>
  createdAt: Generated<Timestamp>
}

export interface DeployTokens {
  id: Computed<number>
  namespaceId: number
  creatorId: number | null
  name: string
  username: string
  tokenHash: Buffer
  scopes: readonly string[]
  expiresAt: Timestamp | null
  revoked: Generated<boolean>
  lastUsedAt: Timestamp | null
  createdAt: Generated<Timestamp>
}

export interface DeploymentApprovals {
  id: Computed<number>
  deploymentId: number
  userId: number
  ruleId: number | null
  status: string
  comment: string | null
  createdAt: Generated<Timestamp>
}

export interface DeploymentMergeRequests {
  deploymentId: number
  mergeRequestId: number
  isRemoved: Generated<boolean>
}

export interface Deployments {
  id: Computed<number>
  namespaceId: number
  environmentId: number
  iid: number
  ref: string
  isTag: Generated<boolean>
  sha: string
  status: string
  userId: number | null
  targetUrl: string | null
  inFreeze: Generated<boolean>
  isRollback: boolean | null
  finishedAt: Timestamp | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface DescriptionVersions {
  id: Computed<number>
  issuableId: number
  noteId: number | null
  authorId: number | null
  description: string | null
  createdAt: Generated<Timestamp>
  deletedAt: Timestamp | null
}

export interface DiscussedCommits {
  id: number
  sha: string
}

export interface DraftNotes {
  id: Computed<number>
  namespaceId: number
  issuableId: number
  authorId: number
  discussionId: string | null
  type: string | null
  body: string
  bodyHtml: string
  markdownVersion: number
  foreseen: unknown
  internal: Generated<boolean>
  resolveDiscussion: boolean | null
  idempotencyKey: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface EmailChanges {
  userId: number
  email: string
  tokenHash: Buffer
  createdAt: Generated<Timestamp>
  expiresAt: Timestamp
}

export interface Environments {
  id: Computed<number>
  namespaceId: number
  name: string
  slug: string
  externalUrl: string | null
  description: string | null
  tier: string
  state: Generated<string>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  autoStopIn: string | null
  autoStopAt: Timestamp | null
  autoStopSetting: Generated<string>
  autoDeleteAt: Timestamp | null
}

export interface Epics {
  id: number
  color: Generated<string>
  textColor: Generated<string>
  startDateIsFixed: Generated<boolean>
  startDateFixed: string | null
  startDateInherited: string | null
  dueDateIsFixed: Generated<boolean>
  dueDateFixed: string | null
  dueDateInherited: string | null
}

export interface ErrorClientKeys {
  id: Computed<number>
  namespaceId: number
  publicKey: string
  active: Generated<boolean>
  createdAt: Generated<Timestamp>
}

export interface ErrorEvents {
  id: Computed<number>
  errorId: number
  namespaceId: number
  uuid: string
  occurredAt: Timestamp
  receivedAt: Timestamp
  payload: unknown
}

export interface ErrorHours {
  errorId: number
  namespaceId: number
  hour: Timestamp
  count: number
}

export interface ErrorSettings {
  namespaceId: number
  enabled: boolean
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface ErrorUsers {
  errorId: number
  namespaceId: number
  userHash: string
  seenOn: Generated<string>
}

export interface EscalationPolicies {
  id: Computed<number>
  namespaceId: number
  name: string
  description: Generated<string>
  createdAt: Timestamp
  updatedAt: Timestamp
  repeatCount: Generated<number>
  repeatMinutes: Generated<number>
  reminderMinutes: number | null
}

export interface EscalationRules {
  id: Computed<number>
  policyId: number
  userId: number | null
  elapsedMinutes: number
  status: string
  scheduleId: number | null
  groupId: number | null
}

export interface EventSequences {
  namespaceId: number
  value: number
}

export interface Events {
  id: Computed<number>
  namespaceId: Generated<number>
  sequence: number
  name: string
  actorId: number | null
  payload: unknown
  topics: Generated<readonly string[]>
  createdAt: Generated<Timestamp>
}

export interface FeatureFlagChanges {
  id: Computed<number>
  flagId: number
  authorId: number | null
  before: unknown
  after: unknown
  createdAt: Timestamp
  approverId: number | null
}

export interface FeatureFlagEnvironments {
  flagId: number
  environment: string
  lastSeenAt: Timestamp
}

export interface FeatureFlagHours {
  flagId: number
  environment: string
  hour: Timestamp
  yes: number
  no: number
}

export interface FeatureFlagIssues {
  id: Computed<number>
  flagId: number
  issuableId: number
  createdAt: Timestamp
}

export interface FeatureFlagRequests {
  id: Computed<number>
  flagId: number
  authorId: number | null
  before: unknown
  after: unknown
  environments: readonly string[]
  comment: string | null
  state: Generated<string>
  deciderId: number | null
  decision: string | null
  decidedAt: Timestamp | null
  createdAt: Timestamp
}

export interface FeatureFlagScopes {
  id: Computed<number>
  strategyId: number
  environmentScope: string
}

export interface FeatureFlagSegments {
  id: Computed<number>
  namespaceId: number
  iid: number
  name: string
  description: string | null
  constraints: unknown
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface FeatureFlagStrategies {
  id: Computed<number>
  flagId: number
  name: string
  parameters: unknown
  constraints: Generated<unknown>
  variants: Generated<unknown>
  userListId: number | null
}

export interface FeatureFlagStrategySegments {
  strategyId: number
  segmentId: number
}

export interface FeatureFlagTokens {
  id: Computed<number>
  namespaceId: number
  kind: string
  name: string
  environment: string | null
  tokenHash: Buffer
  ending: string
  creatorId: number | null
  lastUsedAt: Timestamp | null
  createdAt: Timestamp
}

export interface FeatureFlagUserLists {
  id: Computed<number>
  namespaceId: number
  iid: number
  name: string
  userXids: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface FeatureFlags {
  id: Computed<number>
  namespaceId: number
  iid: number
  name: string
  description: string | null
  active: boolean
  offIn: Generated<readonly string[]>
  type: string
  permanent: Generated<boolean>
  lifetimeDays: number
  authorId: number | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface FileMarks {
  userId: number
  mergeRequestId: number
  changeId: string
  viewed: Generated<boolean>
  collapsed: boolean | null
  markedAt: Timestamp
}

export interface FormerErrorGroups {
  namespaceId: number
  fingerprint: string
  trace: string
  errorId: number
  isLatest: boolean
}

export interface FormerNoteTexts {
  noteId: number
  untilEventId: number
  body: string
  createdAt: Generated<Timestamp>
}

export interface FreezePeriods {
  id: Computed<number>
  namespaceId: number
  freezeStart: string
  freezeEnd: string
  timeZone: Generated<string>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface GeoLogPositions {
  position: number
  takenAt: Timestamp
}

export interface GeoNodeNamespaces {
  nodeId: number
  namespaceId: number
}

export interface GeoNodeReports {
  nodeId: number
  reportedAt: Timestamp | null
  version: string | null
  revision: string | null
  databaseState: string | null
  cursorEventId: number | null
  cursorEventAt: Timestamp | null
  replayedPosition: number | null
  streamedAt: Timestamp | null
}

export interface GeoNodes {
  id: Computed<number>
  name: string
  url: string
  internalUrl: string | null
  isPrimary: boolean
  enabled: boolean
  filesMaxCapacity: number
  reposMaxCapacity: number
  verificationMaxCapacity: number
  containerRepositoriesMaxCapacity: number
  minimumReverificationInterval: number
  syncObjectStorage: boolean
  selectiveSyncType: string | null
  selectiveSyncShards: readonly string[]
  keyHash: Buffer | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface GeoRegistry {
  id: Computed<number>
  nodeId: number
  replicable: string
  itemId: number
  storageKey: string | null
  state: string
  verificationState: string
  request: Generated<number>
  syncError: string | null
  verificationError: string | null
  retryCount: Generated<number>
  retryAt: Timestamp | null
  checksum: string | null
  primaryChecksum: string | null
  failedOnPrimary: Generated<boolean>
  syncedAt: Timestamp | null
  verifiedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface GpgKeys {
  id: Computed<number>
  userId: number
  key: string
  fingerprint: string
  subkeyIds: readonly string[]
  emails: readonly string[]
  createdAt: Generated<Timestamp>
}

export interface Groups {
  id: number
  projectCreationLevel: Generated<string>
  subgroupCreationLevel: Generated<string>
  requestAccessEnabled: Generated<boolean>
  mentionsDisabled: Generated<boolean>
  shareWithGroupLock: Generated<boolean>
  defaultBranch: string | null
  defaultBranchProtection: number | null
  contactsEnabled: Generated<boolean>
}

export interface HandoverNotes {
  id: Computed<number>
  scheduleId: number
  authorId: number | null
  body: string
  bodyHtml: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface IidCounters {
  namespaceId: number
  series: string
  value: number
}

export interface IncidentPostmortems {
  incidentId: number
  issueId: number
  createdAt: Timestamp
}

export interface IncidentRoles {
  incidentId: number
  role: string
  userId: number
}

export interface IncidentSettings {
  projectId: number
  hasSla: Generated<boolean>
  criticalMinutes: number | null
  highMinutes: number | null
  mediumMinutes: number | null
  lowMinutes: number | null
  unknownMinutes: number | null
}

export interface IncidentSlas {
  issuableId: number
  dueAt: Timestamp
  missedAt: Timestamp | null
  isRunning: Generated<boolean>
}

export interface InstanceSettings {
  name: string
  value: unknown
  updatedAt: Generated<Timestamp>
}

export interface IssuableAssignees {
  issuableId: number
  userId: number
  namespaceId: number
  createdAt: Generated<Timestamp>
  series: Generated<string>
  state: Generated<string>
  confidential: Generated<boolean>
  attentionRequested: Generated<boolean>
}

export interface IssuableContacts {
  issuableId: number
  contactId: number
  namespaceId: number
}

export interface IssuableLabels {
  issuableId: number
  labelId: number
  namespaceId: number
  createdAt: Generated<Timestamp>
  series: Generated<string>
  state: Generated<string>
  confidential: Generated<boolean>
}

export interface IssuableLinks {
  id: Computed<number>
  namespaceId: number
  sourceId: number
  targetId: number
  linkType: Generated<string>
  sourcePosition: number | null
  targetPosition: number | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  isCounted: Generated<boolean>
}

export interface IssuableMoments {
  issuableId: number
  namespaceId: number
  event: string
  labelId: Generated<number>
  at: Timestamp
}

export interface IssuableReferences {
  sourceIssuableId: number
  sourceNoteId: number | null
  targetIssuableId: number
  createdAt: Generated<Timestamp>
}

export interface Issuables {
  id: Computed<number>
  namespaceId: number
  type: string
  series: Generated<string>
  iid: number
  title: string
  titleHtml: Generated<string>
  description: string | null
  descriptionHtml: Generated<string>
  markdownVersion: Generated<number>
  state: Generated<string>
  authorId: number
  confidential: Generated<boolean>
  discussionLocked: Generated<boolean>
  hidden: Generated<boolean>
  milestoneId: number | null
  startDate: string | null
  dueDate: string | null
  weight: number | null
  healthStatus: string | null
  relativePosition: number | null
  lockVersion: Generated<number>
  taskCount: Generated<number>
  taskCompletedCount: Generated<number>
  notesCount: Generated<number>
  upvotes: Generated<number>
  downvotes: Generated<number>
  closedAt: Timestamp | null
  closedById: number | null
  lastEditedAt: Timestamp | null
  lastEditedById: number | null
  updatedById: number | null
  movedToId: number | null
  duplicatedToId: number | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  stateChangedAt: Timestamp | null
  timeEstimate: Generated<number>
  timeSpent: Generated<number>
  severity: Generated<string>
  iterationId: number | null
  parentId: number | null
  parentPosition: number | null
  promotedToId: number | null
  escalationStatus: string | null
  escalationPolicyId: number | null
  publishedAt: Timestamp | null
  blockingCount: Generated<number>
  search: Computed<string>
  searchLetters: Computed<string>
}

export interface IssueEmailParticipants {
  id: Computed<number>
  issuableId: number
  email: string
  createdAt: Timestamp
  isOfServiceDesk: Generated<boolean>
}

export interface IssueImportRows {
  importId: number
  number: number
  line: number
  content: unknown
  problems: Generated<readonly string[]>
  outcome: string | null
  issueId: number | null
  notices: Generated<readonly string[]>
  fingerprint: string | null
}

export interface IssueImports {
  id: Computed<number>
  namespaceId: number
  userId: number
  source: string
  name: string
  state: string
  totalCount: Generated<number>
  createdCount: Generated<number>
  faultyCount: Generated<number>
  ignoredColumns: Generated<readonly string[]>
  newLabels: Generated<readonly string[]>
  reason: string | null
  createdAt: Generated<Timestamp>
  startedAt: Timestamp | null
  endedAt: Timestamp | null
  people: Generated<unknown>
  remote: unknown
  attachmentCount: Generated<number>
  attachmentBytes: Generated<number>
  skippedCount: Generated<number>
  includesImported: Generated<boolean>
}

export interface IssueKeys {
  authorId: number
  idempotencyKey: string
  namespaceId: number
  issuableId: number | null
  createdAt: Generated<Timestamp>
}

export interface IterationCadences {
  id: Computed<number>
  namespaceId: number
  title: string
  description: Generated<string>
  startDate: string | null
  durationInWeeks: number | null
  iterationsInAdvance: number | null
  active: Generated<boolean>
  automatic: Generated<boolean>
  rollOver: Generated<boolean>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface Iterations {
  id: Computed<number>
  namespaceId: number
  iid: number
  cadenceId: number
  title: string | null
  description: Generated<string>
  descriptionHtml: Generated<string>
  startDate: string
  dueDate: string
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface KeptDays {
  namespaceId: number
  pair: string
  day: string
  median: number
  seconds: readonly number[]
  weights: readonly number[]
}

export interface KeptMonths {
  namespaceId: number
  pair: string
  month: string
  seconds: readonly number[]
  weights: readonly number[]
}

export interface KeptPairs {
  namespaceId: number
  pair: string
}

export interface LabelPriorities {
  projectId: number
  labelId: number
  priority: number
}

export interface LabelSubscriptions {
  labelId: number
  userId: number
  projectId: number | null
}

export interface Labels {
  id: Computed<number>
  namespaceId: number
  title: string
  description: Generated<string>
  color: Generated<string>
  textColor: Generated<string>
  archived: Generated<boolean>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  mergingIntoId: number | null
}

export interface LdapGroupLinks {
  id: Computed<number>
  groupId: number
  provider: string
  cn: string | null
  filter: string | null
  groupAccess: number
  createdById: number | null
  createdAt: Generated<Timestamp>
}

export interface LdapSyncs {
  groupId: number
  state: string
  startedAt: Generated<Timestamp>
  finishedAt: Timestamp | null
  added: Generated<number>
  changed: Generated<number>
  removed: Generated<number>
  problem: string | null
}

export interface ListExports {
  id: Computed<number>
  namespaceId: number
  userId: number
  asked: unknown
  createdAt: Generated<Timestamp>
  finishedAt: Timestamp | null
  list: string
  timeZone: string | null
}

export interface ListPreferences {
  userId: number
  issuesSort: string | null
  mergeRequestsSort: string | null
  workItemsDisplaySettings: unknown
}

export interface MailFiles {
  mailId: number
  part: number
  name: string
  mediaType: string
  body: Buffer
}

export interface Mails {
  id: Computed<number>
  userId: number | null
  recipient: string
  subject: string
  text: string
  html: string | null
  headers: Generated<unknown>
  createdAt: Generated<Timestamp>
  sentAt: Timestamp | null
  failure: string | null
  senderName: string | null
  authorId: number | null
  secrets: Generated<readonly string[]>
}

export interface MaintenanceComponents {
  windowId: number
  componentId: number
}

export interface MaintenanceWindows {
  id: Computed<number>
  namespaceId: number
  title: string
  services: Generated<readonly string[]>
  startsAt: Timestamp
  endsAt: Timestamp
  authorId: number | null
  createdAt: Timestamp
  updatedAt: Timestamp
  isPublished: Generated<boolean>
  toldStage: Generated<number>
  toldStartsAt: Timestamp | null
  toldEndsAt: Timestamp | null
}

export interface Members {
  id: Computed<number>
  namespaceId: number
  userId: number
  accessLevel: number
  expiresAt: string | null
  createdById: number | null
  createdAt: Generated<Timestamp>
  fromLdap: Generated<boolean>
}

export interface Memberships {
  id: number | null
  namespaceId: number | null
  userId: number | null
  accessLevel: number | null
  expiresAt: string | null
  createdById: number | null
  createdAt: Timestamp | null
  groupId: number | null
}

export interface Mentions {
  issuableId: number
  noteId: number | null
  userId: number
}

export interface MergeRequestApprovals {
  mergeRequestId: number
  userId: number
  namespaceId: number
  headSha: string | null
  createdAt: Generated<Timestamp>
}

export interface MergeRequestBlocks {
  id: Computed<number>
  blockingId: number
  blockedId: number
  createdAt: Generated<Timestamp>
}

export interface MergeRequestClosesIssues {
  mergeRequestId: number
  issueId: number
  namespaceId: number
}

export interface MergeRequestContextCommits {
  mergeRequestId: number
  sha: string
  id: Computed<number>
}

export interface MergeRequestReviewers {
  issuableId: number
  userId: number
  namespaceId: number
  state: Generated<string>
  createdAt: Generated<Timestamp>
  attentionRequested: Generated<boolean>
}

export interface MergeRequestVersions {
  id: Computed<number>
  namespaceId: number
  mergeRequestId: number
  number: number
  baseSha: string | null
  startSha: string
  headSha: string
  commitCount: number
  fileCount: number
  pushedById: number | null
  createdAt: Timestamp
  patchId: string | null
}

export interface MergeRequests {
  id: number
  namespaceId: number
  sourceProjectId: number | null
  sourceBranch: string
  targetBranch: string
  isOpen: Generated<boolean>
  draft: Generated<boolean>
  headSha: string | null
  mergeStatus: Generated<string>
  checkedHeads: readonly string[] | null
  squash: Generated<boolean>
  removeSourceBranch: Generated<boolean>
  allowCollaboration: Generated<boolean>
  mergeError: string | null
  merging: unknown
  autoMerge: unknown
  autoMergeUserId: number | null
  mergeCommitSha: string | null
  squashCommitSha: string | null
  mergedAt: Timestamp | null
  mergedById: number | null
  rebasingSince: Timestamp | null
  mergeAfter: Timestamp | null
  waitsUntil: Timestamp | null
  retargeted: Generated<boolean>
  rebaseCommitSha: string | null
  codeOwnersBlob: string | null
  divergence: string | null
}

export interface MetricImages {
  id: Computed<number>
  issuableId: number
  uploadId: number
  url: string | null
  urlText: string | null
  createdAt: Timestamp
}

export interface Milestones {
  id: Computed<number>
  namespaceId: number
  iid: number
  title: string
  description: Generated<string>
  descriptionHtml: Generated<string>
  state: Generated<string>
  startDate: string | null
  dueDate: string | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface MomentReadings {
  namespaceId: number
  afterId: Generated<number>
  createdAt: Generated<Timestamp>
}

export interface NamespaceCustomAttributes {
  namespaceId: number
  key: string
  value: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface NamespaceShares {
  id: Computed<number>
  namespaceId: number
  groupId: number
  groupAccess: number
  expiresAt: string | null
  createdById: number | null
  createdAt: Generated<Timestamp>
}

export interface Namespaces {
  id: Computed<number>
  kind: string
  parentId: number | null
  ownerId: number | null
  name: string
  path: string
  fullPath: string
  fullName: string
  ancestorIds: readonly number[]
  visibility: Generated<string>
  description: Generated<string>
  descriptionHtml: Generated<string>
  avatarUploadId: number | null
  archived: Generated<boolean>
  emailsEnabled: Generated<boolean>
  creatorId: number | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  markedForDeletionOn: string | null
  pendingDeletion: Generated<boolean>
  inactive: Computed<boolean>
  formerAncestorIds: Generated<readonly number[]>
}

export interface NoteAnswers {
  authorId: number
  idempotencyKey: string
  issuableId: number
  outcome: unknown
  createdAt: Generated<Timestamp>
}

export interface NotePositions {
  id: Computed<number>
  namespaceId: number
  noteId: number | null
  draftNoteId: number | null
  positionType: string
  baseSha: string
  startSha: string
  headSha: string
  oldPath: string
  newPath: string
  oldLine: number | null
  newLine: number | null
  lineRange: unknown
  width: number | null
  height: number | null
  x: number | null
  y: number | null
  fileHash: string | null
  lineCode: string | null
  excerpt: unknown
  carried: unknown
  commitId: string | null
}

export interface Notes {
  id: Computed<number>
  namespaceId: number
  issuableId: number
  discussionId: string
  type: string | null
  authorId: number
  body: string
  bodyHtml: Generated<string>
  markdownVersion: Generated<number>
  internal: Generated<boolean>
  system: Generated<boolean>
  systemAction: string | null
  systemDetails: unknown
  resolvable: Generated<boolean>
  resolvedAt: Timestamp | null
  resolvedById: number | null
  lastEditedAt: Timestamp | null
  lastEditedById: number | null
  idempotencyKey: string | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  reactedAt: Timestamp | null
  resolvedByPush: Generated<boolean>
  externalAuthor: string | null
  externalIsUnverified: Generated<boolean>
}

export interface Notices {
  id: Computed<number>
  userId: number
  issuableId: number
  noteId: number | null
  authorId: number | null
  part: string
  reason: string | null
  lead: string
  createdAt: Timestamp
  toldAt: Timestamp | null
  described: Generated<boolean>
}

export interface NotificationSettings {
  userId: number
  namespaceId: Generated<number>
  level: string
  events: Generated<unknown>
  ownActivity: Generated<boolean>
  releasesMuted: Generated<boolean>
}

export interface OncallCalendarPeople {
  rotationId: number
  name: string
  userId: number
}

export interface OncallCalendarShifts {
  participantId: number
  startsAt: Timestamp
  endsAt: Timestamp
}

export interface OncallCalendars {
  rotationId: number
  url: string | null
  content: string
  etag: string | null
  notices: Generated<unknown>
  noticeCount: Generated<number>
  readAt: Timestamp
  computedAt: Timestamp
  nextReadAt: Timestamp
  failure: string | null
  failingSince: Timestamp | null
  isFailureTold: Generated<boolean>
}

export interface OncallOverrides {
  id: Computed<number>
  rotationId: number
  userId: number
  createdById: number | null
  startsAt: Timestamp
  endsAt: Timestamp
  createdAt: Timestamp
}

export interface OncallParticipants {
  id: Computed<number>
  rotationId: number
  userId: number
  position: number
  colorPalette: string
  colorWeight: string
}

export interface OncallRotations {
  id: Computed<number>
  scheduleId: number
  name: string
  length: number
  lengthUnit: string
  startsAt: Timestamp
  endsAt: Timestamp | null
  activeFrom: number | null
  activeTo: number | null
  weekdays: Generated<readonly number[]>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface OncallSchedules {
  id: Computed<number>
  namespaceId: number
  iid: number
  name: string
  description: Generated<string>
  timeZone: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface OncallSwaps {
  id: Computed<number>
  rotationId: number
  fromUserId: number
  toUserId: number
  startsAt: Timestamp
  endsAt: Timestamp
  returnStartsAt: Timestamp | null
  returnEndsAt: Timestamp | null
  message: string
  state: Generated<string>
  createdAt: Timestamp
  answeredAt: Timestamp | null
}

export interface Organizations {
  id: Computed<number>
  namespaceId: number
  name: string
  description: Generated<string>
  defaultRate: number | null
  active: Generated<boolean>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface OutsideConsents {
  email: string
  rootId: number
  askedById: number | null
  askedAt: Timestamp
  agreedAt: Timestamp | null
}

export interface PageDeliveries {
  id: Computed<number>
  userId: number
  issuableId: number | null
  part: string
  channel: string
  minutes: number
  lead: string
  untilStatus: string
  isHeld: Generated<boolean>
  state: Generated<string>
  nextAttemptAt: Timestamp | null
  attempts: Generated<number>
  failure: Generated<string>
  endedAt: Timestamp | null
  mailId: number | null
  createdAt: Timestamp
  subscriptionId: Generated<number>
  device: Generated<string>
  namespaceId: number | null
}

export interface PageLinks {
  keyHash: Buffer
  issuableId: number
  userId: number
  createdAt: Timestamp
  acknowledgedAt: Timestamp | null
  resolvedAt: Timestamp | null
}

export interface PagingPhones {
  userId: number
  number: string | null
  pendingNumber: string | null
  codeHash: Buffer | null
  codeSentAt: Timestamp | null
  codeTries: Generated<number>
}

export interface PagingSettings {
  userId: number
  highSteps: unknown
  lowSteps: unknown
  quietDays: Generated<readonly number[]>
  quietFrom: Generated<number>
  quietTo: Generated<number>
  timeZone: string
  webhookUrl: string | null
  webhookSecret: string | null
  noticeHours: Generated<number | null>
}

export interface PasswordResets {
  tokenHash: Buffer
  userId: number
  createdAt: Generated<Timestamp>
  expiresAt: Timestamp
  usedAt: Timestamp | null
}

export interface PausedAggregations {
  namespaceId: number
  pausedAt: Generated<Timestamp>
}

export interface PendingPages {
  issuableId: number
  ruleId: number
  namespaceId: number
  dueAt: Timestamp
  round: Generated<number>
}

export interface PendingReminders {
  issuableId: number
  userId: number
  namespaceId: number
  dueAt: Timestamp
}

export interface PersonalAccessTokens {
  id: Computed<number>
  userId: number
  name: string
  description: string | null
  tokenHash: Buffer
  scopes: readonly string[]
  revoked: Generated<boolean>
  impersonation: Generated<boolean>
  lastUsedAt: Timestamp | null
  lastUsedIps: Generated<readonly string[]>
  expiresAt: string | null
  previousId: number | null
  createdAt: Generated<Timestamp>
  revokedAt: Timestamp | null
  namespaceId: number | null
}

export interface PhoneMessages {
  id: Computed<number>
  userId: number | null
  number: string
  channel: string
  isCode: boolean
  createdAt: Timestamp
}

export interface PhoneProvider {
  single: Generated<boolean>
  smsUrl: string
  voiceUrl: string
  format: string
  sender: string
  username: string
  password: string
  signingSecret: string
  dailyLimit: number
}

export interface Pipelines {
  id: Computed<number>
  namespaceId: number
  iid: number
  sha: string
  ref: string
  isTag: Generated<boolean>
  status: string
  userId: number | null
  startedAt: Timestamp | null
  finishedAt: Timestamp | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface PrivateTokens {
  userId: number
  mailResets: Generated<number>
  feedResets: Generated<number>
}

export interface ProjectContributors {
  namespaceId: number
  userId: number
}

export interface Projects {
  id: number
  defaultBranch: Generated<string>
  lastPushedAt: Timestamp | null
  repositorySizeBytes: Generated<number>
  commitCount: Generated<number>
  topics: Generated<readonly string[]>
  starCount: Generated<number>
  forksCount: Generated<number>
  openIssuesCount: Generated<number>
  lastActivityAt: Generated<Timestamp>
  issuesAccessLevel: Generated<string>
  repositoryAccessLevel: Generated<string>
  mergeRequestsAccessLevel: Generated<string>
  requestAccessEnabled: Generated<boolean>
  autocloseReferencedIssues: Generated<boolean>
  mergeMethod: Generated<string>
  squashOption: Generated<string>
  onlyAllowMergeIfPipelineSucceeds: Generated<boolean>
  onlyAllowMergeIfAllDiscussionsAreResolved: Generated<boolean>
  allowMergeOnSkippedPipeline: boolean | null
  removeSourceBranchAfterMerge: Generated<boolean>
  resolveOutdatedDiffDiscussions: Generated<boolean>
  suggestionCommitMessage: string | null
  mergeCommitTemplate: string | null
  squashCommitTemplate: string | null
  issueBranchTemplate: string | null
  issuesTemplate: string | null
  mergeRequestsTemplate: string | null
  closedIssuesCount: Generated<number>
  openConfidentialIssuesCount: Generated<number>
  closedConfidentialIssuesCount: Generated<number>
  singleAssignee: Generated<boolean>
  readmePath: string | null
  languages: Generated<readonly string[]>
  licensePath: string | null
  licenseKey: string | null
  forkedFromId: number | null
  forkNetworkId: number | null
  importStatus: Generated<string>
  importError: string | null
  openMergeRequestsCount: Generated<number>
  resetApprovalsOnPush: Generated<boolean>
  mergeRequestsAuthorApproval: Generated<boolean>
  mergeRequestsDisableCommittersApproval: Generated<boolean>
  disableOverridingApproversPerMergeRequest: Generated<boolean>
  attentionRequestsEnabled: Generated<boolean>
  mrDefaultTargetSelf: Generated<boolean>
  filePreviewUrl: string | null
  filePreviewPaths: string | null
  statusPageEnabled: Generated<boolean>
  requirePasswordToApprove: Generated<boolean>
  selectiveCodeOwnerRemovals: Generated<boolean>
  environmentsAccessLevel: Generated<string>
  releasesAccessLevel: Generated<string>
  featureFlagsAccessLevel: Generated<string>
  serviceDeskEnabled: Generated<boolean>
  serviceDeskKey: string | null
  serviceDeskCustomAddress: string | null
}

export interface ProtectedEnvironmentAccess {
  id: Computed<number>
  protectedEnvironmentId: number
  action: string
  accessLevel: number | null
  userId: number | null
  groupId: number | null
  inherits: Generated<boolean>
  requiredApprovals: number | null
}

export interface ProtectedEnvironments {
  id: Computed<number>
  namespaceId: number
  name: string
  requiredApprovals: Generated<number>
  createdAt: Generated<Timestamp>
}

export interface ProtectedRefAccess {
  id: Computed<number>
  protectedRefId: number
  action: string
  accessLevel: number | null
  userId: number | null
  deployKeyId: number | null
}

export interface ProtectedRefs {
  id: Computed<number>
  projectId: number
  kind: string
  name: string
  allowForcePush: Generated<boolean>
  createdAt: Generated<Timestamp>
  codeOwnerApprovalRequired: Generated<boolean>
}

export interface PublishedImpacts {
  id: Computed<number>
  issuableId: number
  componentId: number
  impact: string
  startsAt: Timestamp
  endsAt: Timestamp | null
}

export interface PublishedIncidents {
  issuableId: number
  title: string
  startedAt: Timestamp
  resolvedAt: Timestamp | null
}

export interface PublishedUpdates {
  id: Computed<number>
  issuableId: number
  status: string
  message: string
  createdAt: Timestamp
}

export interface PushSubscriptions {
  id: Computed<number>
  userId: number
  endpoint: string
  p256dh: string
  auth: string
  name: string
  createdAt: Timestamp
  lastUsedAt: Timestamp | null
}

export interface ReadMarks {
  userId: number
  issuableId: number
  namespaceId: number
  noteId: Generated<number>
  descriptionVersionId: Generated<number>
  seenAt: Timestamp
}

export interface ReceivedIssueMails {
  namespaceId: number
  userId: number
  messageId: string
  receivedAt: Timestamp
}

export interface ReceivedMails {
  userId: number
  issuableId: number
  messageId: string
  receivedAt: Timestamp
}

export interface Redirects {
  path: string
  namespaceId: number
  createdAt: Generated<Timestamp>
}

export interface ReleaseEvidences {
  id: Computed<number>
  releaseId: number
  summary: string
  sha256: string
  collectedAt: Generated<Timestamp>
}

export interface ReleaseLinks {
  id: Computed<number>
  releaseId: number
  name: string
  url: string
  filepath: string | null
  linkType: Generated<string>
  createdAt: Generated<Timestamp>
}

export interface ReleaseMilestones {
  releaseId: number
  milestoneId: number
}

export interface Releases {
  id: Computed<number>
  projectId: number
  tag: string
  name: string
  description: Generated<string>
  descriptionHtml: Generated<string>
  authorId: number | null
  sha: string
  releasedAt: Timestamp
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface SavedViews {
  id: Computed<number>
  namespaceId: number
  ownerId: number | null
  list: string
  name: string
  query: string
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface SbomComponents {
  id: Computed<number>
  documentId: number
  namespaceId: number
  packageType: string
  name: string
  version: string
  versionKey: string
  purl: Generated<string>
  licenses: Generated<readonly string[]>
  vulnerabilities: Generated<unknown>
  severityRank: Generated<number>
}

export interface SbomDocuments {
  id: Computed<number>
  namespaceId: number
  source: string
  sha: string
  ref: string
  tool: Generated<string>
  digest: Buffer
  componentsCount: number
  createdAt: Timestamp
}

export interface SecurityFindings {
  id: Computed<number>
  scanId: number
  fingerprint: Buffer
  severity: string
  title: string
  description: Generated<string>
  location: Generated<unknown>
  identifiers: Generated<unknown>
}

export interface SecurityScans {
  id: Computed<number>
  namespaceId: number
  scannerId: number
  reportType: string
  category: Generated<string>
  sha: string
  ref: string
  digest: Buffer
  scannerVersion: Generated<string>
  findingsCount: number
  createdAt: Timestamp
}

export interface SentNotifications {
  key: string
  userId: number
  issuableId: number | null
  noteId: number | null
  createdAt: Generated<Timestamp>
  projectId: number | null
  releaseId: number | null
}

export interface ServerSecrets {
  name: string
  value: string
}

export interface ServiceDeskLinks {
  tokenHash: Buffer
  issuableId: number
  email: string
  createdAt: Timestamp
}

export interface ServiceDeskRequests {
  issuableId: number
  deskId: number | null
  email: string
  name: Generated<string>
  messageId: string | null
  isUnverified: Generated<boolean>
  answeredAt: Timestamp | null
  createdAt: Timestamp
}

export interface ServiceDesks {
  projectId: number
  hasForm: Generated<boolean>
  senderName: string | null
  thankYou: string | null
  newNote: string | null
  closing: string | null
  issueTemplate: string | null
  labelId: number | null
  firstAnswerHours: number | null
  ignoredMails: Generated<number>
}

export interface Sessions {
  id: Computed<number>
  userId: number
  tokenHash: Buffer
  csrfToken: string
  remember: Generated<boolean>
  ip: string | null
  userAgent: string | null
  createdAt: Generated<Timestamp>
  lastSeenAt: Generated<Timestamp>
  expiresAt: Timestamp
}

export interface ShiftNotices {
  rotationId: number
  userId: number
  startsAt: Timestamp
}

export interface SignInTries {
  key: string
  count: number
  beganAt: Generated<Timestamp>
}

export interface SshKeys {
  id: Computed<number>
  userId: number
  title: string
  key: string
  type: string
  bits: number
  fingerprint: string
  fingerprintMd5: string
  usageType: string
  expiresAt: Timestamp | null
  createdAt: Generated<Timestamp>
  lastUsedAt: Timestamp | null
}

export interface StaleDays {
  id: Computed<number>
  namespaceId: number
  day: string | null
}

export interface Stars {
  projectId: number
  userId: number
  createdAt: Generated<Timestamp>
}

export interface StatusComponents {
  id: Computed<number>
  namespaceId: number
  name: string
  description: Generated<string>
  heading: Generated<string>
  position: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface StatusHosts {
  namespaceId: number
  host: string
}

export interface StatusMails {
  subscriberId: number
  occasion: string
  createdAt: Timestamp
}

export interface StatusSubscribers {
  id: Computed<number>
  namespaceId: number
  email: string
  componentIds: Generated<readonly number[]>
  wantedIds: Generated<readonly number[]>
  createdAt: Timestamp
  confirmedAt: Timestamp | null
}

export interface Subscriptions {
  issuableId: number
  userId: number
  subscribed: boolean
}

export interface Suggestions {
  id: Computed<number>
  namespaceId: number
  noteId: number
  place: number
  line: number
  path: string
  fromLine: number
  toLine: number
  linesAbove: number
  linesBelow: number
  fromContent: string
  toContent: string
  applied: Generated<boolean>
  commitId: string | null
  applying: unknown
}

export interface SurveyAnswers {
  id: Computed<number>
  userId: number
  rating: number
  comment: string | null
  createdAt: Timestamp
}

export interface SurveyDismissals {
  userId: number
  dismissedAt: Timestamp
}

export interface TimeboxSnapshots {
  id: Computed<number>
  namespaceId: number
  issuableId: number
  at: Timestamp
  state: string
  weight: number | null
  milestoneId: number | null
  iterationId: number | null
}

export interface TimelineEventTagLinks {
  eventId: number
  tagId: number
}

export interface TimelineEventTags {
  id: Computed<number>
  namespaceId: number | null
  name: string
}

export interface TimelineEvents {
  id: Computed<number>
  issuableId: number
  namespaceId: number
  authorId: number | null
  updatedById: number | null
  noteId: number | null
  sourceId: number | null
  occurredAt: Timestamp
  action: string
  isEditable: boolean
  audience: Generated<string>
  note: string
  noteHtml: string
  createdAt: Timestamp
  updatedAt: Timestamp
  page: string | null
}

export interface Timelogs {
  id: Computed<number>
  namespaceId: number
  issuableId: number
  userId: number | null
  seconds: number
  summary: string | null
  spentAt: Timestamp
  createdAt: Timestamp
  noteId: number | null
}

export interface Todos {
  id: Computed<number>
  userId: number
  authorId: number
  namespaceId: number
  issuableId: number | null
  noteId: number | null
  action: string
  state: Generated<string>
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  snoozedUntil: Timestamp | null
  returnedAt: Timestamp | null
}

export interface Topics {
  id: Computed<number>
  name: string
  title: string
  description: Generated<string>
  descriptionHtml: Generated<string>
  avatarUploadId: number | null
  curated: Generated<boolean>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface TrackedErrors {
  id: Computed<number>
  namespaceId: number
  fingerprint: string
  name: string
  description: string
  actor: string
  platform: string
  level: string
  status: Generated<string>
  firstSeenAt: Timestamp
  lastSeenAt: Timestamp
  firstRelease: string | null
  lastRelease: string | null
  resolvedAt: Timestamp | null
  eventsCount: number
  usersCount: Generated<number>
  issueId: number | null
  groupedBy: unknown
}

export interface UnsentTexts {
  id: Computed<number>
  userId: number
  place: string
  device: string
  issuableId: number | null
  noteId: number | null
  namespaceId: number | null
  milestoneId: number | null
  body: string
  base: string | null
  baseVersion: number | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  fields: unknown
  aboutTitle: string | null
  aboutReference: string | null
  discardedAt: Timestamp | null
  writtenMs: Generated<number>
  isForgotten: Generated<boolean>
}

export interface Uploads {
  id: Computed<number>
  namespaceId: number | null
  userId: number | null
  purpose: string
  secret: string
  filename: string
  mediaType: string
  sizeBytes: number
  storageKey: string
  createdAt: Generated<Timestamp>
  width: number | null
  height: number | null
}

export interface UsedPuzzles {
  id: string
  expiresAt: Timestamp
}

export interface UserCallouts {
  userId: number
  featureName: string
  dismissedAt: Generated<Timestamp>
}

export interface UserCustomAttributes {
  userId: number
  key: string
  value: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface UserEmails {
  id: Computed<number>
  userId: number
  email: string
  confirmedAt: Timestamp | null
  tokenHash: Buffer | null
  tokenExpiresAt: Timestamp | null
  createdAt: Generated<Timestamp>
}

export interface UserIdentities {
  userId: number
  provider: string
  externUid: string
  createdAt: Generated<Timestamp>
}

export interface Users {
  id: Computed<number>
  username: string
  name: string
  email: string
  passwordHash: string | null
  state: Generated<string>
  isAdmin: Generated<boolean>
  isExternal: Generated<boolean>
  isBot: Generated<boolean>
  privateProfile: Generated<boolean>
  canCreateGroup: Generated<boolean>
  projectsLimit: Generated<number>
  publicEmail: Generated<string>
  bio: Generated<string>
  location: Generated<string>
  jobTitle: Generated<string>
  pronouns: Generated<string>
  organization: Generated<string>
  websiteUrl: Generated<string>
  avatarUploadId: number | null
  statusEmoji: string | null
  statusMessage: string | null
  statusAvailability: string | null
  statusClearAt: Timestamp | null
  theme: Generated<string>
  timeFormat: Generated<string>
  timeDisplay: Generated<string>
  firstDayOfWeek: number | null
  adminNote: string | null
  createdById: number | null
  confirmedAt: Timestamp | null
  signInCount: Generated<number>
  currentSignInAt: Timestamp | null
  lastSignInAt: Timestamp | null
  currentSignInIp: string | null
  lastSignInIp: string | null
  lastActivityOn: string | null
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
  viewDiffsFileByFile: Generated<boolean>
  showWhitespaceInDiffs: Generated<boolean>
  passUserIdentitiesToCiJwt: Generated<boolean>
  issueNotesFilter: Generated<number>
  internalKind: string | null
  isStaff: Generated<boolean>
}

export interface ValueStreamStages {
  id: Computed<number>
  valueStreamId: number
  position: number
  name: string
  custom: boolean
  hidden: Generated<boolean>
  startEvent: string
  startLabelId: number | null
  endEvent: string
  endLabelId: number | null
}

export interface ValueStreams {
  id: Computed<number>
  namespaceId: number
  name: string
  createdAt: Generated<Timestamp>
  updatedAt: Generated<Timestamp>
}

export interface Vulnerabilities {
  id: Computed<number>
  namespaceId: number
  scannerId: number
  reportType: string
  category: Generated<string>
  fingerprint: Buffer
  title: string
  description: Generated<string>
  solution: Generated<string>
  severity: string
  severityRank: Computed<number>
  state: Generated<string>
  stateComment: Generated<string>
  dismissalReason: string | null
  stateChangedAt: Timestamp | null
  stateChangedById: number | null
  resolvedOnDefaultBranch: Generated<boolean>
  location: Generated<unknown>
  identifiers: Generated<unknown>
  links: Generated<unknown>
  sha: Generated<string>
  authorId: number | null
  detectedAt: Timestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface VulnerabilityChanges {
  id: Computed<number>
  vulnerabilityId: number
  kind: string
  fromState: string
  toState: string
  comment: Generated<string>
  dismissalReason: string | null
  authorId: number | null
  createdAt: Timestamp
}

export interface VulnerabilityIssueLinks {
  id: Computed<number>
  vulnerabilityId: number
  issueId: number
  linkType: string
  createdAt: Timestamp
}

export interface VulnerabilityMergeRequestLinks {
  id: Computed<number>
  vulnerabilityId: number
  mergeRequestId: number
  createdAt: Timestamp
}

export interface VulnerabilityScanners {
  id: Computed<number>
  namespaceId: number
  externalId: string
  name: string
  vendor: Generated<string>
}

export interface WebhookDeliveries {
  id: Computed<number>
  webhookId: number
  source: string | null
  trigger: string
  eventUuid: Generated<string>
  idempotencyKey: Generated<string>
  eventHeader: string
  payload: unknown
  attempts: Generated<number>
  nextAttemptAt: Timestamp | null
  requestUrl: Generated<string>
  requestHeaders: Generated<unknown>
  responseStatus: number | null
  responseHeaders: Generated<unknown>
  responseBody: Generated<string>
  failure: string | null
  durationMs: Generated<number>
  createdAt: Generated<Timestamp>
}

export interface Webhooks {
  id: Computed<number>
  namespaceId: number
  creatorId: number | null
  url: string
  name: Generated<string>
  description: Generated<string>
  token: string | null
  signingToken: string | null
  events: readonly string[]
  branchFilter: Generated<string>
  branchFilterStrategy: Generated<string>
  enableSslVerification: Generated<boolean>
  urlVariables: Generated<unknown>
  customHeaders: Generated<unknown>
  recentFailures: Generated<number>
  disabledUntil: Timestamp | null
  createdAt: Generated<Timestamp>
  sendingUntil: Timestamp | null
}

export interface Database {
  abuseReports: AbuseReports
  accessRequests: AccessRequests
  alertIntegrations: AlertIntegrations
  alertSettings: AlertSettings
  alerts: Alerts
  approvalRuleBranches: ApprovalRuleBranches
  approvalRuleGroups: ApprovalRuleGroups
  approvalRuleUsers: ApprovalRuleUsers
  approvalRules: ApprovalRules
  awardEmoji: AwardEmoji
  badges: Badges
  batchedEvents: BatchedEvents
  boardDisplays: BoardDisplays
  boardLabels: BoardLabels
  boardLists: BoardLists
  boards: Boards
  broadcastMessageDismissals: BroadcastMessageDismissals
  broadcastMessages: BroadcastMessages
  changeSetItems: ChangeSetItems
  changeSets: ChangeSets
  checkInWatch: CheckInWatch
  checkIns: CheckIns
  codeOwnerWords: CodeOwnerWords
  collapsedBoardLists: CollapsedBoardLists
  commitStatuses: CommitStatuses
  contacts: Contacts
  declinedAddresses: DeclinedAddresses
  deletedNotes: DeletedNotes
  deployKeys: DeployKeys
  deployKeysProjects: DeployKeysProjects
  deployTokens: DeployTokens
  deploymentApprovals: DeploymentApprovals
  deploymentMergeRequests: DeploymentMergeRequests
  deployments: Deployments
  descriptionVersions: DescriptionVersions
  discussedCommits: DiscussedCommits
  draftNotes: DraftNotes
  emailChanges: EmailChanges
  environments: Environments
  epics: Epics
  errorClientKeys: ErrorClientKeys
  errorEvents: ErrorEvents
  errorHours: ErrorHours
  errorSettings: ErrorSettings
  errorUsers: ErrorUsers
  escalationPolicies: EscalationPolicies
  escalationRules: EscalationRules
  eventSequences: EventSequences
  events: Events
  featureFlagChanges: FeatureFlagChanges
  featureFlagEnvironments: FeatureFlagEnvironments
  featureFlagHours: FeatureFlagHours
  featureFlagIssues: FeatureFlagIssues
  featureFlagRequests: FeatureFlagRequests
  featureFlagScopes: FeatureFlagScopes
  featureFlagSegments: FeatureFlagSegments
  featureFlagStrategies: FeatureFlagStrategies
  featureFlagStrategySegments: FeatureFlagStrategySegments
  featureFlagTokens: FeatureFlagTokens
  featureFlagUserLists: FeatureFlagUserLists
  featureFlags: FeatureFlags
  fileMarks: FileMarks
  formerErrorGroups: FormerErrorGroups
  formerNoteTexts: FormerNoteTexts
  freezePeriods: FreezePeriods
  geoLogPositions: GeoLogPositions
  geoNodeNamespaces: GeoNodeNamespaces
  geoNodeReports: GeoNodeReports
  geoNodes: GeoNodes
  geoRegistry: GeoRegistry
  gpgKeys: GpgKeys
  groups: Groups
  handoverNotes: HandoverNotes
  iidCounters: IidCounters
  incidentPostmortems: IncidentPostmortems
  incidentRoles: IncidentRoles
  incidentSettings: IncidentSettings
  incidentSlas: IncidentSlas
  instanceSettings: InstanceSettings
  issuableAssignees: IssuableAssignees
  issuableContacts: IssuableContacts
  issuableLabels: IssuableLabels
  issuableLinks: IssuableLinks
  issuableMoments: IssuableMoments
  issuableReferences: IssuableReferences
  issuables: Issuables
  issueEmailParticipants: IssueEmailParticipants
  issueImportRows: IssueImportRows
  issueImports: IssueImports
  issueKeys: IssueKeys
  iterationCadences: IterationCadences
  iterations: Iterations
  keptDays: KeptDays
  keptMonths: KeptMonths
  keptPairs: KeptPairs
  labelPriorities: LabelPriorities
  labelSubscriptions: LabelSubscriptions
  labels: Labels
  ldapGroupLinks: LdapGroupLinks
  ldapSyncs: LdapSyncs
  listExports: ListExports
  listPreferences: ListPreferences
  mailFiles: MailFiles
  mails: Mails
  maintenanceComponents: MaintenanceComponents
  maintenanceWindows: MaintenanceWindows
  members: Members
  memberships: Memberships
  mentions: Mentions
  mergeRequestApprovals: MergeRequestApprovals
  mergeRequestBlocks: MergeRequestBlocks
  mergeRequestClosesIssues: MergeRequestClosesIssues
  mergeRequestContextCommits: MergeRequestContextCommits
  mergeRequestReviewers: MergeRequestReviewers
  mergeRequestVersions: MergeRequestVersions
  mergeRequests: MergeRequests
  metricImages: MetricImages
  milestones: Milestones
  momentReadings: MomentReadings
  namespaceCustomAttributes: NamespaceCustomAttributes
  namespaceShares: NamespaceShares
  namespaces: Namespaces
  noteAnswers: NoteAnswers
  notePositions: NotePositions
  notes: Notes
  notices: Notices
  notificationSettings: NotificationSettings
  oncallCalendarPeople: OncallCalendarPeople
  oncallCalendarShifts: OncallCalendarShifts
  oncallCalendars: OncallCalendars
  oncallOverrides: OncallOverrides
  oncallParticipants: OncallParticipants
  oncallRotations: OncallRotations
  oncallSchedules: OncallSchedules
  oncallSwaps: OncallSwaps
  organizations: Organizations
  outsideConsents: OutsideConsents
  pageDeliveries: PageDeliveries
  pageLinks: PageLinks
  pagingPhones: PagingPhones
  pagingSettings: PagingSettings
  passwordResets: PasswordResets
  pausedAggregations: PausedAggregations
  pendingPages: PendingPages
  pendingReminders: PendingReminders
  personalAccessTokens: PersonalAccessTokens
  phoneMessages: PhoneMessages
  phoneProvider: PhoneProvider
  pipelines: Pipelines
  privateTokens: PrivateTokens
  projectContributors: ProjectContributors
  projects: Projects
  protectedEnvironmentAccess: ProtectedEnvironmentAccess
  protectedEnvironments: ProtectedEnvironments
  protectedRefAccess: ProtectedRefAccess
  protectedRefs: ProtectedRefs
  publishedImpacts: PublishedImpacts
  publishedIncidents: PublishedIncidents
  publishedUpdates: PublishedUpdates
  pushSubscriptions: PushSubscriptions
  readMarks: ReadMarks
  receivedIssueMails: ReceivedIssueMails
  receivedMails: ReceivedMails
  redirects: Redirects
  releaseEvidences: ReleaseEvidences
  releaseLinks: ReleaseLinks
  releaseMilestones: ReleaseMilestones
  releases: Releases
  savedViews: SavedViews
  sbomComponents: SbomComponents
  sbomDocuments: SbomDocuments
  securityFindings: SecurityFindings
  securityScans: SecurityScans
  sentNotifications: SentNotifications
  serverSecrets: ServerSecrets
  serviceDeskLinks: ServiceDeskLinks
  serviceDeskRequests: ServiceDeskRequests
  serviceDesks: ServiceDesks
  sessions: Sessions
  shiftNotices: ShiftNotices
  signInTries: SignInTries
  sshKeys: SshKeys
  staleDays: StaleDays
  stars: Stars
  statusComponents: StatusComponents
  statusHosts: StatusHosts
  statusMails: StatusMails
  statusSubscribers: StatusSubscribers
  subscriptions: Subscriptions
  suggestions: Suggestions
  surveyAnswers: SurveyAnswers
  surveyDismissals: SurveyDismissals
  timeboxSnapshots: TimeboxSnapshots
  timelineEventTagLinks: TimelineEventTagLinks
  timelineEventTags: TimelineEventTags
  timelineEvents: TimelineEvents
  timelogs: Timelogs
  todos: Todos
  topics: Topics
  trackedErrors: TrackedErrors
  unsentTexts: UnsentTexts
  uploads: Uploads
  usedPuzzles: UsedPuzzles
  userCallouts: UserCallouts
  userCustomAttributes: UserCustomAttributes
  userEmails: UserEmails
  userIdentities: UserIdentities
  users: Users
  valueStreamStages: ValueStreamStages
  valueStreams: ValueStreams
  vulnerabilities: Vulnerabilities
  vulnerabilityChanges: VulnerabilityChanges
  vulnerabilityIssueLinks: VulnerabilityIssueLinks
  vulnerabilityMergeRequestLinks: VulnerabilityMergeRequestLinks
  vulnerabilityScanners: VulnerabilityScanners
  webhookDeliveries: WebhookDeliveries
  webhooks: Webhooks
}
