// The names by which pages hear of changes on the live socket, and by which the server announces them. `kind:id`, names only.

/** The series of an issuable; `contract/issuable-kinds.ts` has them. */
type Series = 'issue' | 'merge_request' | 'epic'

/** Every kind of topic; a slice of the server says for each who may hear of it. */
export type TopicKind =
  | Series
  | `${Series}-internal`
  | 'issues'
  | 'group-issues'
  | 'project'
  | 'group'
  | 'repository'
  | 'user'
  | 'draft-notes'
  | 'marks'
  | 'unsent-texts'
  | 'site'
  | 'topics'

type Topic = `${TopicKind}:${number}`

/** Everything that one issuable's page shows, save its internal notes. */
export const issuableTopic = (series: Series, issuableId: number): Topic => `${series}:${issuableId}`

/** The same of an issue, incident or task. */
export const issueTopic = (issueId: number): Topic => issuableTopic('issue', issueId)

/** The internal notes of an issuable. */
export const internalNotesTopic = (series: Series, issuableId: number): Topic => `${series}-internal:${issuableId}`

/** The issues of a project, as lists and counters show them. */
export const issuesTopic = (projectId: number): Topic => `issues:${projectId}`

/** The issues of the projects below a group. */
export const groupIssuesTopic = (groupId: number): Topic => `group-issues:${groupId}`

/** A project: its settings, members, labels and milestones. */
export const projectTopic = (projectId: number): Topic => `project:${projectId}`

/** A group: its settings, members, labels and milestones, and what lies in it. */
export const groupTopic = (groupId: number): Topic => `group:${groupId}`

/** The project or the group. */
export const namespaceTopic = ({ kind, id }: { readonly kind: string; readonly id: number }): Topic =>
  kind === 'group' ? groupTopic(id) : projectTopic(id)

/** Branches, tags and commits of a project. */
export const repositoryTopic = (projectId: number): Topic => `repository:${projectId}`

/** What concerns one person alone: profile, session, to-dos and counters. */
export const userTopic = (userId: number): Topic => `user:${userId}`

/** A person's comments that are not published yet. */
export const draftNotesTopic = (userId: number): Topic => `draft-notes:${userId}`

/** What a person has read. */
export const readMarksTopic = (userId: number): Topic => `marks:${userId}`

/** A person's texts that are kept while they write. */
export const unsentTextsTopic = (userId: number): Topic => `unsent-texts:${userId}`

/** What is the same for everybody: settings and broadcast messages. */
export const siteTopic: Topic = 'site:1'

/** The topics of projects, as their list shows them. */
export const topicsChanged: Topic = 'topics:1'

/** Topics that got another name or are gone, which all pages of projects show. */
export const topicsRenamed: Topic = 'topics:2'
