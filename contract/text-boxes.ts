// The names of text boxes: unsent texts are kept under them, in the browser and on the server, and found again as long as
// they stay the same.

/** A number, or the group of a pattern that finds it in a name. */
type Id = number | `(${string})`

/** A commit, which has no number of its own before the first comment: its project, and the beginning of its SHA. */
export type CommitId = `${number}-${string}`

export const textBoxes = {
  issueTitle: (issueId: Id) => `issue.${issueId}.title` as const,
  issueDescription: (issueId: Id) => `issue.${issueId}.description` as const,
  /** @param noteableType  the `contractType` of its kind: `Issue` */
  comment: (noteableType: string, noteableId: Id | CommitId) => `${noteableType}.${noteableId}.note` as const,
  reply: (noteableType: string, noteableId: Id | CommitId, discussionId: string) =>
    `${noteableType}.${noteableId}.reply.${discussionId}` as const,
  /** @param line  the codes of its lines, or the hash of its file */
  lineComment: (noteableType: string, noteableId: Id | CommitId, line: string) =>
    `${noteableType}.${noteableId}.line.${line}` as const,
  draftNote: (noteableType: string, noteableId: Id | CommitId, draftId: Id) =>
    `${noteableType}.${noteableId}.draft.${draftId}` as const,
  /** The reviewer's summary of a review. */
  reviewSummary: (noteableType: string, noteableId: Id) => `${noteableType}.${noteableId}.review` as const,
  editedNote: (noteId: string) => `note.${noteId}` as const,
  /** The commit that applies a suggestion of a comment; suggestions are counted, since edited ones have other ids. */
  suggestionCommit: (noteId: string, index: Id) => `note.${noteId}.suggestion.${index}` as const,
  abuseReport: (kind: string, id: Id) => `abuse.${kind}.${id}` as const,
  newIssue: (projectId: Id, draft: string) => `project.${projectId}.new-issue.draft-${draft}` as const,
  /** The issue that takes over a thread, or the open threads of an issue or merge request, or that is created from an error. */
  followUpIssue: (projectId: Id, of: 'thread' | 'issue' | 'merge_request' | 'error' | 'vulnerability', id: string) =>
    `project.${projectId}.new-issue.${of}-${id}` as const,
  /** @param cell  a list of a board of the project or group, or its part in a lane */
  newCard: (namespaceId: Id, boardId: Id, cell: string) =>
    `namespace.${namespaceId}.new-card.${boardId}.${cell}` as const,
  newWorkItem: (projectId: Id) => `project.${projectId}.new-work-item` as const,
  /** An event of the timeline of an incident: a new one, or one that is edited. */
  timelineEvent: (issueId: Id, event: string) => `issue.${issueId}.timeline-event.${event}` as const,
  /** A hand-over note of an on-call schedule: a new one, or one that is edited. */
  handoverNote: (projectId: Id, scheduleIid: Id, note: string) =>
    `namespace.${projectId}.on-call.${scheduleIid}.note.${note}` as const,
  /** A message for the public about an incident. */
  publicMessage: (issueId: Id) => `issue.${issueId}.public-message` as const,
  newTask: (issueId: Id) => `issue.${issueId}.new-task` as const,
  newEpic: (groupId: Id) => `group.${groupId}.new-epic` as const,
  newMergeRequest: (projectId: Id) => `project.${projectId}.new-merge-request` as const,
  mergeCommit: (mergeRequestId: Id) => `merge-request.${mergeRequestId}.merge-commit` as const,
  squashCommit: (mergeRequestId: Id) => `merge-request.${mergeRequestId}.squash-commit` as const,
  conflicts: (mergeRequestId: Id) => `merge-request.${mergeRequestId}.conflicts` as const,
  newFile: (projectId: Id, draft: string) => `project.${projectId}.new-file.draft-${draft}` as const,
  /** @param file  a fingerprint of branch and path */
  editedFile: (projectId: Id, file: string) => `project.${projectId}.edit-file.${file}` as const,
  /** @param ref  a fingerprint of the branch */
  webIde: (projectId: Id, ref: string) => `project.${projectId}.web-ide.${ref}` as const,
  newTag: (projectId: Id) => `code.new-tag.${projectId}` as const,
  newMilestone: (namespaceId: Id) => `namespace.${namespaceId}.new-milestone` as const,
  milestoneDescription: (milestoneId: Id) => `milestone.${milestoneId}.description` as const,
  /** The comment of an approver. */
  deploymentReview: (projectId: Id, environmentId: Id, deploymentId: Id) =>
    `project.${projectId}.environment.${environmentId}.deployment.${deploymentId}` as const,
  /** The reason why a change of a feature flag is requested. */
  flagRequest: (projectId: Id, iid: Id) => `project.${projectId}.feature-flag.${iid}.request` as const,
  /** The comment of whoever decides a requested change. */
  flagDecision: (projectId: Id, iid: Id, requestId: Id) =>
    `project.${projectId}.feature-flag.${iid}.request.${requestId}` as const,
  newRelease: (projectId: Id) => `project.${projectId}.new-release` as const,
  releaseNotes: (projectId: Id, releaseId: Id) => `project.${projectId}.release.${releaseId}` as const,
  newNamespace: (kind: 'project' | 'group') => `${kind}s.new.description` as const,
  namespaceDescription: (kind: string, id: Id) => `${kind}.${id}.description` as const,
  bio: () => 'profile.bio' as const,
  surveyComment: () => 'survey.comment' as const,
  broadcastMessage: (id: number | 'new') => `broadcast.${id}` as const,
}

/** The name of a text box. */
export type TextBox = ReturnType<(typeof textBoxes)[keyof typeof textBoxes]>
