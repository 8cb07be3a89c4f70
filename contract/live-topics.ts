import type { IssuableSeries } from './issuable-kinds.ts'

// Pages subscribe to topics on the live socket, and the server announces those that changed: `kind:id`, without content.

/** The kinds of topics. For each, a slice of the server decides who may subscribe (`topics` in its `slice.ts`). */
export type TopicKind =
  | IssuableSeries
  | `${IssuableSeries}-internal`
  | `${IssuableSeries}s`
  | `group-${IssuableSeries}s`
  | 'project'
  | 'group'
  | 'repository'
  | 'pipelines'
  | 'environments'
  | 'user'
  | 'draft-notes'
  | 'marks'
  | 'file-marks'
  | 'unsent-texts'
  | 'site'
  | 'topics'
  | 'survey'
  | 'deploy-key'
  | 'change-set'
  | 'own-changes'
  | 'issue-import'
  | 'errors'
  | 'releases'
  | 'feature-flags'
  | 'check-ins'
  | 'vulnerabilities'
  | 'geo'

type Topic = `${TopicKind}:${number}`

/** Everything on an issuable's page except internal notes. */
export const issuableTopic = (series: IssuableSeries, issuableId: number): Topic => `${series}:${issuableId}`

/** Everything on the page of an issue, incident or task except internal notes. */
export const issueTopic = (issueId: number): Topic => issuableTopic('issue', issueId)

/** The internal notes of an issuable. */
export const internalNotesTopic = (series: IssuableSeries, issuableId: number): Topic =>
  `${series}-internal:${issuableId}`

/** The issuables of a series in a project or group, as lists and counters show them. */
export const issuablesTopic = (series: IssuableSeries, namespaceId: number): Topic => `${series}s:${namespaceId}`

/** The issuables of a series in the projects and groups below a group. */
export const groupIssuablesTopic = (series: IssuableSeries, groupId: number): Topic => `group-${series}s:${groupId}`

/** The issues of a project, as lists and counters show them. */
export const issuesTopic = (projectId: number): Topic => issuablesTopic('issue', projectId)

/** The issues of the projects below a group. */
export const groupIssuesTopic = (groupId: number): Topic => groupIssuablesTopic('issue', groupId)

const projectPrefix = 'project:'

/** A project: its settings, members, labels and milestones. */
export const projectTopic = (projectId: number): Topic => `${projectPrefix}${projectId}`
export const isProjectTopic = (topic: string): boolean => topic.startsWith(projectPrefix)

/** A group: its settings, members, labels, milestones, subgroups and projects. */
export const groupTopic = (groupId: number): Topic => `group:${groupId}`

/** The topic of a project or group. */
export const namespaceTopic = ({ kind, id }: { readonly kind: string; readonly id: number }): Topic =>
  kind === 'group' ? groupTopic(id) : projectTopic(id)

/** Branches, tags and commits of a project. */
export const repositoryTopic = (projectId: number): Topic => `repository:${projectId}`

/** The reports of other programs about the commits of a project. */
export const pipelinesTopic = (projectId: number): Topic => `pipelines:${projectId}`

/** The environments of a project, with their deployments and protection. */
export const environmentsTopic = (projectId: number): Topic => `environments:${projectId}`

const userPrefix = 'user:'

/** A user's profile, sessions, to-dos and counters. */
export const userTopic = (userId: number): Topic => `${userPrefix}${userId}`
export const isUserTopic = (topic: string): boolean => topic.startsWith(userPrefix)

/** A user's pending comments. */
export const draftNotesTopic = (userId: number): Topic => `draft-notes:${userId}`

const deployKeyPrefix = 'deploy-key:'

/** The access of a deploy key. Only the server's own connections follow it. */
export const deployKeyTopic = (deployKeyId: number): Topic => `${deployKeyPrefix}${deployKeyId}`
export const isDeployKeyTopic = (topic: string): boolean => topic.startsWith(deployKeyPrefix)

/** The read marks of a user. */
export const readMarksTopic = (userId: number): Topic => `marks:${userId}`

/** A user's marks on files of merge requests. */
export const fileMarksTopic = (userId: number): Topic => `file-marks:${userId}`

/** A user's unsent texts. */
export const unsentTextsTopic = (userId: number): Topic => `unsent-texts:${userId}`

/** The progress of a change set, for the user who started it. */
export const changeSetTopic = (changeSetId: number): Topic => `change-set:${changeSetId}`

/** The changes of a user that can be undone. */
export const ownChangesTopic = (userId: number): Topic => `own-changes:${userId}`

/** Site settings and broadcast messages. */
export const siteTopic: Topic = 'site:1'

/** The answers to the survey, for administrators. */
export const surveyTopic: Topic = 'survey:1'

/** The replicas of this site, for administrators. */
export const geoTopic: Topic = 'geo:1'

/** The list of project topics. */
export const topicsChanged: Topic = 'topics:1'

/** Project topics that were renamed or deleted; all project pages show them. */
export const topicsRenamed: Topic = 'topics:2'

/** The progress of an import of issues. */
export const issueImportTopic = (importId: number): Topic => `issue-import:${importId}`

/** The errors of a project, as its list and the pages of single errors show them. */
export const errorsTopic = (projectId: number): Topic => `errors:${projectId}`

/** The releases of a project. */
export const releasesTopic = (projectId: number): Topic => `releases:${projectId}`
const flagsPrefix = 'feature-flags:'

/** The feature flags of a project with their user lists and client tokens. */
export const featureFlagsTopic = (projectId: number): Topic => `${flagsPrefix}${projectId}`
export const isFlagsTopic = (topic: string): boolean => topic.startsWith(flagsPrefix)

/** The check-ins of a project, and their calls. */
export const checkInsTopic = (projectId: number): Topic => `check-ins:${projectId}`

/** The vulnerabilities and dependencies of a project, and the reports of its scanners. */
export const vulnerabilitiesTopic = (projectId: number): Topic => `vulnerabilities:${projectId}`
