import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { planningEventOperations } from '#contract/discuss/resource-events.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'

/** The operations of the REST API on the discussions of issues, incidents and tasks. */
export const issueDiscussion = noteableOperations(issuableKinds.issue)

/** The operations that their pages call for their discussions. */
export const issueDiscussionPage = noteablePageOperations(issuableKinds.issue)

export const issuePlanningEvents = planningEventOperations(issuableKinds.issue)

export const {
  listNotes: listIssueNotes,
  getNote: getIssueNote,
  createNote: createIssueNote,
  updateNote: updateIssueNote,
  deleteNote: deleteIssueNote,
  listDiscussions: listIssueDiscussions,
  getDiscussion: getIssueDiscussion,
  createDiscussion: createIssueDiscussion,
  resolveDiscussion: resolveIssueDiscussion,
  replyToDiscussion: replyToIssueDiscussion,
  updateDiscussionNote: updateIssueDiscussionNote,
  listDraftNotes: listIssueDraftNotes,
  getDraftNote: getIssueDraftNote,
  createDraftNote: createIssueDraftNote,
  updateDraftNote: updateIssueDraftNote,
  deleteDraftNote: deleteIssueDraftNote,
  publishDraftNote: publishIssueDraftNote,
  publishDraftNotes: publishIssueDraftNotes,
  listAwards: listIssueAwards,
  getAward: getIssueAward,
  createAward: createIssueAward,
  deleteAward: deleteIssueAward,
  listNoteAwards,
  getNoteAward,
  createNoteAward,
  deleteNoteAward,
  listLabelEvents,
  getLabelEvent,
  listMilestoneEvents,
  getMilestoneEvent,
  listStateEvents,
  getStateEvent,
} = issueDiscussion

export const {
  listPageDrafts,
  createPageDraft,
  updatePageDraft,
  deletePageDraft,
  publishPageDrafts,
  discardPageDrafts,
  toggleAward: toggleIssueAward,
  listPageDiscussions,
  getDiscussionSummary,
  searchPageNotes,
  resolvePageDiscussion,
  unresolvePageDiscussion,
  putPageDiscussionResolve,
  getDescriptionVersion,
  getDescriptionDiff,
  deleteDescriptionVersion,
  markRead,
  toggleSubscription: toggleIssueSubscription,
} = issueDiscussionPage

export const { listWeightEvents, getWeightEvent, listIterationEvents, getIterationEvent } = issuePlanningEvents
