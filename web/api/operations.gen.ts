// Generated from contract/ by `node tools/bootstrap.mjs generate-client`.
import { address } from './address.ts'

export const codeBlamePage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeBlamePage>('codeBlamePage', 'GET', '/-/pages/code_blame')
export const codeBlobPage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeBlobPage>('codeBlobPage', 'GET', '/-/pages/code_blob')
export const codeBranchesPage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeBranchesPage>('codeBranchesPage', 'GET', '/-/pages/code_branches')
export const codeCommitPage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeCommitPage>('codeCommitPage', 'GET', '/-/pages/code_commit')
export const codeCommitRefs = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeCommitRefs>('codeCommitRefs', 'GET', '/:namespace/-/commit/:sha/refs')
export const codeCommitsPage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeCommitsPage>('codeCommitsPage', 'GET', '/-/pages/code_commits')
export const codeComparePage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeComparePage>('codeComparePage', 'GET', '/-/pages/code_compare')
export const codeFiles = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeFiles>('codeFiles', 'GET', '/:namespace/-/files')
export const codeRefs = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeRefs>('codeRefs', 'GET', '/-/pages/code_refs')
export const codeTagsPage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeTagsPage>('codeTagsPage', 'GET', '/-/pages/code_tags')
export const codeTreePage = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').codeTreePage>('codeTreePage', 'GET', '/-/pages/code_tree')
export const commitsFeed = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').commitsFeed>('commitsFeed', 'GET', '/-/feeds/commits')
export const comparableProjects = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').comparableProjects>('comparableProjects', 'GET', '/-/pages/comparable_projects')
export const projectRefs = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').projectRefs>('projectRefs', 'GET', '/:namespace/refs')
export const showArchive = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').showArchive>('showArchive', 'GET', '/:namespace/-/archive/*')
export const showCommitDiff = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').showCommitDiff>('showCommitDiff', 'GET', '/:namespace/-/commit/:sha.diff')
export const showCommitPatch = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').showCommitPatch>('showCommitPatch', 'GET', '/:namespace/-/commit/:sha.patch')
export const showRaw = /* @__PURE__ */ address<typeof import('#contract/code/code-pages.ts').showRaw>('showRaw', 'GET', '/:namespace/-/raw/*')
export const commitDiscussion = {
  listNotes: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.listNotes>('listCommitNotes', 'GET', '/api/v4/projects/:id/repository/commits/:sha/notes'),
  getNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.getNote>('getCommitNote', 'GET', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId'),
  createNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.createNote>('createCommitNote', 'POST', '/api/v4/projects/:id/repository/commits/:sha/notes'),
  updateNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.updateNote>('updateCommitNote', 'PUT', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId'),
  deleteNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.deleteNote>('deleteCommitNote', 'DELETE', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId'),
  listDiscussions: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.listDiscussions>('listCommitDiscussions', 'GET', '/api/v4/projects/:id/repository/commits/:sha/discussions'),
  getDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.getDiscussion>('getCommitDiscussion', 'GET', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId'),
  createDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.createDiscussion>('createCommitDiscussion', 'POST', '/api/v4/projects/:id/repository/commits/:sha/discussions'),
  resolveDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.resolveDiscussion>('resolveCommitDiscussion', 'PUT', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId'),
  listDiscussionNotes: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.listDiscussionNotes>('listCommitDiscussionNotes', 'GET', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId/notes'),
  replyToDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.replyToDiscussion>('replyToCommitDiscussion', 'POST', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId/notes'),
  getDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.getDiscussionNote>('getCommitDiscussionNote', 'GET', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId/notes/:noteId'),
  updateDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.updateDiscussionNote>('updateCommitDiscussionNote', 'PUT', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId/notes/:noteId'),
  deleteDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.deleteDiscussionNote>('deleteCommitDiscussionNote', 'DELETE', '/api/v4/projects/:id/repository/commits/:sha/discussions/:discussionId/notes/:noteId'),
  listAwards: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.listAwards>('listCommitAwards', 'GET', '/api/v4/projects/:id/repository/commits/:sha/award_emoji'),
  getAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.getAward>('getCommitAward', 'GET', '/api/v4/projects/:id/repository/commits/:sha/award_emoji/:awardId'),
  createAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.createAward>('createCommitAward', 'POST', '/api/v4/projects/:id/repository/commits/:sha/award_emoji'),
  deleteAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.deleteAward>('deleteCommitAward', 'DELETE', '/api/v4/projects/:id/repository/commits/:sha/award_emoji/:awardId'),
  listNoteAwards: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.listNoteAwards>('listCommitNoteAwards', 'GET', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId/award_emoji'),
  getNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.getNoteAward>('getCommitNoteAward', 'GET', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId/award_emoji/:awardId'),
  createNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.createNoteAward>('createCommitNoteAward', 'POST', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId/award_emoji'),
  deleteNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussion.deleteNoteAward>('deleteCommitNoteAward', 'DELETE', '/api/v4/projects/:id/repository/commits/:sha/notes/:noteId/award_emoji/:awardId'),
}
export const commitDiscussionPage = {
  listPageDiscussions: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.listPageDiscussions>('listCommitPageDiscussions', 'GET', '/:namespace/-/commit/:iid/discussions.json'),
  getDiscussionSummary: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.getDiscussionSummary>('getCommitDiscussionSummary', 'GET', '/:namespace/-/commit/:iid/discussions/summary.json'),
  searchPageNotes: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.searchPageNotes>('searchCommitPageNotes', 'GET', '/:namespace/-/commit/:iid/discussions/search.json'),
  resolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.resolvePageDiscussion>('resolveCommitPageDiscussion', 'POST', '/:namespace/-/commit/:iid/discussions/:discussionId/resolve'),
  unresolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.unresolvePageDiscussion>('unresolveCommitPageDiscussion', 'DELETE', '/:namespace/-/commit/:iid/discussions/:discussionId/resolve'),
  putPageDiscussionResolve: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.putPageDiscussionResolve>('putCommitPageDiscussionResolve', 'PUT', '/:namespace/-/commit/:iid/discussions/:discussionId/resolve'),
  listPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.listPageDrafts>('listCommitPageDrafts', 'GET', '/:namespace/-/commit/:iid/drafts'),
  createPageDraft: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.createPageDraft>('createCommitPageDraft', 'POST', '/:namespace/-/commit/:iid/drafts'),
  updatePageDraft: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.updatePageDraft>('updateCommitPageDraft', 'PUT', '/:namespace/-/commit/:iid/drafts/:draftId'),
  deletePageDraft: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.deletePageDraft>('deleteCommitPageDraft', 'DELETE', '/:namespace/-/commit/:iid/drafts/:draftId'),
  publishPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.publishPageDrafts>('publishCommitPageDrafts', 'POST', '/:namespace/-/commit/:iid/drafts/publish'),
  discardPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.discardPageDrafts>('discardCommitPageDrafts', 'DELETE', '/:namespace/-/commit/:iid/drafts/discard'),
  toggleAward: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.toggleAward>('toggleCommitAward', 'POST', '/:namespace/-/commit/:iid/toggle_award_emoji'),
  markRead: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.markRead>('markCommitRead', 'PUT', '/:namespace/-/commit/:iid/read_mark'),
  toggleSubscription: /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').commitDiscussionPage.toggleSubscription>('toggleCommitSubscription', 'POST', '/:namespace/-/commit/:iid/toggle_subscription'),
}
export const createCommitComment = /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').createCommitComment>('createCommitComment', 'POST', '/api/v4/projects/:id/repository/commits/:sha/comments')
export const listCommitComments = /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-discussion.ts').listCommitComments>('listCommitComments', 'GET', '/api/v4/projects/:id/repository/commits/:sha/comments')
export const getCommitSignature = /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-surroundings.ts').getCommitSignature>('getCommitSignature', 'GET', '/api/v4/projects/:id/repository/commits/:sha/signature')
export const getTagSignature = /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-surroundings.ts').getTagSignature>('getTagSignature', 'GET', '/api/v4/projects/:id/repository/tags/:tagName/signature')
export const listCommitMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/commits/commit-surroundings.ts').listCommitMergeRequests>('listCommitMergeRequests', 'GET', '/api/v4/projects/:id/repository/commits/:sha/merge_requests')
export const cherryPickCommit = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').cherryPickCommit>('cherryPickCommit', 'POST', '/api/v4/projects/:id/repository/commits/:sha/cherry_pick')
export const createCommit = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').createCommit>('createCommit', 'POST', '/api/v4/projects/:id/repository/commits')
export const getCommit = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').getCommit>('getCommit', 'GET', '/api/v4/projects/:id/repository/commits/:sha')
export const getCommitDiff = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').getCommitDiff>('getCommitDiff', 'GET', '/api/v4/projects/:id/repository/commits/:sha/diff')
export const getCommitSequence = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').getCommitSequence>('getCommitSequence', 'GET', '/api/v4/projects/:id/repository/commits/:sha/sequence')
export const listCommitRefs = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').listCommitRefs>('listCommitRefs', 'GET', '/api/v4/projects/:id/repository/commits/:sha/refs')
export const listCommits = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').listCommits>('listCommits', 'GET', '/api/v4/projects/:id/repository/commits')
export const revertCommit = /* @__PURE__ */ address<typeof import('#contract/code/commits/commits.ts').revertCommit>('revertCommit', 'POST', '/api/v4/projects/:id/repository/commits/:sha/revert')
export const pickCommitOnPage = /* @__PURE__ */ address<typeof import('#contract/code/commits/picks.ts').pickCommitOnPage>('pickCommitOnPage', 'POST', '/:namespace/-/commit/:sha/pick')
export const pickMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/commits/picks.ts').pickMergeRequest>('pickMergeRequest', 'POST', '/:namespace/-/merge_requests/:iid/pick')
export const createCommitStatus = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').createCommitStatus>('createCommitStatus', 'POST', '/api/v4/projects/:id/statuses/:sha')
export const getLatestPipeline = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').getLatestPipeline>('getLatestPipeline', 'GET', '/api/v4/projects/:id/pipelines/latest')
export const getPipeline = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').getPipeline>('getPipeline', 'GET', '/api/v4/projects/:id/pipelines/:pipelineId')
export const listCommitStatuses = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').listCommitStatuses>('listCommitStatuses', 'GET', '/api/v4/projects/:id/repository/commits/:sha/statuses')
export const listPipelines = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').listPipelines>('listPipelines', 'GET', '/api/v4/projects/:id/pipelines')
export const pipelinePage = /* @__PURE__ */ address<typeof import('#contract/code/commits/pipelines.ts').pipelinePage>('pipelinePage', 'GET', '/-/pages/pipeline')
export const getOutdatedLineChange = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diff-notes.ts').getOutdatedLineChange>('getOutdatedLineChange', 'GET', '/:namespace/notes/:noteId/outdated_line_change')
export const getThreadDiffLines = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diff-notes.ts').getThreadDiffLines>('getThreadDiffLines', 'GET', '/:namespace/-/merge_requests/:iid/discussions/:discussionId')
export const findInDiff = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').findInDiff>('findInDiff', 'GET', '/:namespace/-/diffs/find')
export const getDiffBatch = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').getDiffBatch>('getDiffBatch', 'GET', '/:namespace/-/diffs/batch')
export const getDiffContext = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').getDiffContext>('getDiffContext', 'GET', '/:namespace/-/diffs/context')
export const getDiffFile = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').getDiffFile>('getDiffFile', 'GET', '/:namespace/-/diffs/file')
export const getDiffMoves = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').getDiffMoves>('getDiffMoves', 'GET', '/:namespace/-/diffs/moves')
export const getDiffSummary = /* @__PURE__ */ address<typeof import('#contract/code/diffs/diffs.ts').getDiffSummary>('getDiffSummary', 'GET', '/:namespace/-/diffs')
export const getFileMarks = /* @__PURE__ */ address<typeof import('#contract/code/diffs/file-marks.ts').getFileMarks>('getFileMarks', 'GET', '/:namespace/-/merge_requests/:iid/file_marks')
export const markFiles = /* @__PURE__ */ address<typeof import('#contract/code/diffs/file-marks.ts').markFiles>('markFiles', 'PUT', '/:namespace/-/merge_requests/:iid/file_marks')
export const getFileTemplate = /* @__PURE__ */ address<typeof import('#contract/code/files/file-templates.ts').getFileTemplate>('getFileTemplate', 'GET', '/api/v4/templates/:type/:key')
export const getLicense = /* @__PURE__ */ address<typeof import('#contract/code/files/file-templates.ts').getLicense>('getLicense', 'GET', '/api/v4/templates/licenses/:key')
export const listFileTemplates = /* @__PURE__ */ address<typeof import('#contract/code/files/file-templates.ts').listFileTemplates>('listFileTemplates', 'GET', '/api/v4/templates/:type')
export const listLicenses = /* @__PURE__ */ address<typeof import('#contract/code/files/file-templates.ts').listLicenses>('listLicenses', 'GET', '/api/v4/templates/licenses')
export const newFilePage = /* @__PURE__ */ address<typeof import('#contract/code/files/file-templates.ts').newFilePage>('newFilePage', 'GET', '/-/pages/code_new')
export const addFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').addFile>('addFile', 'POST', '/api/v4/projects/:id/repository/files/:filePath')
export const getBlame = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').getBlame>('getBlame', 'GET', '/api/v4/projects/:id/repository/files/:filePath/blame')
export const getFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').getFile>('getFile', 'GET', '/api/v4/projects/:id/repository/files/:filePath')
export const getRawFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').getRawFile>('getRawFile', 'GET', '/api/v4/projects/:id/repository/files/:filePath/raw')
export const headBlame = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').headBlame>('headBlame', 'HEAD', '/api/v4/projects/:id/repository/files/:filePath/blame')
export const headFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').headFile>('headFile', 'HEAD', '/api/v4/projects/:id/repository/files/:filePath')
export const removeFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').removeFile>('removeFile', 'DELETE', '/api/v4/projects/:id/repository/files/:filePath')
export const updateFile = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').updateFile>('updateFile', 'PUT', '/api/v4/projects/:id/repository/files/:filePath')
export const updateSubmodule = /* @__PURE__ */ address<typeof import('#contract/code/files/files.ts').updateSubmodule>('updateSubmodule', 'PUT', '/api/v4/projects/:id/repository/submodules/:submodule')
export const codeFolderFiles = /* @__PURE__ */ address<typeof import('#contract/code/files/ide.ts').codeFolderFiles>('codeFolderFiles', 'GET', '/:namespace/-/folder_files')
export const codeIdePage = /* @__PURE__ */ address<typeof import('#contract/code/files/ide.ts').codeIdePage>('codeIdePage', 'GET', '/-/pages/code_ide')
export const endForkRelation = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').endForkRelation>('endForkRelation', 'DELETE', '/api/v4/projects/:id/fork')
export const forkProject = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').forkProject>('forkProject', 'POST', '/api/v4/projects/:id/fork')
export const forksPage = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').forksPage>('forksPage', 'GET', '/-/pages/forks')
export const listForks = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').listForks>('listForks', 'GET', '/api/v4/projects/:id/forks')
export const newForkPage = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').newForkPage>('newForkPage', 'GET', '/-/pages/new_fork')
export const ownFork = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').ownFork>('ownFork', 'POST', '/:namespace/-/forks/own')
export const relateFork = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').relateFork>('relateFork', 'POST', '/api/v4/projects/:id/fork/:forkedFromId')
export const updateFork = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').updateFork>('updateFork', 'POST', '/:namespace/-/forks/update')
export const upstreamOfFork = /* @__PURE__ */ address<typeof import('#contract/code/forks.ts').upstreamOfFork>('upstreamOfFork', 'GET', '/:namespace/-/forks/upstream')
export const canCreateBranch = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').canCreateBranch>('canCreateBranch', 'GET', '/:namespace/-/issues/:iid/can_create_branch')
export const createMergeRequestForIssue = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').createMergeRequestForIssue>('createMergeRequestForIssue', 'POST', '/:namespace/-/issues/:iid/create_merge_request')
export const createPageBranch = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').createPageBranch>('createPageBranch', 'POST', '/:namespace/-/branches')
export const getRelatedBranches = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').getRelatedBranches>('getRelatedBranches', 'GET', '/:namespace/-/issues/:iid/related_branches')
export const listClosedIssues = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').listClosedIssues>('listClosedIssues', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/closes_issues')
export const listClosingMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').listClosingMergeRequests>('listClosingMergeRequests', 'GET', '/api/v4/projects/:id/issues/:issueIid/closed_by')
export const listRelatedIssues = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').listRelatedIssues>('listRelatedIssues', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/related_issues')
export const listRelatedMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/issue-branches.ts').listRelatedMergeRequests>('listRelatedMergeRequests', 'GET', '/api/v4/projects/:id/issues/:issueIid/related_merge_requests')
export const approveMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').approveMergeRequest>('approveMergeRequest', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approve')
export const createApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').createApprovalRule>('createApprovalRule', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_rules')
export const createProjectApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').createProjectApprovalRule>('createProjectApprovalRule', 'POST', '/api/v4/projects/:id/approval_rules')
export const deleteApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').deleteApprovalRule>('deleteApprovalRule', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_rules/:approvalRuleId')
export const deleteProjectApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').deleteProjectApprovalRule>('deleteProjectApprovalRule', 'DELETE', '/api/v4/projects/:id/approval_rules/:approvalRuleId')
export const getApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').getApprovalRule>('getApprovalRule', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_rules/:approvalRuleId')
export const getApprovals = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').getApprovals>('getApprovals', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approvals')
export const getApprovalState = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').getApprovalState>('getApprovalState', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_state')
export const getProjectApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').getProjectApprovalRule>('getProjectApprovalRule', 'GET', '/api/v4/projects/:id/approval_rules/:approvalRuleId')
export const getProjectApprovals = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').getProjectApprovals>('getProjectApprovals', 'GET', '/api/v4/projects/:id/approvals')
export const listApprovalRules = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').listApprovalRules>('listApprovalRules', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_rules')
export const listProjectApprovalRules = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').listProjectApprovalRules>('listProjectApprovalRules', 'GET', '/api/v4/projects/:id/approval_rules')
export const resetApprovals = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').resetApprovals>('resetApprovals', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/reset_approvals')
export const setApprovalsRequired = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').setApprovalsRequired>('setApprovalsRequired', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approvals')
export const unapproveMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').unapproveMergeRequest>('unapproveMergeRequest', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/unapprove')
export const updateApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').updateApprovalRule>('updateApprovalRule', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/approval_rules/:approvalRuleId')
export const updateProjectApprovalRule = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').updateProjectApprovalRule>('updateProjectApprovalRule', 'PUT', '/api/v4/projects/:id/approval_rules/:approvalRuleId')
export const updateProjectApprovals = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/approvals.ts').updateProjectApprovals>('updateProjectApprovals', 'POST', '/api/v4/projects/:id/approvals')
export const createMergeRequestBlock = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-blocks.ts').createMergeRequestBlock>('createMergeRequestBlock', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/blocks')
export const deleteMergeRequestBlock = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-blocks.ts').deleteMergeRequestBlock>('deleteMergeRequestBlock', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/blocks/:blockId')
export const getMergeRequestBlock = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-blocks.ts').getMergeRequestBlock>('getMergeRequestBlock', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/blocks/:blockId')
export const listMergeRequestBlockees = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-blocks.ts').listMergeRequestBlockees>('listMergeRequestBlockees', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/blockees')
export const listMergeRequestBlocks = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-blocks.ts').listMergeRequestBlocks>('listMergeRequestBlocks', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/blocks')
export const getConflictContent = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').getConflictContent>('getConflictContent', 'GET', '/:namespace/-/merge_requests/:iid/conflict_for_path')
export const getConflicts = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').getConflicts>('getConflicts', 'GET', '/:namespace/-/merge_requests/:iid/conflicts.json')
export const getConflictsPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').getConflictsPage>('getConflictsPage', 'GET', '/-/pages/merge_request_conflicts')
export const listConflictedPaths = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').listConflictedPaths>('listConflictedPaths', 'GET', '/-/pages/merge_request_conflicted_paths')
export const resolveConflicts = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').resolveConflicts>('resolveConflicts', 'POST', '/:namespace/-/merge_requests/:iid/resolve_conflicts')
export const addContextCommits = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-context.ts').addContextCommits>('addContextCommits', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/context_commits')
export const createMergeRequestPipeline = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-context.ts').createMergeRequestPipeline>('createMergeRequestPipeline', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/pipelines')
export const listContextCommits = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-context.ts').listContextCommits>('listContextCommits', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/context_commits')
export const removeContextCommits = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-context.ts').removeContextCommits>('removeContextCommits', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/context_commits')
export const getMergeRequestDiffBatch = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-diffs.ts').getMergeRequestDiffBatch>('getMergeRequestDiffBatch', 'GET', '/:namespace/-/merge_requests/:iid/diffs_batch.json')
export const getMergeRequestDiffForPath = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-diffs.ts').getMergeRequestDiffForPath>('getMergeRequestDiffForPath', 'GET', '/:namespace/-/merge_requests/:iid/diff_for_path')
export const getMergeRequestDiffs = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-diffs.ts').getMergeRequestDiffs>('getMergeRequestDiffs', 'GET', '/:namespace/-/merge_requests/:iid/diffs.json')
export const getMergeRequestDiffsMetadata = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-diffs.ts').getMergeRequestDiffsMetadata>('getMergeRequestDiffsMetadata', 'GET', '/:namespace/-/merge_requests/:iid/diffs_metadata.json')
export const mergeRequestDiscussion = {
  listNotes: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listNotes>('listMergeRequestNotes', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes'),
  getNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getNote>('getMergeRequestNote', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId'),
  createNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.createNote>('createMergeRequestNote', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes'),
  updateNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.updateNote>('updateMergeRequestNote', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId'),
  deleteNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.deleteNote>('deleteMergeRequestNote', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId'),
  listDiscussions: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listDiscussions>('listMergeRequestDiscussions', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions'),
  getDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getDiscussion>('getMergeRequestDiscussion', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId'),
  createDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.createDiscussion>('createMergeRequestDiscussion', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions'),
  resolveDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.resolveDiscussion>('resolveMergeRequestDiscussion', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId'),
  listDiscussionNotes: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listDiscussionNotes>('listMergeRequestDiscussionNotes', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId/notes'),
  replyToDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.replyToDiscussion>('replyToMergeRequestDiscussion', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId/notes'),
  getDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getDiscussionNote>('getMergeRequestDiscussionNote', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId/notes/:noteId'),
  updateDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.updateDiscussionNote>('updateMergeRequestDiscussionNote', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId/notes/:noteId'),
  deleteDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.deleteDiscussionNote>('deleteMergeRequestDiscussionNote', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/discussions/:discussionId/notes/:noteId'),
  listDraftNotes: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listDraftNotes>('listMergeRequestDraftNotes', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes'),
  getDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getDraftNote>('getMergeRequestDraftNote', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/:draftNoteId'),
  createDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.createDraftNote>('createMergeRequestDraftNote', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes'),
  updateDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.updateDraftNote>('updateMergeRequestDraftNote', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/:draftNoteId'),
  editDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.editDraftNote>('editMergeRequestDraftNote', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/:draftNoteId'),
  deleteDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.deleteDraftNote>('deleteMergeRequestDraftNote', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/:draftNoteId'),
  publishDraftNote: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.publishDraftNote>('publishMergeRequestDraftNote', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/:draftNoteId/publish'),
  publishDraftNotes: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.publishDraftNotes>('publishMergeRequestDraftNotes', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/draft_notes/bulk_publish'),
  listAwards: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listAwards>('listMergeRequestAwards', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/award_emoji'),
  getAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getAward>('getMergeRequestAward', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/award_emoji/:awardId'),
  createAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.createAward>('createMergeRequestAward', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/award_emoji'),
  deleteAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.deleteAward>('deleteMergeRequestAward', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/award_emoji/:awardId'),
  listNoteAwards: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listNoteAwards>('listMergeRequestNoteAwards', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId/award_emoji'),
  getNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getNoteAward>('getMergeRequestNoteAward', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId/award_emoji/:awardId'),
  createNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.createNoteAward>('createMergeRequestNoteAward', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId/award_emoji'),
  deleteNoteAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.deleteNoteAward>('deleteMergeRequestNoteAward', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/notes/:noteId/award_emoji/:awardId'),
  listLabelEvents: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listLabelEvents>('listMergeRequestLabelEvents', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_label_events'),
  getLabelEvent: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getLabelEvent>('getMergeRequestLabelEvent', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_label_events/:eventId'),
  listMilestoneEvents: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listMilestoneEvents>('listMergeRequestMilestoneEvents', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_milestone_events'),
  getMilestoneEvent: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getMilestoneEvent>('getMergeRequestMilestoneEvent', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_milestone_events/:eventId'),
  listStateEvents: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.listStateEvents>('listMergeRequestStateEvents', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_state_events'),
  getStateEvent: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussion.getStateEvent>('getMergeRequestStateEvent', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/resource_state_events/:eventId'),
}
export const mergeRequestDiscussionPage = {
  listPageDiscussions: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.listPageDiscussions>('listMergeRequestPageDiscussions', 'GET', '/:namespace/-/merge_requests/:iid/discussions.json'),
  getDiscussionSummary: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.getDiscussionSummary>('getMergeRequestDiscussionSummary', 'GET', '/:namespace/-/merge_requests/:iid/discussions/summary.json'),
  searchPageNotes: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.searchPageNotes>('searchMergeRequestPageNotes', 'GET', '/:namespace/-/merge_requests/:iid/discussions/search.json'),
  resolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.resolvePageDiscussion>('resolveMergeRequestPageDiscussion', 'POST', '/:namespace/-/merge_requests/:iid/discussions/:discussionId/resolve'),
  unresolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.unresolvePageDiscussion>('unresolveMergeRequestPageDiscussion', 'DELETE', '/:namespace/-/merge_requests/:iid/discussions/:discussionId/resolve'),
  putPageDiscussionResolve: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.putPageDiscussionResolve>('putMergeRequestPageDiscussionResolve', 'PUT', '/:namespace/-/merge_requests/:iid/discussions/:discussionId/resolve'),
  listPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.listPageDrafts>('listMergeRequestPageDrafts', 'GET', '/:namespace/-/merge_requests/:iid/drafts'),
  createPageDraft: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.createPageDraft>('createMergeRequestPageDraft', 'POST', '/:namespace/-/merge_requests/:iid/drafts'),
  updatePageDraft: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.updatePageDraft>('updateMergeRequestPageDraft', 'PUT', '/:namespace/-/merge_requests/:iid/drafts/:draftId'),
  deletePageDraft: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.deletePageDraft>('deleteMergeRequestPageDraft', 'DELETE', '/:namespace/-/merge_requests/:iid/drafts/:draftId'),
  publishPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.publishPageDrafts>('publishMergeRequestPageDrafts', 'POST', '/:namespace/-/merge_requests/:iid/drafts/publish'),
  discardPageDrafts: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.discardPageDrafts>('discardMergeRequestPageDrafts', 'DELETE', '/:namespace/-/merge_requests/:iid/drafts/discard'),
  toggleAward: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.toggleAward>('toggleMergeRequestAward', 'POST', '/:namespace/-/merge_requests/:iid/toggle_award_emoji'),
  getDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.getDescriptionVersion>('getMergeRequestDescriptionVersion', 'GET', '/:namespace/-/merge_requests/:iid/descriptions/:versionId'),
  getDescriptionDiff: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.getDescriptionDiff>('getMergeRequestDescriptionDiff', 'GET', '/:namespace/-/merge_requests/:iid/descriptions/:versionId/diff'),
  deleteDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.deleteDescriptionVersion>('deleteMergeRequestDescriptionVersion', 'DELETE', '/:namespace/-/merge_requests/:iid/descriptions/:versionId'),
  markRead: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.markRead>('markMergeRequestRead', 'PUT', '/:namespace/-/merge_requests/:iid/read_mark'),
  toggleSubscription: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-discussion.ts').mergeRequestDiscussionPage.toggleSubscription>('toggleMergeRequestSubscription', 'POST', '/:namespace/-/merge_requests/:iid/toggle_subscription'),
}
export const bulkUpdateMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-list-pages.ts').bulkUpdateMergeRequests>('bulkUpdateMergeRequests', 'POST', '/:namespace/-/merge_requests/bulk_update')
export const getGroupMergeRequestsPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-list-pages.ts').getGroupMergeRequestsPage>('getGroupMergeRequestsPage', 'GET', '/-/pages/group_merge_requests')
export const getMergeRequestsDashboard = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-list-pages.ts').getMergeRequestsDashboard>('getMergeRequestsDashboard', 'GET', '/-/pages/merge_requests_dashboard')
export const getMergeRequestsPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-list-pages.ts').getMergeRequestsPage>('getMergeRequestsPage', 'GET', '/-/pages/merge_requests')
export const listGroupMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-lists.ts').listGroupMergeRequests>('listGroupMergeRequests', 'GET', '/api/v4/groups/:id/merge_requests')
export const listGroupMilestoneMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-lists.ts').listGroupMilestoneMergeRequests>('listGroupMilestoneMergeRequests', 'GET', '/api/v4/groups/:id/milestones/:milestoneId/merge_requests')
export const listMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-lists.ts').listMergeRequests>('listMergeRequests', 'GET', '/api/v4/merge_requests')
export const listProjectMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-lists.ts').listProjectMergeRequests>('listProjectMergeRequests', 'GET', '/api/v4/projects/:id/merge_requests')
export const listProjectMilestoneMergeRequests = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-lists.ts').listProjectMilestoneMergeRequests>('listProjectMilestoneMergeRequests', 'GET', '/api/v4/projects/:id/milestones/:milestoneId/merge_requests')
export const deleteMergeRequestEntity = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').deleteMergeRequestEntity>('deleteMergeRequestEntity', 'DELETE', '/:namespace/-/merge_requests/:iid.json')
export const getMergeRequestChangesPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getMergeRequestChangesPage>('getMergeRequestChangesPage', 'GET', '/-/pages/merge_request_changes')
export const getMergeRequestCommitsPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getMergeRequestCommitsPage>('getMergeRequestCommitsPage', 'GET', '/-/pages/merge_request_commits')
export const getMergeRequestEntity = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getMergeRequestEntity>('getMergeRequestEntity', 'GET', '/:namespace/-/merge_requests/:iid.json')
export const getMergeRequestPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getMergeRequestPage>('getMergeRequestPage', 'GET', '/-/pages/merge_request')
export const getMergeRequestPipelinesPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getMergeRequestPipelinesPage>('getMergeRequestPipelinesPage', 'GET', '/-/pages/merge_request_pipelines')
export const getNewMergeRequestPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').getNewMergeRequestPage>('getNewMergeRequestPage', 'GET', '/-/pages/new_merge_request')
export const mergeRequestTargets = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').mergeRequestTargets>('mergeRequestTargets', 'GET', '/-/pages/merge_request_targets')
export const showMergeRequestDiff = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').showMergeRequestDiff>('showMergeRequestDiff', 'GET', '/:namespace/-/merge_requests/:iid.diff')
export const showMergeRequestPatch = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').showMergeRequestPatch>('showMergeRequestPatch', 'GET', '/:namespace/-/merge_requests/:iid.patch')
export const updateMergeRequestEntity = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-pages.ts').updateMergeRequestEntity>('updateMergeRequestEntity', 'PUT', '/:namespace/-/merge_requests/:iid.json')
export const mergeRequestSettingsPage = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-settings.ts').mergeRequestSettingsPage>('mergeRequestSettingsPage', 'GET', '/-/pages/merge_request_settings')
export const mergeRequestTimes = {
  getTimeStats: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').mergeRequestTimes.getTimeStats>('getMergeRequestTimeStats', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/time_stats'),
  setTimeEstimate: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').mergeRequestTimes.setTimeEstimate>('setMergeRequestTimeEstimate', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/time_estimate'),
  resetTimeEstimate: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').mergeRequestTimes.resetTimeEstimate>('resetMergeRequestTimeEstimate', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/reset_time_estimate'),
  addSpentTime: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').mergeRequestTimes.addSpentTime>('addMergeRequestSpentTime', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/add_spent_time'),
  resetSpentTime: /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').mergeRequestTimes.resetSpentTime>('resetMergeRequestSpentTime', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/reset_spent_time'),
}
export const trackMergeRequestTime = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-times.ts').trackMergeRequestTime>('trackMergeRequestTime', 'PUT', '/:namespace/-/merge_requests/:iid/time_tracking')
export const getMergeRequestCachedWidget = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-widgets.ts').getMergeRequestCachedWidget>('getMergeRequestCachedWidget', 'GET', '/:namespace/-/merge_requests/:iid/cached_widget.json')
export const getMergeRequestWidget = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-request-widgets.ts').getMergeRequestWidget>('getMergeRequestWidget', 'GET', '/:namespace/-/merge_requests/:iid/widget.json')
export const acceptMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').acceptMergeRequest>('acceptMergeRequest', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/merge')
export const cancelAutoMerge = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').cancelAutoMerge>('cancelAutoMerge', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/cancel_merge_when_pipeline_succeeds')
export const createMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').createMergeRequest>('createMergeRequest', 'POST', '/api/v4/projects/:id/merge_requests')
export const deleteMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').deleteMergeRequest>('deleteMergeRequest', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid')
export const getMergeRef = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').getMergeRef>('getMergeRef', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/merge_ref')
export const getMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').getMergeRequest>('getMergeRequest', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid')
export const getMergeRequestChanges = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').getMergeRequestChanges>('getMergeRequestChanges', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/changes')
export const getMergeRequestRawDiffs = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').getMergeRequestRawDiffs>('getMergeRequestRawDiffs', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/raw_diffs')
export const getMergeRequestVersion = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').getMergeRequestVersion>('getMergeRequestVersion', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/versions/:versionId')
export const listMergeRequestCommits = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestCommits>('listMergeRequestCommits', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/commits')
export const listMergeRequestDiffs = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestDiffs>('listMergeRequestDiffs', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/diffs')
export const listMergeRequestParticipants = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestParticipants>('listMergeRequestParticipants', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/participants')
export const listMergeRequestPipelines = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestPipelines>('listMergeRequestPipelines', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/pipelines')
export const listMergeRequestReviewers = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestReviewers>('listMergeRequestReviewers', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/reviewers')
export const listMergeRequestVersions = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').listMergeRequestVersions>('listMergeRequestVersions', 'GET', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/versions')
export const rebaseMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').rebaseMergeRequest>('rebaseMergeRequest', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/rebase')
export const subscribeToMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').subscribeToMergeRequest>('subscribeToMergeRequest', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/subscribe')
export const unsubscribeFromMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').unsubscribeFromMergeRequest>('unsubscribeFromMergeRequest', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/unsubscribe')
export const updateMergeRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/merge-requests.ts').updateMergeRequest>('updateMergeRequest', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid')
export const clearRequestedChanges = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/reviews.ts').clearRequestedChanges>('clearRequestedChanges', 'DELETE', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/requested_changes')
export const requestReviewAgain = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/reviews.ts').requestReviewAgain>('requestReviewAgain', 'PUT', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/reviewers/:userId/request_again')
export const toggleAttentionRequest = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/reviews.ts').toggleAttentionRequest>('toggleAttentionRequest', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/toggle_attention_request')
export const applySuggestion = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/suggestions.ts').applySuggestion>('applySuggestion', 'PUT', '/api/v4/suggestions/:id/apply')
export const applySuggestions = /* @__PURE__ */ address<typeof import('#contract/code/merge-requests/suggestions.ts').applySuggestions>('applySuggestions', 'PUT', '/api/v4/suggestions/batch_apply')
export const getProtectedBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').getProtectedBranch>('getProtectedBranch', 'GET', '/api/v4/projects/:id/protected_branches/:name')
export const getProtectedTag = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').getProtectedTag>('getProtectedTag', 'GET', '/api/v4/projects/:id/protected_tags/:name')
export const listProtectedBranches = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').listProtectedBranches>('listProtectedBranches', 'GET', '/api/v4/projects/:id/protected_branches')
export const listProtectedTags = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').listProtectedTags>('listProtectedTags', 'GET', '/api/v4/projects/:id/protected_tags')
export const protectBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').protectBranch>('protectBranch', 'POST', '/api/v4/projects/:id/protected_branches')
export const protectOneBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').protectOneBranch>('protectOneBranch', 'PUT', '/api/v4/projects/:id/repository/branches/:branch/protect')
export const protectTag = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').protectTag>('protectTag', 'POST', '/api/v4/projects/:id/protected_tags')
export const repositorySettingsPage = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').repositorySettingsPage>('repositorySettingsPage', 'GET', '/-/pages/repository_settings')
export const unprotectBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').unprotectBranch>('unprotectBranch', 'DELETE', '/api/v4/projects/:id/protected_branches/:name')
export const unprotectOneBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').unprotectOneBranch>('unprotectOneBranch', 'PUT', '/api/v4/projects/:id/repository/branches/:branch/unprotect')
export const unprotectTag = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').unprotectTag>('unprotectTag', 'DELETE', '/api/v4/projects/:id/protected_tags/:name')
export const updateProtectedBranch = /* @__PURE__ */ address<typeof import('#contract/code/protected-refs.ts').updateProtectedBranch>('updateProtectedBranch', 'PATCH', '/api/v4/projects/:id/protected_branches/:name')
export const addBranch = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').addBranch>('addBranch', 'POST', '/api/v4/projects/:id/repository/branches')
export const addTag = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').addTag>('addTag', 'POST', '/api/v4/projects/:id/repository/tags')
export const branchExists = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').branchExists>('branchExists', 'HEAD', '/api/v4/projects/:id/repository/branches/:branch')
export const getBranch = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').getBranch>('getBranch', 'GET', '/api/v4/projects/:id/repository/branches/:branch')
export const getTag = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').getTag>('getTag', 'GET', '/api/v4/projects/:id/repository/tags/:tagName')
export const listBranches = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').listBranches>('listBranches', 'GET', '/api/v4/projects/:id/repository/branches')
export const listTags = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').listTags>('listTags', 'GET', '/api/v4/projects/:id/repository/tags')
export const removeBranch = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').removeBranch>('removeBranch', 'DELETE', '/api/v4/projects/:id/repository/branches/:branch')
export const removeMergedBranches = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').removeMergedBranches>('removeMergedBranches', 'DELETE', '/api/v4/projects/:id/repository/merged_branches')
export const removeTag = /* @__PURE__ */ address<typeof import('#contract/code/refs.ts').removeTag>('removeTag', 'DELETE', '/api/v4/projects/:id/repository/tags/:tagName')
export const addChangelog = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').addChangelog>('addChangelog', 'POST', '/api/v4/projects/:id/repository/changelog')
export const compareRefs = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').compareRefs>('compareRefs', 'GET', '/api/v4/projects/:id/repository/compare')
export const getArchive = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getArchive>('getArchive', 'GET', '/api/v4/projects/:id/repository/archive')
export const getArchiveAs = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getArchiveAs>('getArchiveAs', 'GET', '/api/v4/projects/:id/repository/archive.:format')
export const getBlob = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getBlob>('getBlob', 'GET', '/api/v4/projects/:id/repository/blobs/:sha')
export const getChangelog = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getChangelog>('getChangelog', 'GET', '/api/v4/projects/:id/repository/changelog')
export const getLanguages = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getLanguages>('getLanguages', 'GET', '/api/v4/projects/:id/languages')
export const getMergeBase = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getMergeBase>('getMergeBase', 'GET', '/api/v4/projects/:id/repository/merge_base')
export const getRawBlob = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').getRawBlob>('getRawBlob', 'GET', '/api/v4/projects/:id/repository/blobs/:sha/raw')
export const listContributors = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').listContributors>('listContributors', 'GET', '/api/v4/projects/:id/repository/contributors')
export const listTree = /* @__PURE__ */ address<typeof import('#contract/code/repository.ts').listTree>('listTree', 'GET', '/api/v4/projects/:id/repository/tree')
export const getPageTemplate = /* @__PURE__ */ address<typeof import('#contract/code/templates.ts').getPageTemplate>('getPageTemplate', 'GET', '/:namespace/templates/:templateType/:key')
export const getTemplate = /* @__PURE__ */ address<typeof import('#contract/code/templates.ts').getTemplate>('getTemplate', 'GET', '/api/v4/projects/:id/templates/:type/:name')
export const listPageTemplates = /* @__PURE__ */ address<typeof import('#contract/code/templates.ts').listPageTemplates>('listPageTemplates', 'GET', '/:namespace/description_templates/names/:templateType')
export const listTemplates = /* @__PURE__ */ address<typeof import('#contract/code/templates.ts').listTemplates>('listTemplates', 'GET', '/api/v4/projects/:id/templates/:type')
export const approveDeployment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').approveDeployment>('approveDeployment', 'POST', '/api/v4/projects/:id/deployments/:deploymentId/approval')
export const createDeployment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').createDeployment>('createDeployment', 'POST', '/api/v4/projects/:id/deployments')
export const deleteDeployment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').deleteDeployment>('deleteDeployment', 'DELETE', '/api/v4/projects/:id/deployments/:deploymentId')
export const deploymentFrequency = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').deploymentFrequency>('getDeploymentFrequency', 'GET', '/api/v4/projects/:id/analytics/deployment_frequency')
export const getDeployment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').getDeployment>('getDeployment', 'GET', '/api/v4/projects/:id/deployments/:deploymentId')
export const groupDoraMetrics = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').groupDoraMetrics>('getGroupDoraMetrics', 'GET', '/api/v4/groups/:id/dora/metrics')
export const listDeploymentMergeRequests = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').listDeploymentMergeRequests>('listDeploymentMergeRequests', 'GET', '/api/v4/projects/:id/deployments/:deploymentId/merge_requests')
export const listDeployments = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').listDeployments>('listDeployments', 'GET', '/api/v4/projects/:id/deployments')
export const projectDoraMetrics = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').projectDoraMetrics>('getProjectDoraMetrics', 'GET', '/api/v4/projects/:id/dora/metrics')
export const updateDeployment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/deployments.ts').updateDeployment>('updateDeployment', 'PUT', '/api/v4/projects/:id/deployments/:deploymentId')
export const deployedCommit = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').deployedCommit>('deployedCommit', 'GET', '/-/pages/deployed_commit')
export const deployedIssue = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').deployedIssue>('deployedIssue', 'GET', '/-/pages/deployed_issue')
export const deployedMergeRequest = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').deployedMergeRequest>('deployedMergeRequest', 'GET', '/-/pages/deployed_merge_request')
export const deployedProject = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').deployedProject>('deployedProject', 'GET', '/-/pages/deployed_project')
export const deploySettingsPage = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').deploySettingsPage>('deploySettingsPage', 'GET', '/-/pages/deploy_settings')
export const editEnvironmentPage = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').editEnvironmentPage>('editEnvironmentPage', 'GET', '/-/pages/edit_environment')
export const environmentPage = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').environmentPage>('environmentPage', 'GET', '/-/pages/environment')
export const environmentsPage = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').environmentsPage>('environmentsPage', 'GET', '/-/pages/environments')
export const newEnvironmentPage = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environment-pages.ts').newEnvironmentPage>('newEnvironmentPage', 'GET', '/-/pages/new_environment')
export const createEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').createEnvironment>('createEnvironment', 'POST', '/api/v4/projects/:id/environments')
export const deleteEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').deleteEnvironment>('deleteEnvironment', 'DELETE', '/api/v4/projects/:id/environments/:environmentId')
export const deleteReviewApps = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').deleteReviewApps>('deleteReviewApps', 'DELETE', '/api/v4/projects/:id/environments/review_apps')
export const getEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').getEnvironment>('getEnvironment', 'GET', '/api/v4/projects/:id/environments/:environmentId')
export const listEnvironments = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').listEnvironments>('listEnvironments', 'GET', '/api/v4/projects/:id/environments')
export const startEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').startEnvironment>('startEnvironment', 'POST', '/api/v4/projects/:id/environments/:environmentId/start')
export const stopEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').stopEnvironment>('stopEnvironment', 'POST', '/api/v4/projects/:id/environments/:environmentId/stop')
export const stopStaleEnvironments = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').stopStaleEnvironments>('stopStaleEnvironments', 'POST', '/api/v4/projects/:id/environments/stop_stale')
export const updateEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/environments.ts').updateEnvironment>('updateEnvironment', 'PUT', '/api/v4/projects/:id/environments/:environmentId')
export const createFreezePeriod = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/freeze-periods.ts').createFreezePeriod>('createFreezePeriod', 'POST', '/api/v4/projects/:id/freeze_periods')
export const deleteFreezePeriod = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/freeze-periods.ts').deleteFreezePeriod>('deleteFreezePeriod', 'DELETE', '/api/v4/projects/:id/freeze_periods/:freezePeriodId')
export const getFreezePeriod = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/freeze-periods.ts').getFreezePeriod>('getFreezePeriod', 'GET', '/api/v4/projects/:id/freeze_periods/:freezePeriodId')
export const listFreezePeriods = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/freeze-periods.ts').listFreezePeriods>('listFreezePeriods', 'GET', '/api/v4/projects/:id/freeze_periods')
export const updateFreezePeriod = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/freeze-periods.ts').updateFreezePeriod>('updateFreezePeriod', 'PUT', '/api/v4/projects/:id/freeze_periods/:freezePeriodId')
export const getGroupProtectedEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').getGroupProtectedEnvironment>('getGroupProtectedEnvironment', 'GET', '/api/v4/groups/:id/protected_environments/:name')
export const getProtectedEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').getProtectedEnvironment>('getProtectedEnvironment', 'GET', '/api/v4/projects/:id/protected_environments/:name')
export const listGroupProtectedEnvironments = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').listGroupProtectedEnvironments>('listGroupProtectedEnvironments', 'GET', '/api/v4/groups/:id/protected_environments')
export const listProtectedEnvironments = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').listProtectedEnvironments>('listProtectedEnvironments', 'GET', '/api/v4/projects/:id/protected_environments')
export const protectEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').protectEnvironment>('protectEnvironment', 'POST', '/api/v4/projects/:id/protected_environments')
export const protectGroupEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').protectGroupEnvironment>('protectGroupEnvironment', 'POST', '/api/v4/groups/:id/protected_environments')
export const unprotectEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').unprotectEnvironment>('unprotectEnvironment', 'DELETE', '/api/v4/projects/:id/protected_environments/:name')
export const unprotectGroupEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').unprotectGroupEnvironment>('unprotectGroupEnvironment', 'DELETE', '/api/v4/groups/:id/protected_environments/:name')
export const updateGroupProtectedEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').updateGroupProtectedEnvironment>('updateGroupProtectedEnvironment', 'PUT', '/api/v4/groups/:id/protected_environments/:name')
export const updateProtectedEnvironment = /* @__PURE__ */ address<typeof import('#contract/deploy/environments/protected-environments.ts').updateProtectedEnvironment>('updateProtectedEnvironment', 'PUT', '/api/v4/projects/:id/protected_environments/:name')
export const approveFlagRequest = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').approveFlagRequest>('approveFlagRequest', 'POST', '/:namespace/-/feature_flags/:iid/change_requests/:requestId/approve.json')
export const createFeatureFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').createFeatureFlag>('createFeatureFlag', 'POST', '/api/v4/projects/:id/feature_flags')
export const createFlagToken = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').createFlagToken>('createFlagToken', 'POST', '/api/v4/projects/:id/feature_flags_tokens')
export const createFlagUserList = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').createFlagUserList>('createFlagUserList', 'POST', '/api/v4/projects/:id/feature_flags_user_lists')
export const deleteFeatureFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').deleteFeatureFlag>('deleteFeatureFlag', 'DELETE', '/api/v4/projects/:id/feature_flags/:featureFlagName')
export const deleteFlagUserList = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').deleteFlagUserList>('deleteFlagUserList', 'DELETE', '/api/v4/projects/:id/feature_flags_user_lists/:iid')
export const getFeatureFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFeatureFlag>('getFeatureFlag', 'GET', '/api/v4/projects/:id/feature_flags/:featureFlagName')
export const getFeatureFlagPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFeatureFlagPage>('getFeatureFlagPage', 'GET', '/:namespace/-/feature_flags/:iid.json')
export const getFeatureFlagsPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFeatureFlagsPage>('getFeatureFlagsPage', 'GET', '/:namespace/-/feature_flags.json')
export const getFlagUserList = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFlagUserList>('getFlagUserList', 'GET', '/api/v4/projects/:id/feature_flags_user_lists/:iid')
export const getFlagUserListPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFlagUserListPage>('getFlagUserListPage', 'GET', '/-/pages/feature_flags_user_list')
export const getFlagUserListsPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getFlagUserListsPage>('getFlagUserListsPage', 'GET', '/-/pages/feature_flags_user_lists')
export const getNewFeatureFlagPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').getNewFeatureFlagPage>('getNewFeatureFlagPage', 'GET', '/-/pages/new_feature_flag')
export const linkFlagToIssue = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').linkFlagToIssue>('linkFlagToIssue', 'POST', '/:namespace/-/issues/:iid/feature_flags')
export const linkIssuesToFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').linkIssuesToFlag>('linkIssuesToFlag', 'POST', '/:namespace/-/feature_flags/:iid/issues.json')
export const listFeatureFlags = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').listFeatureFlags>('listFeatureFlags', 'GET', '/api/v4/projects/:id/feature_flags')
export const listFlagPlaces = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').listFlagPlaces>('listFlagPlaces', 'GET', '/:namespace/-/feature_flags/:iid/places.json')
export const listFlagsOfIssue = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').listFlagsOfIssue>('listFlagsOfIssue', 'GET', '/:namespace/-/issues/:iid/feature_flags')
export const listFlagTokens = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').listFlagTokens>('listFlagTokens', 'GET', '/api/v4/projects/:id/feature_flags_tokens')
export const listFlagUserLists = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').listFlagUserLists>('listFlagUserLists', 'GET', '/api/v4/projects/:id/feature_flags_user_lists')
export const rejectFlagRequest = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').rejectFlagRequest>('rejectFlagRequest', 'POST', '/:namespace/-/feature_flags/:iid/change_requests/:requestId/reject.json')
export const requestFlagChange = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').requestFlagChange>('requestFlagChange', 'POST', '/:namespace/-/feature_flags/:iid/change_requests.json')
export const revokeFlagToken = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').revokeFlagToken>('revokeFlagToken', 'DELETE', '/api/v4/projects/:id/feature_flags_tokens/:tokenId')
export const rotateFlagToken = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').rotateFlagToken>('rotateFlagToken', 'POST', '/api/v4/projects/:id/feature_flags_tokens/:tokenId/rotate')
export const switchFeatureFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').switchFeatureFlag>('switchFeatureFlag', 'POST', '/:namespace/-/feature_flags/:iid/switch.json')
export const undoFlagChange = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').undoFlagChange>('undoFlagChange', 'POST', '/:namespace/-/feature_flags/:iid/undo.json')
export const unlinkFlagFromIssue = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').unlinkFlagFromIssue>('unlinkFlagFromIssue', 'DELETE', '/:namespace/-/issues/:iid/feature_flags/:linkId')
export const unlinkIssueFromFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').unlinkIssueFromFlag>('unlinkIssueFromFlag', 'DELETE', '/:namespace/-/feature_flags/:iid/issues/:linkId.json')
export const updateFeatureFlag = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').updateFeatureFlag>('updateFeatureFlag', 'PUT', '/api/v4/projects/:id/feature_flags/:featureFlagName')
export const updateFlagUserList = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').updateFlagUserList>('updateFlagUserList', 'PUT', '/api/v4/projects/:id/feature_flags_user_lists/:iid')
export const withdrawFlagRequest = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/flags.ts').withdrawFlagRequest>('withdrawFlagRequest', 'DELETE', '/:namespace/-/feature_flags/:iid/change_requests/:requestId.json')
export const createFlagSegment = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').createFlagSegment>('createFlagSegment', 'POST', '/api/v4/projects/:id/feature_flags_segments')
export const deleteFlagSegment = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').deleteFlagSegment>('deleteFlagSegment', 'DELETE', '/api/v4/projects/:id/feature_flags_segments/:iid')
export const getFlagSegment = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').getFlagSegment>('getFlagSegment', 'GET', '/api/v4/projects/:id/feature_flags_segments/:iid')
export const getFlagSegmentPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').getFlagSegmentPage>('getFlagSegmentPage', 'GET', '/-/pages/feature_flags_segment')
export const getFlagSegmentsPage = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').getFlagSegmentsPage>('getFlagSegmentsPage', 'GET', '/-/pages/feature_flags_segments')
export const listFlagSegments = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').listFlagSegments>('listFlagSegments', 'GET', '/api/v4/projects/:id/feature_flags_segments')
export const updateFlagSegment = /* @__PURE__ */ address<typeof import('#contract/deploy/feature-flags/segments.ts').updateFlagSegment>('updateFlagSegment', 'PUT', '/api/v4/projects/:id/feature_flags_segments/:iid')
export const collectEvidence = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').collectEvidence>('collectEvidence', 'POST', '/api/v4/projects/:id/releases/:tagName/evidence')
export const createRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').createRelease>('createRelease', 'POST', '/api/v4/projects/:id/releases')
export const createReleaseLink = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').createReleaseLink>('createReleaseLink', 'POST', '/api/v4/projects/:id/releases/:tagName/assets/links')
export const deleteRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').deleteRelease>('deleteRelease', 'DELETE', '/api/v4/projects/:id/releases/:tagName')
export const deleteReleaseLink = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').deleteReleaseLink>('deleteReleaseLink', 'DELETE', '/api/v4/projects/:id/releases/:tagName/assets/links/:linkId')
export const downloadEvidence = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').downloadEvidence>('downloadEvidence', 'GET', '/:namespace/-/releases/:tag/evidences/:evidenceId.json')
export const generateReleaseNotes = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').generateReleaseNotes>('generateReleaseNotes', 'GET', '/api/v4/projects/:id/release_notes')
export const getBelowLatestRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getBelowLatestRelease>('getBelowLatestRelease', 'GET', '/api/v4/projects/:id/releases/permalink/latest/*')
export const getLatestRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getLatestRelease>('getLatestRelease', 'GET', '/api/v4/projects/:id/releases/permalink/latest')
export const getLatestReleaseOfProject = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getLatestReleaseOfProject>('getLatestReleaseOfProject', 'GET', '/-/pages/latest_release')
export const getNewReleasePage = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getNewReleasePage>('getNewReleasePage', 'GET', '/-/pages/new_release')
export const getRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getRelease>('getRelease', 'GET', '/api/v4/projects/:id/releases/:tagName')
export const getReleaseLink = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getReleaseLink>('getReleaseLink', 'GET', '/api/v4/projects/:id/releases/:tagName/assets/links/:linkId')
export const getReleasePage = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getReleasePage>('getReleasePage', 'GET', '/-/pages/release')
export const getReleasesPage = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').getReleasesPage>('getReleasesPage', 'GET', '/-/pages/releases')
export const listGroupReleases = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').listGroupReleases>('listGroupReleases', 'GET', '/api/v4/groups/:id/releases')
export const listReleaseLinks = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').listReleaseLinks>('listReleaseLinks', 'GET', '/api/v4/projects/:id/releases/:tagName/assets/links')
export const listReleases = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').listReleases>('listReleases', 'GET', '/api/v4/projects/:id/releases')
export const openBelowLatestRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').openBelowLatestRelease>('openBelowLatestRelease', 'GET', '/:namespace/-/releases/permalink/latest/*')
export const openLatestRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').openLatestRelease>('openLatestRelease', 'GET', '/:namespace/-/releases/permalink/latest')
export const openReleaseAsset = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').openReleaseAsset>('openReleaseAsset', 'GET', '/:namespace/-/releases/:tag/downloads/*')
export const releasesFeed = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').releasesFeed>('releasesFeed', 'GET', '/-/feeds/releases')
export const updateRelease = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').updateRelease>('updateRelease', 'PUT', '/api/v4/projects/:id/releases/:tagName')
export const updateReleaseLink = /* @__PURE__ */ address<typeof import('#contract/deploy/releases.ts').updateReleaseLink>('updateReleaseLink', 'PUT', '/api/v4/projects/:id/releases/:tagName/assets/links/:linkId')
export const abuseReportsPage = /* @__PURE__ */ address<typeof import('#contract/discuss/abuse-reports.ts').abuseReportsPage>('abuseReportsPage', 'GET', '/-/pages/abuse_reports')
export const blockReportedUser = /* @__PURE__ */ address<typeof import('#contract/discuss/abuse-reports.ts').blockReportedUser>('blockReportedUser', 'PUT', '/admin/abuse_reports/:reportId/block')
export const createAbuseReport = /* @__PURE__ */ address<typeof import('#contract/discuss/abuse-reports.ts').createAbuseReport>('createAbuseReport', 'POST', '/-/abuse_reports')
export const dismissAbuseReport = /* @__PURE__ */ address<typeof import('#contract/discuss/abuse-reports.ts').dismissAbuseReport>('dismissAbuseReport', 'PUT', '/admin/abuse_reports/:reportId/dismiss')
export const reopenAbuseReports = /* @__PURE__ */ address<typeof import('#contract/discuss/abuse-reports.ts').reopenAbuseReports>('reopenAbuseReports', 'PUT', '/admin/abuse_reports/reopen')
export const completeCommands = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeCommands>('completeCommands', 'GET', '/:namespace/-/autocomplete_sources/commands')
export const completeContacts = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeContacts>('completeContacts', 'GET', '/:namespace/-/autocomplete_sources/contacts')
export const completeEmojis = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeEmojis>('completeEmojis', 'GET', '/:namespace/-/autocomplete_sources/emojis')
export const completeIssues = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeIssues>('completeIssues', 'GET', '/:namespace/-/autocomplete_sources/issues')
export const completeLabels = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeLabels>('completeLabels', 'GET', '/:namespace/-/autocomplete_sources/labels')
export const completeMembers = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeMembers>('completeMembers', 'GET', '/:namespace/-/autocomplete_sources/members')
export const completeMilestones = /* @__PURE__ */ address<typeof import('#contract/discuss/completion.ts').completeMilestones>('completeMilestones', 'GET', '/:namespace/-/autocomplete_sources/milestones')
export const createPageNote = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').createPageNote>('createPageNote', 'POST', '/:namespace/notes')
export const deletePageNote = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').deletePageNote>('deletePageNote', 'DELETE', '/:namespace/notes/:noteId')
export const pollNotes = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').pollNotes>('pollNotes', 'GET', '/:namespace/noteable/:targetType/:targetId/notes')
export const putPageNoteResolve = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').putPageNoteResolve>('putPageNoteResolve', 'PUT', '/:namespace/notes/:noteId/resolve')
export const resolvePageNote = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').resolvePageNote>('resolvePageNote', 'POST', '/:namespace/notes/:noteId/resolve')
export const unresolvePageNote = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').unresolvePageNote>('unresolvePageNote', 'DELETE', '/:namespace/notes/:noteId/resolve')
export const updatePageNote = /* @__PURE__ */ address<typeof import('#contract/discuss/discussion-page.ts').updatePageNote>('updatePageNote', 'PUT', '/:namespace/notes/:noteId')
export const helpPage = /* @__PURE__ */ address<typeof import('#contract/discuss/help.ts').helpPage>('helpPage', 'GET', '/-/pages/help')
export const previewMarkdown = /* @__PURE__ */ address<typeof import('#contract/discuss/markdown.ts').previewMarkdown>('previewMarkdown', 'POST', '/:namespace/preview_markdown')
export const renderMarkdown = /* @__PURE__ */ address<typeof import('#contract/discuss/markdown.ts').renderMarkdown>('renderMarkdown', 'POST', '/api/v4/markdown')
export const toggleNoteAward = /* @__PURE__ */ address<typeof import('#contract/discuss/reactions.ts').toggleNoteAward>('toggleNoteAward', 'POST', '/:namespace/notes/:noteId/toggle_award_emoji')
export const dashboardActivityPage = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').dashboardActivityPage>('dashboardActivityPage', 'GET', '/-/pages/activity')
export const groupActivityPage = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').groupActivityPage>('groupActivityPage', 'GET', '/-/pages/group_activity')
export const listEvents = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').listEvents>('listEvents', 'GET', '/api/v4/events')
export const listProjectEvents = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').listProjectEvents>('listProjectEvents', 'GET', '/api/v4/projects/:id/events')
export const listUserEvents = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').listUserEvents>('listUserEvents', 'GET', '/api/v4/users/:id/events')
export const projectActivityPage = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').projectActivityPage>('projectActivityPage', 'GET', '/-/pages/project_activity')
export const userActivity = /* @__PURE__ */ address<typeof import('#contract/feeds/activity.ts').userActivity>('userActivity', 'GET', '/-/pages/user_activity')
export const acknowledgeByMail = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').acknowledgeByMail>('acknowledgeByMail', 'POST', '/-/sent_notifications/:key/acknowledge')
export const askToAcknowledge = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').askToAcknowledge>('askToAcknowledge', 'GET', '/-/sent_notifications/:key/acknowledge')
export const askToConfirmAddress = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').askToConfirmAddress>('askToConfirmAddress', 'GET', '/-/sent_notifications/:key/confirm')
export const askToResolve = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').askToResolve>('askToResolve', 'GET', '/-/sent_notifications/:key/resolve')
export const chooseOwnActivity = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').chooseOwnActivity>('chooseOwnActivity', 'PUT', '/-/user_settings/notifications/own_activity')
export const confirmAddress = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').confirmAddress>('confirmAddress', 'POST', '/-/sent_notifications/:key/confirm')
export const declineAddress = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').declineAddress>('declineAddress', 'POST', '/-/sent_notifications/:key/decline')
export const getGroupNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').getGroupNotificationSettings>('getGroupNotificationSettings', 'GET', '/api/v4/groups/:id/notification_settings')
export const getNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').getNotificationSettings>('getNotificationSettings', 'GET', '/api/v4/notification_settings')
export const getProjectNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').getProjectNotificationSettings>('getProjectNotificationSettings', 'GET', '/api/v4/projects/:id/notification_settings')
export const notificationsPage = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').notificationsPage>('notificationsPage', 'GET', '/-/pages/notifications')
export const resolveByMail = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').resolveByMail>('resolveByMail', 'POST', '/-/sent_notifications/:key/resolve')
export const unsubscribeAtOnce = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').unsubscribeAtOnce>('unsubscribeAtOnce', 'POST', '/-/sent_notifications/:key/unsubscribe')
export const unsubscribeByMail = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').unsubscribeByMail>('unsubscribeByMail', 'GET', '/-/sent_notifications/:key/unsubscribe')
export const updateGroupNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').updateGroupNotificationSettings>('updateGroupNotificationSettings', 'PUT', '/api/v4/groups/:id/notification_settings')
export const updateNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').updateNotificationSettings>('updateNotificationSettings', 'PUT', '/api/v4/notification_settings')
export const updateProjectNotificationSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/notifications.ts').updateProjectNotificationSettings>('updateProjectNotificationSettings', 'PUT', '/api/v4/projects/:id/notification_settings')
export const ownChangesPage = /* @__PURE__ */ address<typeof import('#contract/feeds/own-changes.ts').ownChangesPage>('ownChangesPage', 'GET', '/-/pages/own_changes')
export const addPushSubscription = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').addPushSubscription>('addPushSubscription', 'POST', '/api/v4/user/push_subscriptions')
export const confirmPagingPhone = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').confirmPagingPhone>('confirmPagingPhone', 'POST', '/api/v4/user/paging_phone/confirm')
export const getPagingSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').getPagingSettings>('getPagingSettings', 'GET', '/api/v4/user/paging_settings')
export const getPhoneProvider = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').getPhoneProvider>('getPhoneProvider', 'GET', '/api/v4/application/phone_provider')
export const listPushSubscriptions = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').listPushSubscriptions>('listPushSubscriptions', 'GET', '/api/v4/user/push_subscriptions')
export const pagingPage = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').pagingPage>('pagingPage', 'GET', '/-/pages/paging')
export const removePagingPhone = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').removePagingPhone>('removePagingPhone', 'DELETE', '/api/v4/user/paging_phone')
export const removePagingWebhook = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').removePagingWebhook>('removePagingWebhook', 'DELETE', '/api/v4/user/paging_webhook')
export const removePushSubscription = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').removePushSubscription>('removePushSubscription', 'DELETE', '/api/v4/user/push_subscriptions/:subscriptionId')
export const sendTestPage = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').sendTestPage>('sendTestPage', 'POST', '/api/v4/user/paging_settings/test')
export const sentPagesPage = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').sentPagesPage>('sentPagesPage', 'GET', '/-/pages/sent_pages')
export const setPagingPhone = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').setPagingPhone>('setPagingPhone', 'PUT', '/api/v4/user/paging_phone')
export const setPagingWebhook = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').setPagingWebhook>('setPagingWebhook', 'PUT', '/api/v4/user/paging_webhook')
export const testPhoneProvider = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').testPhoneProvider>('testPhoneProvider', 'POST', '/api/v4/application/phone_provider/test')
export const updatePagingSettings = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').updatePagingSettings>('updatePagingSettings', 'PUT', '/api/v4/user/paging_settings')
export const updatePhoneProvider = /* @__PURE__ */ address<typeof import('#contract/feeds/paging.ts').updatePhoneProvider>('updatePhoneProvider', 'PUT', '/api/v4/application/phone_provider')
export const quickSearch = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').quickSearch>('quickSearch', 'GET', '/-/search')
export const searchEverywhere = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchEverywhere>('searchEverywhere', 'GET', '/api/v4/search')
export const searchGroup = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchGroup>('searchGroup', 'GET', '/api/v4/groups/:id/search')
export const searchGroupDashed = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchGroupDashed>('searchGroupDashed', 'GET', '/api/v4/groups/:id/-/search')
export const searchPage = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchPage>('searchPage', 'GET', '/-/pages/search')
export const searchProject = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchProject>('searchProject', 'GET', '/api/v4/projects/:id/search')
export const searchProjectDashed = /* @__PURE__ */ address<typeof import('#contract/feeds/search.ts').searchProjectDashed>('searchProjectDashed', 'GET', '/api/v4/projects/:id/-/search')
export const addEpicTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').addEpicTodo>('addEpicTodo', 'POST', '/api/v4/groups/:id/epics/:epicIid/todo')
export const addIssueTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').addIssueTodo>('addIssueTodo', 'POST', '/api/v4/projects/:id/issues/:issueIid/todo')
export const addMergeRequestTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').addMergeRequestTodo>('addMergeRequestTodo', 'POST', '/api/v4/projects/:id/merge_requests/:mergeRequestIid/todo')
export const addPageTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').addPageTodo>('addPageTodo', 'POST', '/:namespace/todos')
export const finishAllTodos = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').finishAllTodos>('finishAllTodos', 'DELETE', '/dashboard/todos/all')
export const finishTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').finishTodo>('finishTodo', 'DELETE', '/dashboard/todos/:todoId')
export const listTodos = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').listTodos>('listTodos', 'GET', '/api/v4/todos')
export const markAllTodosDone = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').markAllTodosDone>('markAllTodosDone', 'POST', '/api/v4/todos/mark_as_done')
export const markTodoDone = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').markTodoDone>('markTodoDone', 'POST', '/api/v4/todos/:id/mark_as_done')
export const removePageTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').removePageTodo>('removePageTodo', 'DELETE', '/:namespace/todos')
export const restoreTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').restoreTodo>('restoreTodo', 'PATCH', '/dashboard/todos/:todoId/restore')
export const restoreTodos = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').restoreTodos>('restoreTodos', 'PATCH', '/dashboard/todos/restore')
export const snoozeTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').snoozeTodo>('snoozeTodo', 'PATCH', '/dashboard/todos/:todoId/snooze')
export const todosPage = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').todosPage>('todosPage', 'GET', '/-/pages/todos')
export const wakeTodo = /* @__PURE__ */ address<typeof import('#contract/feeds/todos.ts').wakeTodo>('wakeTodo', 'PATCH', '/dashboard/todos/:todoId/wake')
export const discardUnsentText = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').discardUnsentText>('discardUnsentText', 'DELETE', '/-/unsent_texts/:id')
export const forgetUnsentText = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').forgetUnsentText>('forgetUnsentText', 'DELETE', '/-/unsent_texts')
export const getUnsentText = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').getUnsentText>('getUnsentText', 'GET', '/-/unsent_texts/:id')
export const keepUnsentText = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').keepUnsentText>('keepUnsentText', 'PUT', '/-/unsent_texts')
export const listUnsentTexts = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').listUnsentTexts>('listUnsentTexts', 'GET', '/-/unsent_texts/places')
export const unsentTextsPage = /* @__PURE__ */ address<typeof import('#contract/feeds/unsent-texts.ts').unsentTextsPage>('unsentTextsPage', 'GET', '/-/pages/unsent_texts')
export const groupHooks = {
  list: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.list>('listGroupHooks', 'GET', '/api/v4/groups/:id/hooks'),
  get: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.get>('getGroupHook', 'GET', '/api/v4/groups/:id/hooks/:hookId'),
  create: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.create>('addGroupHook', 'POST', '/api/v4/groups/:id/hooks'),
  update: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.update>('editGroupHook', 'PUT', '/api/v4/groups/:id/hooks/:hookId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.remove>('removeGroupHook', 'DELETE', '/api/v4/groups/:id/hooks/:hookId'),
  test: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.test>('testGroupHook', 'POST', '/api/v4/groups/:id/hooks/:hookId/test/:trigger'),
  deliveries: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.deliveries>('listGroupHookEvents', 'GET', '/api/v4/groups/:id/hooks/:hookId/events'),
  resend: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.resend>('resendGroupHookEvent', 'POST', '/api/v4/groups/:id/hooks/:hookId/events/:hookEventId/resend'),
  setHeader: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.setHeader>('setGroupHookHeader', 'PUT', '/api/v4/groups/:id/hooks/:hookId/custom_headers/:key'),
  removeHeader: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.removeHeader>('removeGroupHookHeader', 'DELETE', '/api/v4/groups/:id/hooks/:hookId/custom_headers/:key'),
  setVariable: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.setVariable>('setGroupHookVariable', 'PUT', '/api/v4/groups/:id/hooks/:hookId/url_variables/:key'),
  removeVariable: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').groupHooks.removeVariable>('removeGroupHookVariable', 'DELETE', '/api/v4/groups/:id/hooks/:hookId/url_variables/:key'),
}
export const projectHooks = {
  list: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.list>('listProjectHooks', 'GET', '/api/v4/projects/:id/hooks'),
  get: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.get>('getProjectHook', 'GET', '/api/v4/projects/:id/hooks/:hookId'),
  create: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.create>('addProjectHook', 'POST', '/api/v4/projects/:id/hooks'),
  update: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.update>('editProjectHook', 'PUT', '/api/v4/projects/:id/hooks/:hookId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.remove>('removeProjectHook', 'DELETE', '/api/v4/projects/:id/hooks/:hookId'),
  test: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.test>('testProjectHook', 'POST', '/api/v4/projects/:id/hooks/:hookId/test/:trigger'),
  deliveries: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.deliveries>('listProjectHookEvents', 'GET', '/api/v4/projects/:id/hooks/:hookId/events'),
  resend: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.resend>('resendProjectHookEvent', 'POST', '/api/v4/projects/:id/hooks/:hookId/events/:hookEventId/resend'),
  setHeader: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.setHeader>('setProjectHookHeader', 'PUT', '/api/v4/projects/:id/hooks/:hookId/custom_headers/:key'),
  removeHeader: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.removeHeader>('removeProjectHookHeader', 'DELETE', '/api/v4/projects/:id/hooks/:hookId/custom_headers/:key'),
  setVariable: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.setVariable>('setProjectHookVariable', 'PUT', '/api/v4/projects/:id/hooks/:hookId/url_variables/:key'),
  removeVariable: /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooks.removeVariable>('removeProjectHookVariable', 'DELETE', '/api/v4/projects/:id/hooks/:hookId/url_variables/:key'),
}
export const projectHooksPage = /* @__PURE__ */ address<typeof import('#contract/feeds/webhooks.ts').projectHooksPage>('projectHooksPage', 'GET', '/-/pages/project_hooks')
export const approveGroupAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').approveGroupAccess>('approveGroupAccess', 'PUT', '/api/v4/groups/:id/access_requests/:userId/approve')
export const approveProjectAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').approveProjectAccess>('approveProjectAccess', 'PUT', '/api/v4/projects/:id/access_requests/:userId/approve')
export const denyGroupAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').denyGroupAccess>('denyGroupAccess', 'DELETE', '/api/v4/groups/:id/access_requests/:userId')
export const denyProjectAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').denyProjectAccess>('denyProjectAccess', 'DELETE', '/api/v4/projects/:id/access_requests/:userId')
export const listGroupAccessRequests = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').listGroupAccessRequests>('listGroupAccessRequests', 'GET', '/api/v4/groups/:id/access_requests')
export const listProjectAccessRequests = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').listProjectAccessRequests>('listProjectAccessRequests', 'GET', '/api/v4/projects/:id/access_requests')
export const requestGroupAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').requestGroupAccess>('requestGroupAccess', 'POST', '/api/v4/groups/:id/access_requests')
export const requestProjectAccess = /* @__PURE__ */ address<typeof import('#contract/foundation/access-requests.ts').requestProjectAccess>('requestProjectAccess', 'POST', '/api/v4/projects/:id/access_requests')
export const getAssociationsCount = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').getAssociationsCount>('getAssociationsCount', 'GET', '/api/v4/users/:id/associations_count')
export const getTokenAssociations = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').getTokenAssociations>('getTokenAssociations', 'GET', '/api/v4/personal_access_tokens/self/associations')
export const listActivities = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').listActivities>('listActivities', 'GET', '/api/v4/user/activities')
export const listContributedProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').listContributedProjects>('listContributedProjects', 'GET', '/api/v4/users/:userId/contributed_projects')
export const listGroupLocations = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').listGroupLocations>('listGroupLocations', 'GET', '/api/v4/groups/:id/transfer_locations')
export const listMemberships = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').listMemberships>('listMemberships', 'GET', '/api/v4/users/:id/memberships')
export const listProjectLocations = /* @__PURE__ */ address<typeof import('#contract/foundation/accounts.ts').listProjectLocations>('listProjectLocations', 'GET', '/api/v4/projects/:id/transfer_locations')
export const apiReference = /* @__PURE__ */ address<typeof import('#contract/foundation/api-reference.ts').apiReference>('apiReference', 'GET', '/-/pages/api')
export const createGroupBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').createGroupBadge>('createGroupBadge', 'POST', '/api/v4/groups/:id/badges')
export const createProjectBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').createProjectBadge>('createProjectBadge', 'POST', '/api/v4/projects/:id/badges')
export const deleteGroupBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').deleteGroupBadge>('deleteGroupBadge', 'DELETE', '/api/v4/groups/:id/badges/:badgeId')
export const deleteProjectBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').deleteProjectBadge>('deleteProjectBadge', 'DELETE', '/api/v4/projects/:id/badges/:badgeId')
export const getGroupBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').getGroupBadge>('getGroupBadge', 'GET', '/api/v4/groups/:id/badges/:badgeId')
export const getProjectBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').getProjectBadge>('getProjectBadge', 'GET', '/api/v4/projects/:id/badges/:badgeId')
export const listGroupBadges = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').listGroupBadges>('listGroupBadges', 'GET', '/api/v4/groups/:id/badges')
export const listProjectBadges = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').listProjectBadges>('listProjectBadges', 'GET', '/api/v4/projects/:id/badges')
export const renderGroupBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').renderGroupBadge>('renderGroupBadge', 'GET', '/api/v4/groups/:id/badges/render')
export const renderProjectBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').renderProjectBadge>('renderProjectBadge', 'GET', '/api/v4/projects/:id/badges/render')
export const updateGroupBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').updateGroupBadge>('updateGroupBadge', 'PUT', '/api/v4/groups/:id/badges/:badgeId')
export const updateProjectBadge = /* @__PURE__ */ address<typeof import('#contract/foundation/badges.ts').updateProjectBadge>('updateProjectBadge', 'PUT', '/api/v4/projects/:id/badges/:badgeId')
export const broadcastMessagesPage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').broadcastMessagesPage>('broadcastMessagesPage', 'GET', '/-/pages/broadcast_messages')
export const createBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').createBroadcastMessage>('createBroadcastMessage', 'POST', '/api/v4/broadcast_messages')
export const deleteBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').deleteBroadcastMessage>('deleteBroadcastMessage', 'DELETE', '/api/v4/broadcast_messages/:id')
export const dismissBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').dismissBroadcastMessage>('dismissBroadcastMessage', 'PUT', '/-/broadcast_messages/:id/dismiss')
export const getBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').getBroadcastMessage>('getBroadcastMessage', 'GET', '/api/v4/broadcast_messages/:id')
export const listBroadcastMessages = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').listBroadcastMessages>('listBroadcastMessages', 'GET', '/api/v4/broadcast_messages')
export const previewBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').previewBroadcastMessage>('previewBroadcastMessage', 'POST', '/admin/broadcast_messages/preview')
export const updateBroadcastMessage = /* @__PURE__ */ address<typeof import('#contract/foundation/broadcast-messages.ts').updateBroadcastMessage>('updateBroadcastMessage', 'PUT', '/api/v4/broadcast_messages/:id')
export const groupCustomAttributes = {
  list: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').groupCustomAttributes.list>('listGroupCustomAttributes', 'GET', '/api/v4/groups/:id/custom_attributes'),
  get: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').groupCustomAttributes.get>('getGroupCustomAttribute', 'GET', '/api/v4/groups/:id/custom_attributes/:key'),
  set: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').groupCustomAttributes.set>('setGroupCustomAttribute', 'PUT', '/api/v4/groups/:id/custom_attributes/:key'),
  remove: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').groupCustomAttributes.remove>('deleteGroupCustomAttribute', 'DELETE', '/api/v4/groups/:id/custom_attributes/:key'),
}
export const projectCustomAttributes = {
  list: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').projectCustomAttributes.list>('listProjectCustomAttributes', 'GET', '/api/v4/projects/:id/custom_attributes'),
  get: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').projectCustomAttributes.get>('getProjectCustomAttribute', 'GET', '/api/v4/projects/:id/custom_attributes/:key'),
  set: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').projectCustomAttributes.set>('setProjectCustomAttribute', 'PUT', '/api/v4/projects/:id/custom_attributes/:key'),
  remove: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').projectCustomAttributes.remove>('deleteProjectCustomAttribute', 'DELETE', '/api/v4/projects/:id/custom_attributes/:key'),
}
export const userCustomAttributes = {
  list: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').userCustomAttributes.list>('listUserCustomAttributes', 'GET', '/api/v4/users/:id/custom_attributes'),
  get: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').userCustomAttributes.get>('getUserCustomAttribute', 'GET', '/api/v4/users/:id/custom_attributes/:key'),
  set: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').userCustomAttributes.set>('setUserCustomAttribute', 'PUT', '/api/v4/users/:id/custom_attributes/:key'),
  remove: /* @__PURE__ */ address<typeof import('#contract/foundation/custom-attributes.ts').userCustomAttributes.remove>('deleteUserCustomAttribute', 'DELETE', '/api/v4/users/:id/custom_attributes/:key'),
}
export const addDeployKey = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').addDeployKey>('addDeployKey', 'POST', '/api/v4/projects/:id/deploy_keys')
export const enableDeployKey = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').enableDeployKey>('enableDeployKey', 'POST', '/api/v4/projects/:id/deploy_keys/:keyId/enable')
export const getDeployKey = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').getDeployKey>('getDeployKey', 'GET', '/api/v4/projects/:id/deploy_keys/:keyId')
export const listAllDeployKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').listAllDeployKeys>('listAllDeployKeys', 'GET', '/api/v4/deploy_keys')
export const listDeployKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').listDeployKeys>('listDeployKeys', 'GET', '/api/v4/projects/:id/deploy_keys')
export const removeDeployKey = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').removeDeployKey>('removeDeployKey', 'DELETE', '/api/v4/projects/:id/deploy_keys/:keyId')
export const updateDeployKey = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-keys.ts').updateDeployKey>('updateDeployKey', 'PUT', '/api/v4/projects/:id/deploy_keys/:keyId')
export const createGroupDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').createGroupDeployToken>('createGroupDeployToken', 'POST', '/api/v4/groups/:id/deploy_tokens')
export const createProjectDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').createProjectDeployToken>('createProjectDeployToken', 'POST', '/api/v4/projects/:id/deploy_tokens')
export const deleteGroupDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').deleteGroupDeployToken>('deleteGroupDeployToken', 'DELETE', '/api/v4/groups/:id/deploy_tokens/:tokenId')
export const deleteProjectDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').deleteProjectDeployToken>('deleteProjectDeployToken', 'DELETE', '/api/v4/projects/:id/deploy_tokens/:tokenId')
export const getGroupDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').getGroupDeployToken>('getGroupDeployToken', 'GET', '/api/v4/groups/:id/deploy_tokens/:tokenId')
export const getProjectDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').getProjectDeployToken>('getProjectDeployToken', 'GET', '/api/v4/projects/:id/deploy_tokens/:tokenId')
export const groupDeployTokensOnPage = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').groupDeployTokensOnPage>('groupDeployTokensOnPage', 'GET', '/groups/:namespace/-/deploy_tokens')
export const listDeployTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').listDeployTokens>('listDeployTokens', 'GET', '/api/v4/deploy_tokens')
export const listGroupDeployTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').listGroupDeployTokens>('listGroupDeployTokens', 'GET', '/api/v4/groups/:id/deploy_tokens')
export const listProjectDeployTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').listProjectDeployTokens>('listProjectDeployTokens', 'GET', '/api/v4/projects/:id/deploy_tokens')
export const projectDeployTokensOnPage = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').projectDeployTokensOnPage>('projectDeployTokensOnPage', 'GET', '/:namespace/-/deploy_tokens')
export const revokeGroupDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').revokeGroupDeployToken>('revokeGroupDeployToken', 'PUT', '/groups/:namespace/-/deploy_tokens/:tokenId/revoke')
export const revokeProjectDeployToken = /* @__PURE__ */ address<typeof import('#contract/foundation/deploy-tokens.ts').revokeProjectDeployToken>('revokeProjectDeployToken', 'PUT', '/:namespace/-/deploy_tokens/:tokenId/revoke')
export const geoNodeOperations = {
  list: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.list>('listGeoNodes', 'GET', '/api/v4/geo_nodes'),
  get: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.get>('getGeoNode', 'GET', '/api/v4/geo_nodes/:id'),
  create: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.create>('createGeoNode', 'POST', '/api/v4/geo_nodes'),
  update: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.update>('updateGeoNode', 'PUT', '/api/v4/geo_nodes/:id'),
  remove: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.remove>('deleteGeoNode', 'DELETE', '/api/v4/geo_nodes/:id'),
  repair: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.repair>('repairGeoNode', 'POST', '/api/v4/geo_nodes/:id/repair'),
  createKey: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.createKey>('createGeoNodeKey', 'POST', '/api/v4/geo_nodes/:id/key'),
  statuses: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.statuses>('listGeoNodeStatuses', 'GET', '/api/v4/geo_nodes/status'),
  statusesByOtherName: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.statusesByOtherName>('listGeoNodeStatusesByOtherName', 'GET', '/api/v4/geo_nodes/statuses'),
  status: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoNodeOperations.status>('getGeoNodeStatus', 'GET', '/api/v4/geo_nodes/:id/status'),
}
export const geoSiteOperations = {
  list: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.list>('listGeoSites', 'GET', '/api/v4/geo_sites'),
  get: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.get>('getGeoSite', 'GET', '/api/v4/geo_sites/:id'),
  create: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.create>('createGeoSite', 'POST', '/api/v4/geo_sites'),
  update: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.update>('updateGeoSite', 'PUT', '/api/v4/geo_sites/:id'),
  remove: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.remove>('deleteGeoSite', 'DELETE', '/api/v4/geo_sites/:id'),
  repair: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.repair>('repairGeoSite', 'POST', '/api/v4/geo_sites/:id/repair'),
  createKey: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.createKey>('createGeoSiteKey', 'POST', '/api/v4/geo_sites/:id/key'),
  statuses: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.statuses>('listGeoSiteStatuses', 'GET', '/api/v4/geo_sites/status'),
  statusesByOtherName: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.statusesByOtherName>('listGeoSiteStatusesByOtherName', 'GET', '/api/v4/geo_sites/statuses'),
  status: /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-nodes.ts').geoSiteOperations.status>('getGeoSiteStatus', 'GET', '/api/v4/geo_sites/:id/status'),
}
export const geoNodePage = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-pages.ts').geoNodePage>('geoNodePage', 'GET', '/-/pages/geo/:id')
export const geoPage = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-pages.ts').geoPage>('geoPage', 'GET', '/-/pages/geo')
export const getRepositoryChecksums = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replicas.ts').getRepositoryChecksums>('getRepositoryChecksums', 'POST', '/-/geo/checksums')
export const getRepositoryPack = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replicas.ts').getRepositoryPack>('getRepositoryPack', 'POST', '/-/geo/pack')
export const getRepositoryRefs = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replicas.ts').getRepositoryRefs>('getRepositoryRefs', 'POST', '/-/geo/refs')
export const getStoredFile = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replicas.ts').getStoredFile>('getStoredFile', 'GET', '/-/geo/files/:storageKey')
export const reportReplica = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replicas.ts').reportReplica>('reportReplica', 'POST', '/-/geo/report')
export const listGeoCopies = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replication.ts').listGeoCopies>('listGeoCopies', 'GET', '/api/v4/geo_replication/:replicable')
export const requestGeoCopies = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replication.ts').requestGeoCopies>('requestGeoCopies', 'POST', '/api/v4/geo_replication/:replicable/:action')
export const requestGeoCopy = /* @__PURE__ */ address<typeof import('#contract/foundation/geo/geo-replication.ts').requestGeoCopy>('requestGeoCopy', 'PUT', '/api/v4/geo_replication/:replicable/:id/:action')
export const archiveGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').archiveGroup>('archiveGroup', 'POST', '/api/v4/groups/:id/archive')
export const createGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').createGroup>('createGroup', 'POST', '/api/v4/groups')
export const deleteGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').deleteGroup>('deleteGroup', 'DELETE', '/api/v4/groups/:id')
export const getGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').getGroup>('getGroup', 'GET', '/api/v4/groups/:id')
export const groupSettingsPage = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').groupSettingsPage>('groupSettingsPage', 'GET', '/-/pages/group_settings')
export const listDescendantGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').listDescendantGroups>('listDescendantGroups', 'GET', '/api/v4/groups/:id/descendant_groups')
export const listGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').listGroups>('listGroups', 'GET', '/api/v4/groups')
export const listSubgroups = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').listSubgroups>('listSubgroups', 'GET', '/api/v4/groups/:id/subgroups')
export const restoreGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').restoreGroup>('restoreGroup', 'POST', '/api/v4/groups/:id/restore')
export const transferGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').transferGroup>('transferGroup', 'POST', '/api/v4/groups/:id/transfer')
export const transferProjectToGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').transferProjectToGroup>('transferProjectToGroup', 'POST', '/api/v4/groups/:id/projects/:projectId')
export const unarchiveGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').unarchiveGroup>('unarchiveGroup', 'POST', '/api/v4/groups/:id/unarchive')
export const updateGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/groups.ts').updateGroup>('updateGroup', 'PUT', '/api/v4/groups/:id')
export const createGpgKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').createGpgKey>('createGpgKey', 'POST', '/api/v4/user/gpg_keys')
export const createGpgKeyFor = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').createGpgKeyFor>('createGpgKeyFor', 'POST', '/api/v4/users/:userId/gpg_keys')
export const createSshKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').createSshKey>('createSshKey', 'POST', '/api/v4/user/keys')
export const createSshKeyFor = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').createSshKeyFor>('createSshKeyFor', 'POST', '/api/v4/users/:userId/keys')
export const deleteGpgKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').deleteGpgKey>('deleteGpgKey', 'DELETE', '/api/v4/user/gpg_keys/:keyId')
export const deleteGpgKeyOf = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').deleteGpgKeyOf>('deleteGpgKeyOf', 'DELETE', '/api/v4/users/:userId/gpg_keys/:keyId')
export const deleteSshKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').deleteSshKey>('deleteSshKey', 'DELETE', '/api/v4/user/keys/:keyId')
export const deleteSshKeyOf = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').deleteSshKeyOf>('deleteSshKeyOf', 'DELETE', '/api/v4/users/:userId/keys/:keyId')
export const findSshKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').findSshKey>('findSshKey', 'GET', '/api/v4/keys')
export const getGpgKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').getGpgKey>('getGpgKey', 'GET', '/api/v4/users/:userId/gpg_keys/:keyId')
export const getOwnGpgKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').getOwnGpgKey>('getOwnGpgKey', 'GET', '/api/v4/user/gpg_keys/:keyId')
export const getOwnSshKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').getOwnSshKey>('getOwnSshKey', 'GET', '/api/v4/user/keys/:keyId')
export const getSshKey = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').getSshKey>('getSshKey', 'GET', '/api/v4/users/:userId/keys/:keyId')
export const getSshKeyWithUser = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').getSshKeyWithUser>('getSshKeyWithUser', 'GET', '/api/v4/keys/:keyId')
export const gpgKeysPage = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').gpgKeysPage>('gpgKeysPage', 'GET', '/-/pages/gpg_keys')
export const listGpgKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').listGpgKeys>('listGpgKeys', 'GET', '/api/v4/users/:userId/gpg_keys')
export const listOwnGpgKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').listOwnGpgKeys>('listOwnGpgKeys', 'GET', '/api/v4/user/gpg_keys')
export const listOwnSshKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').listOwnSshKeys>('listOwnSshKeys', 'GET', '/api/v4/user/keys')
export const listSshKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').listSshKeys>('listSshKeys', 'GET', '/api/v4/users/:userId/keys')
export const showGpgKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').showGpgKeys>('showGpgKeys', 'GET', '/-/users/:username/gpg_keys')
export const showSshKeys = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').showSshKeys>('showSshKeys', 'GET', '/-/users/:username/ssh_keys')
export const sshKeysPage = /* @__PURE__ */ address<typeof import('#contract/foundation/keys.ts').sshKeysPage>('sshKeysPage', 'GET', '/-/pages/ssh_keys')
export const createLdapGroupLink = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').createLdapGroupLink>('createLdapGroupLink', 'POST', '/api/v4/groups/:id/ldap_group_links')
export const deleteLdapGroupLink = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').deleteLdapGroupLink>('deleteLdapGroupLink', 'DELETE', '/api/v4/groups/:id/ldap_group_links')
export const deleteLdapGroupLinkByName = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').deleteLdapGroupLinkByName>('deleteLdapGroupLinkByName', 'DELETE', '/api/v4/groups/:id/ldap_group_links/:cn')
export const deleteLdapGroupLinkOfProvider = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').deleteLdapGroupLinkOfProvider>('deleteLdapGroupLinkOfProvider', 'DELETE', '/api/v4/groups/:id/ldap_group_links/:provider/:cn')
export const findLdapGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').findLdapGroups>('findLdapGroups', 'GET', '/-/groups/:id/ldap_groups')
export const groupLdapLinks = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').groupLdapLinks>('groupLdapLinks', 'GET', '/-/groups/:id/ldap_links')
export const listLdapGroupLinks = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').listLdapGroupLinks>('listLdapGroupLinks', 'GET', '/api/v4/groups/:id/ldap_group_links')
export const listLdapGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').listLdapGroups>('listLdapGroups', 'GET', '/api/v4/ldap/groups')
export const listLdapGroupsOfProvider = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').listLdapGroupsOfProvider>('listLdapGroupsOfProvider', 'GET', '/api/v4/ldap/:provider/groups')
export const signInWithLdap = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').signInWithLdap>('signInWithLdap', 'POST', '/-/sessions/ldap')
export const syncLdapGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/ldap.ts').syncLdapGroup>('syncLdapGroup', 'POST', '/api/v4/groups/:id/ldap_sync')
export const addGroupMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').addGroupMember>('addGroupMember', 'POST', '/api/v4/groups/:id/members')
export const addProjectMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').addProjectMember>('addProjectMember', 'POST', '/api/v4/projects/:id/members')
export const getAnyGroupMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').getAnyGroupMember>('getAnyGroupMember', 'GET', '/api/v4/groups/:id/members/all/:userId')
export const getAnyProjectMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').getAnyProjectMember>('getAnyProjectMember', 'GET', '/api/v4/projects/:id/members/all/:userId')
export const getGroupMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').getGroupMember>('getGroupMember', 'GET', '/api/v4/groups/:id/members/:userId')
export const getProjectMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').getProjectMember>('getProjectMember', 'GET', '/api/v4/projects/:id/members/:userId')
export const groupMembersPage = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').groupMembersPage>('groupMembersPage', 'GET', '/-/pages/group_members')
export const importProjectMembers = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').importProjectMembers>('importProjectMembers', 'POST', '/api/v4/projects/:id/import_project_members/:projectId')
export const listAllGroupMembers = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').listAllGroupMembers>('listAllGroupMembers', 'GET', '/api/v4/groups/:id/members/all')
export const listAllProjectMembers = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').listAllProjectMembers>('listAllProjectMembers', 'GET', '/api/v4/projects/:id/members/all')
export const listGroupMembers = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').listGroupMembers>('listGroupMembers', 'GET', '/api/v4/groups/:id/members')
export const listProjectMembers = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').listProjectMembers>('listProjectMembers', 'GET', '/api/v4/projects/:id/members')
export const projectMembersPage = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').projectMembersPage>('projectMembersPage', 'GET', '/-/pages/project_members')
export const removeGroupMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').removeGroupMember>('removeGroupMember', 'DELETE', '/api/v4/groups/:id/members/:userId')
export const removeProjectMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').removeProjectMember>('removeProjectMember', 'DELETE', '/api/v4/projects/:id/members/:userId')
export const updateGroupMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').updateGroupMember>('updateGroupMember', 'PUT', '/api/v4/groups/:id/members/:userId')
export const updateProjectMember = /* @__PURE__ */ address<typeof import('#contract/foundation/members.ts').updateProjectMember>('updateProjectMember', 'PUT', '/api/v4/projects/:id/members/:userId')
export const creationPlaces = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').creationPlaces>('creationPlaces', 'GET', '/-/search/creation_places')
export const dashboardPage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').dashboardPage>('dashboardPage', 'GET', '/-/pages/dashboard')
export const explorePage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').explorePage>('explorePage', 'GET', '/-/pages/explore')
export const getNamespace = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').getNamespace>('getNamespace', 'GET', '/api/v4/namespaces/:id')
export const groupPage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').groupPage>('groupPage', 'GET', '/-/pages/group')
export const listNamespaces = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').listNamespaces>('listNamespaces', 'GET', '/api/v4/namespaces')
export const namespaceExists = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').namespaceExists>('namespaceExists', 'GET', '/api/v4/namespaces/:id/exists')
export const namespacePage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').namespacePage>('namespacePage', 'GET', '/-/pages/namespace')
export const newGroupPage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').newGroupPage>('newGroupPage', 'GET', '/-/pages/new_group')
export const newProjectPage = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').newProjectPage>('newProjectPage', 'GET', '/-/pages/new_project')
export const resolvePath = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').resolvePath>('resolvePath', 'GET', '/-/pages/resolve')
export const searchPlaces = /* @__PURE__ */ address<typeof import('#contract/foundation/namespaces.ts').searchPlaces>('searchPlaces', 'GET', '/-/search/places')
export const createGroupAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').createGroupAccessToken>('createGroupAccessToken', 'POST', '/api/v4/groups/:id/access_tokens')
export const createProjectAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').createProjectAccessToken>('createProjectAccessToken', 'POST', '/api/v4/projects/:id/access_tokens')
export const getGroupAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').getGroupAccessToken>('getGroupAccessToken', 'GET', '/api/v4/groups/:id/access_tokens/:tokenId')
export const getProjectAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').getProjectAccessToken>('getProjectAccessToken', 'GET', '/api/v4/projects/:id/access_tokens/:tokenId')
export const groupAccessTokensPage = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').groupAccessTokensPage>('groupAccessTokensPage', 'GET', '/-/pages/group_access_tokens')
export const listGroupAccessTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').listGroupAccessTokens>('listGroupAccessTokens', 'GET', '/api/v4/groups/:id/access_tokens')
export const listProjectAccessTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').listProjectAccessTokens>('listProjectAccessTokens', 'GET', '/api/v4/projects/:id/access_tokens')
export const projectAccessTokensPage = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').projectAccessTokensPage>('projectAccessTokensPage', 'GET', '/-/pages/project_access_tokens')
export const revokeGroupAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').revokeGroupAccessToken>('revokeGroupAccessToken', 'DELETE', '/api/v4/groups/:id/access_tokens/:tokenId')
export const revokeProjectAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').revokeProjectAccessToken>('revokeProjectAccessToken', 'DELETE', '/api/v4/projects/:id/access_tokens/:tokenId')
export const rotateGroupAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').rotateGroupAccessToken>('rotateGroupAccessToken', 'POST', '/api/v4/groups/:id/access_tokens/:tokenId/rotate')
export const rotateProjectAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').rotateProjectAccessToken>('rotateProjectAccessToken', 'POST', '/api/v4/projects/:id/access_tokens/:tokenId/rotate')
export const rotateUsedGroupAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').rotateUsedGroupAccessToken>('rotateUsedGroupAccessToken', 'POST', '/api/v4/groups/:id/access_tokens/self/rotate')
export const rotateUsedProjectAccessToken = /* @__PURE__ */ address<typeof import('#contract/foundation/place-tokens.ts').rotateUsedProjectAccessToken>('rotateUsedProjectAccessToken', 'POST', '/api/v4/projects/:id/access_tokens/self/rotate')
export const createTopic = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').createTopic>('createTopic', 'POST', '/api/v4/topics')
export const deleteTopic = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').deleteTopic>('deleteTopic', 'DELETE', '/api/v4/topics/:id')
export const getTopic = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').getTopic>('getTopic', 'GET', '/api/v4/topics/:id')
export const listTopics = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').listTopics>('listTopics', 'GET', '/api/v4/topics')
export const mergeTopics = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').mergeTopics>('mergeTopics', 'POST', '/api/v4/topics/merge')
export const showTopicAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').showTopicAvatar>('showTopicAvatar', 'GET', '/uploads/-/system/projects/topic/avatar/:id/:uploadId')
export const topicPage = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').topicPage>('topicPage', 'GET', '/-/pages/topic')
export const updateTopic = /* @__PURE__ */ address<typeof import('#contract/foundation/project-topics.ts').updateTopic>('updateTopic', 'PUT', '/api/v4/topics/:id')
export const archiveProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').archiveProject>('archiveProject', 'POST', '/api/v4/projects/:id/archive')
export const createProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').createProject>('createProject', 'POST', '/api/v4/projects')
export const createProjectForUser = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').createProjectForUser>('createProjectForUser', 'POST', '/api/v4/projects/user/:userId')
export const deleteProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').deleteProject>('deleteProject', 'DELETE', '/api/v4/projects/:id')
export const getProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').getProject>('getProject', 'GET', '/api/v4/projects/:id')
export const listGroupProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listGroupProjects>('listGroupProjects', 'GET', '/api/v4/groups/:id/projects')
export const listProjectGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listProjectGroups>('listProjectGroups', 'GET', '/api/v4/projects/:id/groups')
export const listProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listProjects>('listProjects', 'GET', '/api/v4/projects')
export const listProjectUsers = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listProjectUsers>('listProjectUsers', 'GET', '/api/v4/projects/:id/users')
export const listStarredProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listStarredProjects>('listStarredProjects', 'GET', '/api/v4/users/:userId/starred_projects')
export const listStarrers = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listStarrers>('listStarrers', 'GET', '/api/v4/projects/:id/starrers')
export const listUserProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').listUserProjects>('listUserProjects', 'GET', '/api/v4/users/:userId/projects')
export const projectSettingsPage = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').projectSettingsPage>('projectSettingsPage', 'GET', '/-/pages/project_settings')
export const restoreProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').restoreProject>('restoreProject', 'POST', '/api/v4/projects/:id/restore')
export const starProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').starProject>('starProject', 'POST', '/api/v4/projects/:id/star')
export const transferProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').transferProject>('transferProject', 'PUT', '/api/v4/projects/:id/transfer')
export const unarchiveProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').unarchiveProject>('unarchiveProject', 'POST', '/api/v4/projects/:id/unarchive')
export const unstarProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').unstarProject>('unstarProject', 'POST', '/api/v4/projects/:id/unstar')
export const updateProject = /* @__PURE__ */ address<typeof import('#contract/foundation/projects.ts').updateProject>('updateProject', 'PUT', '/api/v4/projects/:id')
export const changePassword = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').changePassword>('changePassword', 'PUT', '/-/password')
export const endOtherSessions = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').endOtherSessions>('endOtherSessions', 'DELETE', '/-/sessions')
export const endSession = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').endSession>('endSession', 'DELETE', '/-/sessions/:id')
export const forgotPassword = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').forgotPassword>('forgotPassword', 'POST', '/-/password/forgotten')
export const listSessions = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').listSessions>('listSessions', 'GET', '/-/sessions')
export const register = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').register>('register', 'POST', '/-/users')
export const resetPassword = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').resetPassword>('resetPassword', 'POST', '/-/password/reset')
export const signIn = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').signIn>('signIn', 'POST', '/-/sessions')
export const signOut = /* @__PURE__ */ address<typeof import('#contract/foundation/sessions.ts').signOut>('signOut', 'DELETE', '/-/sessions/current')
export const getApplicationSettings = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getApplicationSettings>('getApplicationSettings', 'GET', '/api/v4/application/settings')
export const getApplicationStatistics = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getApplicationStatistics>('getApplicationStatistics', 'GET', '/api/v4/application/statistics')
export const getInstanceVariable = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getInstanceVariable>('getInstanceVariable', 'GET', '/api/v4/admin/ci/variables/:key')
export const getMail = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getMail>('getMail', 'GET', '/-/admin/mails/:id')
export const getMailFile = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getMailFile>('getMailFile', 'GET', '/-/admin/mails/:id/file')
export const getMetadata = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getMetadata>('getMetadata', 'GET', '/api/v4/metadata')
export const getVersion = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').getVersion>('getVersion', 'GET', '/api/v4/version')
export const listInstanceVariables = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').listInstanceVariables>('listInstanceVariables', 'GET', '/api/v4/admin/ci/variables')
export const listMails = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').listMails>('listMails', 'GET', '/-/admin/mails')
export const updateApplicationSettings = /* @__PURE__ */ address<typeof import('#contract/foundation/settings.ts').updateApplicationSettings>('updateApplicationSettings', 'PUT', '/api/v4/application/settings')
export const listInvitedGroupsOfGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').listInvitedGroupsOfGroup>('listInvitedGroupsOfGroup', 'GET', '/api/v4/groups/:id/invited_groups')
export const listInvitedGroupsOfProject = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').listInvitedGroupsOfProject>('listInvitedGroupsOfProject', 'GET', '/api/v4/projects/:id/invited_groups')
export const listProjectShareLocations = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').listProjectShareLocations>('listProjectShareLocations', 'GET', '/api/v4/projects/:id/share_locations')
export const listSharedGroups = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').listSharedGroups>('listSharedGroups', 'GET', '/api/v4/groups/:id/groups/shared')
export const listSharedProjects = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').listSharedProjects>('listSharedProjects', 'GET', '/api/v4/groups/:id/projects/shared')
export const shareGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').shareGroup>('shareGroup', 'POST', '/api/v4/groups/:id/share')
export const shareProject = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').shareProject>('shareProject', 'POST', '/api/v4/projects/:id/share')
export const unshareGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').unshareGroup>('unshareGroup', 'DELETE', '/api/v4/groups/:id/share/:groupId')
export const unshareProject = /* @__PURE__ */ address<typeof import('#contract/foundation/shares.ts').unshareProject>('unshareProject', 'DELETE', '/api/v4/projects/:id/share/:groupId')
export const confirmOrder = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').confirmOrder>('confirmOrder', 'POST', '/-/subscriptions')
export const getNamespaceSubscription = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').getNamespaceSubscription>('getNamespaceSubscription', 'GET', '/api/v4/namespaces/:id/gitlab_subscription')
export const getPaymentForm = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').getPaymentForm>('getPaymentForm', 'GET', '/-/subscriptions/payment_form')
export const getPaymentMethod = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').getPaymentMethod>('getPaymentMethod', 'GET', '/-/subscriptions/payment_method')
export const listCountries = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').listCountries>('listCountries', 'GET', '/-/countries')
export const listCountryStates = /* @__PURE__ */ address<typeof import('#contract/foundation/subscriptions.ts').listCountryStates>('listCountryStates', 'GET', '/-/country_states')
export const answerSurvey = /* @__PURE__ */ address<typeof import('#contract/foundation/surveys.ts').answerSurvey>('answerSurvey', 'POST', '/-/survey/answers')
export const dismissSurvey = /* @__PURE__ */ address<typeof import('#contract/foundation/surveys.ts').dismissSurvey>('dismissSurvey', 'PUT', '/-/survey/dismiss')
export const getSurvey = /* @__PURE__ */ address<typeof import('#contract/foundation/surveys.ts').getSurvey>('getSurvey', 'GET', '/-/survey')
export const surveyAnswersPage = /* @__PURE__ */ address<typeof import('#contract/foundation/surveys.ts').surveyAnswersPage>('surveyAnswersPage', 'GET', '/-/pages/survey_answers')
export const createImpersonationToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').createImpersonationToken>('createImpersonationToken', 'POST', '/api/v4/users/:userId/impersonation_tokens')
export const createLimitedToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').createLimitedToken>('createLimitedPersonalAccessToken', 'POST', '/api/v4/user/personal_access_tokens')
export const createToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').createToken>('createPersonalAccessToken', 'POST', '/-/personal_access_tokens')
export const createTokenFor = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').createTokenFor>('createPersonalAccessTokenFor', 'POST', '/api/v4/users/:userId/personal_access_tokens')
export const getImpersonationToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').getImpersonationToken>('getImpersonationToken', 'GET', '/api/v4/users/:userId/impersonation_tokens/:id')
export const getOwnToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').getOwnToken>('getUsedPersonalAccessToken', 'GET', '/api/v4/personal_access_tokens/self')
export const getToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').getToken>('getPersonalAccessToken', 'GET', '/api/v4/personal_access_tokens/:id')
export const listImpersonationTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').listImpersonationTokens>('listImpersonationTokens', 'GET', '/api/v4/users/:userId/impersonation_tokens')
export const listTokens = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').listTokens>('listPersonalAccessTokens', 'GET', '/api/v4/personal_access_tokens')
export const revokeImpersonationToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').revokeImpersonationToken>('revokeImpersonationToken', 'DELETE', '/api/v4/users/:userId/impersonation_tokens/:id')
export const revokeOwnToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').revokeOwnToken>('revokeUsedPersonalAccessToken', 'DELETE', '/api/v4/personal_access_tokens/self')
export const revokeToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').revokeToken>('revokePersonalAccessToken', 'DELETE', '/api/v4/personal_access_tokens/:id')
export const rotateOwnToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').rotateOwnToken>('rotateUsedPersonalAccessToken', 'POST', '/api/v4/personal_access_tokens/self/rotate')
export const rotateToken = /* @__PURE__ */ address<typeof import('#contract/foundation/tokens.ts').rotateToken>('rotatePersonalAccessToken', 'POST', '/api/v4/personal_access_tokens/:id/rotate')
export const attachToGroup = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').attachToGroup>('attachToGroup', 'POST', '/groups/:namespace/-/uploads')
export const attachToProject = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').attachToProject>('attachToProject', 'POST', '/:namespace/uploads')
export const createGroupUpload = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').createGroupUpload>('createGroupUpload', 'POST', '/api/v4/groups/:id/uploads')
export const createProjectUpload = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').createProjectUpload>('createProjectUpload', 'POST', '/api/v4/projects/:id/uploads')
export const deleteProjectUpload = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').deleteProjectUpload>('deleteProjectUpload', 'DELETE', '/api/v4/projects/:id/uploads/:uploadId')
export const listGroupUploads = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').listGroupUploads>('listGroupUploads', 'GET', '/api/v4/groups/:id/uploads')
export const listProjectUploads = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').listProjectUploads>('listProjectUploads', 'GET', '/api/v4/projects/:id/uploads')
export const showGroupAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').showGroupAvatar>('showGroupAvatar', 'GET', '/uploads/-/system/group/avatar/:id/:uploadId')
export const showGroupUpload = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').showGroupUpload>('showGroupUpload', 'GET', '/-/group/:id/uploads/:secret/:filename')
export const showProjectAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').showProjectAvatar>('showProjectAvatar', 'GET', '/uploads/-/system/project/avatar/:id/:uploadId')
export const showProjectUpload = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').showProjectUpload>('showProjectUpload', 'GET', '/-/project/:id/uploads/:secret/:filename')
export const showProjectUploadByPath = /* @__PURE__ */ address<typeof import('#contract/foundation/uploads.ts').showProjectUploadByPath>('showProjectUploadByPath', 'GET', '/:namespace/uploads/:secret/:filename')
export const addEmail = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').addEmail>('addEmail', 'POST', '/api/v4/user/emails')
export const addEmailFor = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').addEmailFor>('addEmailFor', 'POST', '/api/v4/users/:id/emails')
export const emailsOnPage = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').emailsOnPage>('emailsOnPage', 'GET', '/-/user_emails')
export const getOwnEmail = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').getOwnEmail>('getOwnEmail', 'GET', '/api/v4/user/emails/:emailId')
export const listEmailsOf = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').listEmailsOf>('listEmailsOf', 'GET', '/api/v4/users/:id/emails')
export const listOwnEmails = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').listOwnEmails>('listOwnEmails', 'GET', '/api/v4/user/emails')
export const makeEmailPrimary = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').makeEmailPrimary>('makeEmailPrimary', 'PUT', '/-/user_emails/:emailId/primary')
export const removeEmail = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').removeEmail>('removeEmail', 'DELETE', '/api/v4/user/emails/:emailId')
export const removeEmailOf = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').removeEmailOf>('removeEmailOf', 'DELETE', '/api/v4/users/:id/emails/:emailId')
export const resendConfirmation = /* @__PURE__ */ address<typeof import('#contract/foundation/user-emails.ts').resendConfirmation>('resendConfirmation', 'POST', '/-/user_emails/:emailId/confirmation')
export const activateUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').activateUser>('activateUser', 'POST', '/api/v4/users/:id/activate')
export const approveUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').approveUser>('approveUser', 'POST', '/api/v4/users/:id/approve')
export const banUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').banUser>('banUser', 'POST', '/api/v4/users/:id/ban')
export const blockUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').blockUser>('blockUser', 'POST', '/api/v4/users/:id/block')
export const changeStatus = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').changeStatus>('changeStatus', 'PATCH', '/api/v4/user/status')
export const confirmEmail = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').confirmEmail>('confirmEmail', 'POST', '/-/email/confirmation')
export const createUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').createUser>('createUser', 'POST', '/api/v4/users')
export const deactivateUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').deactivateUser>('deactivateUser', 'POST', '/api/v4/users/:id/deactivate')
export const deleteIdentity = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').deleteIdentity>('deleteIdentity', 'DELETE', '/api/v4/users/:id/identities/:provider')
export const deleteUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').deleteUser>('deleteUser', 'DELETE', '/api/v4/users/:id')
export const getAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getAvatar>('getAvatar', 'GET', '/api/v4/avatar')
export const getAvatarFile = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getAvatarFile>('getAvatarFile', 'GET', '/uploads/-/system/user/avatar/:id/:uploadId')
export const getDiffPreferences = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getDiffPreferences>('getDiffPreferences', 'GET', '/api/v4/user/preferences')
export const getOwnStatus = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getOwnStatus>('getOwnStatus', 'GET', '/api/v4/user/status')
export const getPreferences = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getPreferences>('getPreferences', 'GET', '/-/preferences')
export const getProfile = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getProfile>('getProfile', 'GET', '/-/profile')
export const getStatus = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getStatus>('getStatus', 'GET', '/api/v4/users/:userId/status')
export const getUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getUser>('getCurrentUser', 'GET', '/api/v4/user')
export const getUserById = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getUserById>('getUser', 'GET', '/api/v4/users/:id')
export const getUserCounts = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getUserCounts>('getUserCounts', 'GET', '/api/v4/user_counts')
export const getViewer = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').getViewer>('getViewer', 'GET', '/-/viewer')
export const listUsers = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').listUsers>('listUsers', 'GET', '/api/v4/users')
export const rejectUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').rejectUser>('rejectUser', 'POST', '/api/v4/users/:id/reject')
export const removeAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').removeAvatar>('removeAvatar', 'DELETE', '/-/profile/avatar')
export const setAvatar = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').setAvatar>('setAvatar', 'PUT', '/api/v4/user/avatar')
export const setStatus = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').setStatus>('setStatus', 'PUT', '/api/v4/user/status')
export const unbanUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').unbanUser>('unbanUser', 'POST', '/api/v4/users/:id/unban')
export const unblockUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').unblockUser>('unblockUser', 'POST', '/api/v4/users/:id/unblock')
export const updateDiffPreferences = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').updateDiffPreferences>('updateDiffPreferences', 'PUT', '/api/v4/user/preferences')
export const updatePreferences = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').updatePreferences>('updatePreferences', 'PUT', '/-/preferences')
export const updateProfile = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').updateProfile>('updateProfile', 'PUT', '/-/profile')
export const updateUser = /* @__PURE__ */ address<typeof import('#contract/foundation/users.ts').updateUser>('updateUser', 'PUT', '/api/v4/users/:id')
export const codeReviewAnalytics = /* @__PURE__ */ address<typeof import('#contract/insights/code-reviews.ts').codeReviewAnalytics>('getCodeReviewAnalytics', 'GET', '/api/v4/analytics/code_review')
export const codeReviewsCsv = /* @__PURE__ */ address<typeof import('#contract/insights/code-reviews.ts').codeReviewsCsv>('downloadCodeReviews', 'GET', '/:namespace/-/analytics/code_reviews.csv')
export const codeReviewsPage = /* @__PURE__ */ address<typeof import('#contract/insights/code-reviews.ts').codeReviewsPage>('getCodeReviewsPage', 'GET', '/-/pages/code_reviews')
export const deliveryCsv = {
  project: /* @__PURE__ */ address<typeof import('#contract/insights/delivery.ts').deliveryCsv.project>('downloadProjectDelivery', 'GET', '/:namespace/-/analytics/delivery.csv'),
  group: /* @__PURE__ */ address<typeof import('#contract/insights/delivery.ts').deliveryCsv.group>('downloadGroupDelivery', 'GET', '/groups/:namespace/-/analytics/delivery.csv'),
}
export const deliveryPages = {
  project: /* @__PURE__ */ address<typeof import('#contract/insights/delivery.ts').deliveryPages.project>('getProjectDeliveryPage', 'GET', '/-/pages/project_delivery'),
  group: /* @__PURE__ */ address<typeof import('#contract/insights/delivery.ts').deliveryPages.group>('getGroupDeliveryPage', 'GET', '/-/pages/group_delivery'),
}
export const countGroupIssues = /* @__PURE__ */ address<typeof import('#contract/insights/group-activity.ts').countGroupIssues>('countGroupIssues', 'GET', '/api/v4/analytics/group_activity/issues_count')
export const countGroupMergeRequests = /* @__PURE__ */ address<typeof import('#contract/insights/group-activity.ts').countGroupMergeRequests>('countGroupMergeRequests', 'GET', '/api/v4/analytics/group_activity/merge_requests_count')
export const countNewGroupMembers = /* @__PURE__ */ address<typeof import('#contract/insights/group-activity.ts').countNewGroupMembers>('countNewGroupMembers', 'GET', '/api/v4/analytics/group_activity/new_members_count')
export const groupValueStreams = {
  list: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.list>('listGroupValueStreams', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams'),
  get: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.get>('getGroupValueStream', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  create: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.create>('createGroupValueStream', 'POST', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams'),
  update: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.update>('updateGroupValueStream', 'PUT', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  delete: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.delete>('deleteGroupValueStream', 'DELETE', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  listStages: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.listStages>('listGroupStages', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages'),
  median: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.median>('getGroupStageMedian', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/median'),
  average: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.average>('getGroupStageAverage', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/average'),
  count: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.count>('getGroupStageCount', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/count'),
  records: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.records>('listGroupStageRecords', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/records'),
  recordsCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.recordsCsv>('downloadGroupStageRecords', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/records.csv'),
  averageDurationChart: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.averageDurationChart>('getGroupStageDurations', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/average_duration_chart'),
  figuresCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.figuresCsv>('downloadGroupStageFigures', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/figures.csv'),
  summary: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.summary>('getGroupValueStreamSummary', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/summary'),
  timeSummary: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.timeSummary>('getGroupTimeSummary', 'GET', '/groups/:namespace/-/analytics/value_stream_analytics/time_summary'),
  setAggregation: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.setAggregation>('setGroupAggregation', 'PUT', '/groups/:namespace/-/analytics/value_stream_analytics/use_aggregated_backend'),
  tasksByType: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.tasksByType>('getGroupTasksByType', 'GET', '/groups/:namespace/-/analytics/type_of_work/tasks_by_type'),
  tasksCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.tasksCsv>('downloadGroupTasksByType', 'GET', '/groups/:namespace/-/analytics/type_of_work/tasks_by_type.csv'),
  topLabels: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').groupValueStreams.topLabels>('listGroupTopLabels', 'GET', '/groups/:namespace/-/analytics/type_of_work/tasks_by_type/top_labels'),
}
export const projectValueStreams = {
  list: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.list>('listProjectValueStreams', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams'),
  get: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.get>('getProjectValueStream', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  create: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.create>('createProjectValueStream', 'POST', '/:namespace/-/analytics/value_stream_analytics/value_streams'),
  update: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.update>('updateProjectValueStream', 'PUT', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  delete: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.delete>('deleteProjectValueStream', 'DELETE', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId'),
  listStages: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.listStages>('listProjectStages', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages'),
  median: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.median>('getProjectStageMedian', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/median'),
  average: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.average>('getProjectStageAverage', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/average'),
  count: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.count>('getProjectStageCount', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/count'),
  records: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.records>('listProjectStageRecords', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/records'),
  recordsCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.recordsCsv>('downloadProjectStageRecords', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/records.csv'),
  averageDurationChart: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.averageDurationChart>('getProjectStageDurations', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/stages/:stageId/average_duration_chart'),
  figuresCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.figuresCsv>('downloadProjectStageFigures', 'GET', '/:namespace/-/analytics/value_stream_analytics/value_streams/:valueStreamId/figures.csv'),
  summary: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.summary>('getProjectValueStreamSummary', 'GET', '/:namespace/-/analytics/value_stream_analytics/summary'),
  timeSummary: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.timeSummary>('getProjectTimeSummary', 'GET', '/:namespace/-/analytics/value_stream_analytics/time_summary'),
  setAggregation: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.setAggregation>('setProjectAggregation', 'PUT', '/:namespace/-/analytics/value_stream_analytics/use_aggregated_backend'),
  tasksByType: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.tasksByType>('getProjectTasksByType', 'GET', '/:namespace/-/analytics/type_of_work/tasks_by_type'),
  tasksCsv: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.tasksCsv>('downloadProjectTasksByType', 'GET', '/:namespace/-/analytics/type_of_work/tasks_by_type.csv'),
  topLabels: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').projectValueStreams.topLabels>('listProjectTopLabels', 'GET', '/:namespace/-/analytics/type_of_work/tasks_by_type/top_labels'),
}
export const valueStreamPages = {
  project: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').valueStreamPages.project>('getProjectValueStreamsPage', 'GET', '/-/pages/project_value_streams'),
  group: /* @__PURE__ */ address<typeof import('#contract/insights/value-streams.ts').valueStreamPages.group>('getGroupValueStreamsPage', 'GET', '/-/pages/group_value_streams'),
}
export const alertDiscussion = {
  listNotes: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listNotes>('listAlertNotes', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes'),
  getNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getNote>('getAlertNote', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId'),
  createNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.createNote>('createAlertNote', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes'),
  updateNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.updateNote>('updateAlertNote', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId'),
  deleteNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.deleteNote>('deleteAlertNote', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId'),
  listDiscussions: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listDiscussions>('listAlertDiscussions', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions'),
  getDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getDiscussion>('getAlertDiscussion', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId'),
  createDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.createDiscussion>('createAlertDiscussion', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions'),
  resolveDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.resolveDiscussion>('resolveAlertDiscussion', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId'),
  listDiscussionNotes: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listDiscussionNotes>('listAlertDiscussionNotes', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId/notes'),
  replyToDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.replyToDiscussion>('replyToAlertDiscussion', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId/notes'),
  getDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getDiscussionNote>('getAlertDiscussionNote', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId/notes/:noteId'),
  updateDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.updateDiscussionNote>('updateAlertDiscussionNote', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId/notes/:noteId'),
  deleteDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.deleteDiscussionNote>('deleteAlertDiscussionNote', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/discussions/:discussionId/notes/:noteId'),
  listDraftNotes: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listDraftNotes>('listAlertDraftNotes', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes'),
  getDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getDraftNote>('getAlertDraftNote', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/:draftNoteId'),
  createDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.createDraftNote>('createAlertDraftNote', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes'),
  updateDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.updateDraftNote>('updateAlertDraftNote', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/:draftNoteId'),
  editDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.editDraftNote>('editAlertDraftNote', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/:draftNoteId'),
  deleteDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.deleteDraftNote>('deleteAlertDraftNote', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/:draftNoteId'),
  publishDraftNote: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.publishDraftNote>('publishAlertDraftNote', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/:draftNoteId/publish'),
  publishDraftNotes: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.publishDraftNotes>('publishAlertDraftNotes', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/draft_notes/bulk_publish'),
  listAwards: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listAwards>('listAlertAwards', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/award_emoji'),
  getAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getAward>('getAlertAward', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/award_emoji/:awardId'),
  createAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.createAward>('createAlertAward', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/award_emoji'),
  deleteAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.deleteAward>('deleteAlertAward', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/award_emoji/:awardId'),
  listNoteAwards: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listNoteAwards>('listAlertNoteAwards', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId/award_emoji'),
  getNoteAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getNoteAward>('getAlertNoteAward', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId/award_emoji/:awardId'),
  createNoteAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.createNoteAward>('createAlertNoteAward', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId/award_emoji'),
  deleteNoteAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.deleteNoteAward>('deleteAlertNoteAward', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/notes/:noteId/award_emoji/:awardId'),
  listLabelEvents: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listLabelEvents>('listAlertLabelEvents', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_label_events'),
  getLabelEvent: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getLabelEvent>('getAlertLabelEvent', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_label_events/:eventId'),
  listMilestoneEvents: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listMilestoneEvents>('listAlertMilestoneEvents', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_milestone_events'),
  getMilestoneEvent: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getMilestoneEvent>('getAlertMilestoneEvent', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_milestone_events/:eventId'),
  listStateEvents: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.listStateEvents>('listAlertStateEvents', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_state_events'),
  getStateEvent: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussion.getStateEvent>('getAlertStateEvent', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/resource_state_events/:eventId'),
}
export const alertDiscussionPage = {
  listPageDiscussions: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.listPageDiscussions>('listAlertPageDiscussions', 'GET', '/:namespace/-/alert_management/:iid/discussions.json'),
  getDiscussionSummary: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.getDiscussionSummary>('getAlertDiscussionSummary', 'GET', '/:namespace/-/alert_management/:iid/discussions/summary.json'),
  searchPageNotes: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.searchPageNotes>('searchAlertPageNotes', 'GET', '/:namespace/-/alert_management/:iid/discussions/search.json'),
  resolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.resolvePageDiscussion>('resolveAlertPageDiscussion', 'POST', '/:namespace/-/alert_management/:iid/discussions/:discussionId/resolve'),
  unresolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.unresolvePageDiscussion>('unresolveAlertPageDiscussion', 'DELETE', '/:namespace/-/alert_management/:iid/discussions/:discussionId/resolve'),
  putPageDiscussionResolve: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.putPageDiscussionResolve>('putAlertPageDiscussionResolve', 'PUT', '/:namespace/-/alert_management/:iid/discussions/:discussionId/resolve'),
  listPageDrafts: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.listPageDrafts>('listAlertPageDrafts', 'GET', '/:namespace/-/alert_management/:iid/drafts'),
  createPageDraft: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.createPageDraft>('createAlertPageDraft', 'POST', '/:namespace/-/alert_management/:iid/drafts'),
  updatePageDraft: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.updatePageDraft>('updateAlertPageDraft', 'PUT', '/:namespace/-/alert_management/:iid/drafts/:draftId'),
  deletePageDraft: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.deletePageDraft>('deleteAlertPageDraft', 'DELETE', '/:namespace/-/alert_management/:iid/drafts/:draftId'),
  publishPageDrafts: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.publishPageDrafts>('publishAlertPageDrafts', 'POST', '/:namespace/-/alert_management/:iid/drafts/publish'),
  discardPageDrafts: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.discardPageDrafts>('discardAlertPageDrafts', 'DELETE', '/:namespace/-/alert_management/:iid/drafts/discard'),
  toggleAward: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.toggleAward>('toggleAlertAward', 'POST', '/:namespace/-/alert_management/:iid/toggle_award_emoji'),
  getDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.getDescriptionVersion>('getAlertDescriptionVersion', 'GET', '/:namespace/-/alert_management/:iid/descriptions/:versionId'),
  getDescriptionDiff: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.getDescriptionDiff>('getAlertDescriptionDiff', 'GET', '/:namespace/-/alert_management/:iid/descriptions/:versionId/diff'),
  deleteDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.deleteDescriptionVersion>('deleteAlertDescriptionVersion', 'DELETE', '/:namespace/-/alert_management/:iid/descriptions/:versionId'),
  markRead: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.markRead>('markAlertRead', 'PUT', '/:namespace/-/alert_management/:iid/read_mark'),
  toggleSubscription: /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-discussion.ts').alertDiscussionPage.toggleSubscription>('toggleAlertSubscription', 'POST', '/:namespace/-/alert_management/:iid/toggle_subscription'),
}
export const createAlertIntegration = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').createAlertIntegration>('createAlertIntegration', 'POST', '/:namespace/-/settings/alerts/integrations')
export const createIncidentOfAlert = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').createIncidentOfAlert>('createIncidentOfAlert', 'POST', '/:namespace/-/alert_management/:iid/incident')
export const deleteAlertIntegration = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').deleteAlertIntegration>('deleteAlertIntegration', 'DELETE', '/:namespace/-/settings/alerts/integrations/:integrationId')
export const getAlertOfIncident = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').getAlertOfIncident>('getAlertOfIncident', 'GET', '/-/pages/alert_of_incident')
export const getAlertPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').getAlertPage>('getAlertPage', 'GET', '/-/pages/alert')
export const getAlertSettingsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').getAlertSettingsPage>('getAlertSettingsPage', 'GET', '/-/pages/alert_settings')
export const getAlertsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').getAlertsPage>('getAlertsPage', 'GET', '/-/pages/alerts')
export const previewAlert = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').previewAlert>('previewAlert', 'POST', '/:namespace/-/settings/alerts/integrations/preview')
export const resetAlertIntegrationToken = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').resetAlertIntegrationToken>('resetAlertIntegrationToken', 'POST', '/:namespace/-/settings/alerts/integrations/:integrationId/token')
export const sendTestAlert = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').sendTestAlert>('sendTestAlert', 'POST', '/:namespace/-/settings/alerts/integrations/:integrationId/test')
export const updateAlertEntity = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').updateAlertEntity>('updateAlertEntity', 'PUT', '/:namespace/-/alert_management/:iid.json')
export const updateAlertIntegration = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').updateAlertIntegration>('updateAlertIntegration', 'PUT', '/:namespace/-/settings/alerts/integrations/:integrationId')
export const updateAlerts = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').updateAlerts>('updateAlerts', 'POST', '/:namespace/-/alert_management/bulk_update')
export const updateAlertSettings = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-pages.ts').updateAlertSettings>('updateAlertSettings', 'PUT', '/:namespace/-/settings/alerts')
export const receiveAlert = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-receiver.ts').receiveAlert>('receiveAlert', 'POST', '/:namespace/alerts/notify.json')
export const receiveAlertOfIntegration = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-receiver.ts').receiveAlertOfIntegration>('receiveAlertOfIntegration', 'POST', '/:namespace/alerts/notify/:name/:endpointIdentifier.json')
export const receivePrometheusAlerts = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/alert-receiver.ts').receivePrometheusAlerts>('receivePrometheusAlerts', 'POST', '/:namespace/prometheus/alerts/notify.json')
export const createCheckIn = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').createCheckIn>('createCheckIn', 'POST', '/api/v4/projects/:id/check_ins')
export const deleteCheckIn = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').deleteCheckIn>('deleteCheckIn', 'DELETE', '/api/v4/projects/:id/check_ins/:checkInId')
export const getCheckIn = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').getCheckIn>('getCheckIn', 'GET', '/api/v4/projects/:id/check_ins/:checkInId')
export const getCheckInPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').getCheckInPage>('getCheckInPage', 'GET', '/-/pages/check_in')
export const getCheckInsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').getCheckInsPage>('getCheckInsPage', 'GET', '/-/pages/check_ins')
export const listCheckIns = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').listCheckIns>('listCheckIns', 'GET', '/api/v4/projects/:id/check_ins')
export const receiveCheckIn = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').receiveCheckIn>('receiveCheckIn', 'POST', '/-/check_in/:key')
export const resetCheckInUrl = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').resetCheckInUrl>('resetCheckInUrl', 'POST', '/api/v4/projects/:id/check_ins/:checkInId/reset_url')
export const updateCheckIn = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/check-ins.ts').updateCheckIn>('updateCheckIn', 'PUT', '/api/v4/projects/:id/check_ins/:checkInId')
export const createMaintenanceWindow = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').createMaintenanceWindow>('createMaintenanceWindow', 'POST', '/api/v4/projects/:id/maintenance_windows')
export const deleteMaintenanceWindow = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').deleteMaintenanceWindow>('deleteMaintenanceWindow', 'DELETE', '/api/v4/projects/:id/maintenance_windows/:windowId')
export const getMaintenanceWindow = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').getMaintenanceWindow>('getMaintenanceWindow', 'GET', '/api/v4/projects/:id/maintenance_windows/:windowId')
export const getMaintenanceWindowsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').getMaintenanceWindowsPage>('getMaintenanceWindowsPage', 'GET', '/-/pages/maintenance_windows')
export const listMaintenanceWindows = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').listMaintenanceWindows>('listMaintenanceWindows', 'GET', '/api/v4/projects/:id/maintenance_windows')
export const updateMaintenanceWindow = /* @__PURE__ */ address<typeof import('#contract/monitor/alerts/maintenance-windows.ts').updateMaintenanceWindow>('updateMaintenanceWindow', 'PUT', '/api/v4/projects/:id/maintenance_windows/:windowId')
export const changeErrorTrackingSettings = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').changeErrorTrackingSettings>('changeErrorTrackingSettings', 'PATCH', '/api/v4/projects/:id/error_tracking/settings')
export const createErrorClientKey = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').createErrorClientKey>('createErrorClientKey', 'POST', '/api/v4/projects/:id/error_tracking/client_keys')
export const createIssueFromError = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').createIssueFromError>('createIssueFromError', 'POST', '/:namespace/-/error_tracking/:errorId/issues.json')
export const errorSettingsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').errorSettingsPage>('errorSettingsPage', 'GET', '/-/pages/error_tracking_settings')
export const getErrorDetails = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorDetails>('getErrorDetails', 'GET', '/:namespace/-/error_tracking/:errorId/details.json')
export const getErrorOfIssue = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorOfIssue>('getErrorOfIssue', 'GET', '/:namespace/-/issues/:iid/error.json')
export const getErrorTrackingSettings = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorTrackingSettings>('getErrorTrackingSettings', 'GET', '/api/v4/projects/:id/error_tracking/settings')
export const getStackTrace = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').getStackTrace>('getStackTrace', 'GET', '/:namespace/-/error_tracking/:errorId/stack_trace.json')
export const listErrorClientKeys = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').listErrorClientKeys>('listErrorClientKeys', 'GET', '/api/v4/projects/:id/error_tracking/client_keys')
export const listErrorEvents = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').listErrorEvents>('listErrorEvents', 'GET', '/:namespace/-/error_tracking/:errorId/events.json')
export const listErrors = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').listErrors>('listErrors', 'GET', '/:namespace/-/error_tracking.json')
export const revokeErrorClientKey = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').revokeErrorClientKey>('revokeErrorClientKey', 'DELETE', '/api/v4/projects/:id/error_tracking/client_keys/:keyId')
export const setErrorTrackingSettings = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').setErrorTrackingSettings>('setErrorTrackingSettings', 'PUT', '/api/v4/projects/:id/error_tracking/settings')
export const updateErrorStatus = /* @__PURE__ */ address<typeof import('#contract/monitor/error-tracking/errors.ts').updateErrorStatus>('updateErrorStatus', 'PUT', '/:namespace/-/error_tracking/:errorId.json')
export const createIncidentPostmortem = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').createIncidentPostmortem>('createIncidentPostmortem', 'POST', '/:namespace/-/issues/:iid/postmortem')
export const getAlertMetrics = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').getAlertMetrics>('getAlertMetrics', 'GET', '/-/pages/alert_metrics')
export const getIncident = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncident>('getIncident', 'GET', '/-/pages/incident')
export const getIncidentMetrics = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncidentMetrics>('getIncidentMetrics', 'GET', '/-/pages/incident_metrics')
export const getIncidentTimeline = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncidentTimeline>('getIncidentTimeline', 'GET', '/-/pages/incident_timeline')
export const getSimilarIncidents = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').getSimilarIncidents>('getSimilarIncidents', 'GET', '/-/pages/similar_incidents')
export const updateIncidentRoles = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-pages.ts').updateIncidentRoles>('updateIncidentRoles', 'PUT', '/:namespace/-/issues/:iid/incident_roles')
export const getIncidentSettingsPage = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-settings.ts').getIncidentSettingsPage>('getIncidentSettingsPage', 'GET', '/-/pages/incident_settings')
export const updateIncidentSettings = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/incident-settings.ts').updateIncidentSettings>('updateIncidentSettings', 'PUT', '/:namespace/-/settings/incidents')
export const alertMetricImages = {
  list: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').alertMetricImages.list>('listAlertMetricImages', 'GET', '/api/v4/projects/:id/alert_management_alerts/:alertIid/metric_images'),
  upload: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').alertMetricImages.upload>('uploadAlertMetricImage', 'POST', '/api/v4/projects/:id/alert_management_alerts/:alertIid/metric_images'),
  update: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').alertMetricImages.update>('updateAlertMetricImage', 'PUT', '/api/v4/projects/:id/alert_management_alerts/:alertIid/metric_images/:imageId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').alertMetricImages.remove>('deleteAlertMetricImage', 'DELETE', '/api/v4/projects/:id/alert_management_alerts/:alertIid/metric_images/:imageId'),
}
export const issueMetricImages = {
  list: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').issueMetricImages.list>('listIssueMetricImages', 'GET', '/api/v4/projects/:id/issues/:issueIid/metric_images'),
  upload: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').issueMetricImages.upload>('uploadIssueMetricImage', 'POST', '/api/v4/projects/:id/issues/:issueIid/metric_images'),
  update: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').issueMetricImages.update>('updateIssueMetricImage', 'PUT', '/api/v4/projects/:id/issues/:issueIid/metric_images/:imageId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').issueMetricImages.remove>('deleteIssueMetricImage', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/metric_images/:imageId'),
}
export const showMetricImage = /* @__PURE__ */ address<typeof import('#contract/monitor/incidents/metric-images.ts').showMetricImage>('showMetricImage', 'GET', '/uploads/-/system/issuable_metric_image/file/:imageId/:filename')
export const getDependencies = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/dependencies.ts').getDependencies>('getDependencies', 'GET', '/:namespace/-/dependencies.json')
export const getGroupDependencies = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/dependencies.ts').getGroupDependencies>('getGroupDependencies', 'GET', '/groups/:namespace/-/dependencies.json')
export const sendSecurityReport = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/security-reports.ts').sendSecurityReport>('sendSecurityReport', 'POST', '/api/v4/projects/:id/security_reports')
export const confirmVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').confirmVulnerability>('confirmVulnerability', 'POST', '/api/v4/vulnerabilities/:id/confirm')
export const createVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').createVulnerability>('createVulnerability', 'POST', '/api/v4/projects/:id/vulnerabilities')
export const createVulnerabilityIssueLink = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').createVulnerabilityIssueLink>('createVulnerabilityIssueLink', 'POST', '/api/v4/vulnerabilities/:id/issue_links')
export const deleteVulnerabilityIssueLink = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').deleteVulnerabilityIssueLink>('deleteVulnerabilityIssueLink', 'DELETE', '/api/v4/vulnerabilities/:id/issue_links/:issueLinkId')
export const dismissVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').dismissVulnerability>('dismissVulnerability', 'POST', '/api/v4/vulnerabilities/:id/dismiss')
export const getVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').getVulnerability>('getVulnerability', 'GET', '/api/v4/vulnerabilities/:id')
export const listVulnerabilities = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').listVulnerabilities>('listVulnerabilities', 'GET', '/api/v4/projects/:id/vulnerabilities')
export const listVulnerabilityIssueLinks = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').listVulnerabilityIssueLinks>('listVulnerabilityIssueLinks', 'GET', '/api/v4/vulnerabilities/:id/issue_links')
export const resolveVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').resolveVulnerability>('resolveVulnerability', 'POST', '/api/v4/vulnerabilities/:id/resolve')
export const revertVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerabilities.ts').revertVulnerability>('revertVulnerability', 'POST', '/api/v4/vulnerabilities/:id/revert')
export const changeVulnerabilities = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').changeVulnerabilities>('changeVulnerabilities', 'PUT', '/:namespace/-/security/vulnerabilities.json')
export const changeVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').changeVulnerability>('changeVulnerability', 'PUT', '/:namespace/-/security/vulnerabilities/:vulnerabilityId.json')
export const createIssueFromVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').createIssueFromVulnerability>('createIssueFromVulnerability', 'POST', '/:namespace/-/security/vulnerabilities/:vulnerabilityId/issues.json')
export const getFindingsOfMergeRequest = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getFindingsOfMergeRequest>('getFindingsOfMergeRequest', 'GET', '/:namespace/-/merge_requests/:iid/security_findings.json')
export const getVulnerabilitiesOfIssue = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilitiesOfIssue>('getVulnerabilitiesOfIssue', 'GET', '/:namespace/-/issues/:iid/vulnerabilities.json')
export const getVulnerabilityCode = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilityCode>('getVulnerabilityCode', 'GET', '/:namespace/-/security/vulnerabilities/:vulnerabilityId/code.json')
export const getVulnerabilityPage = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilityPage>('getVulnerabilityPage', 'GET', '/:namespace/-/security/vulnerabilities/:vulnerabilityId.json')
export const getVulnerabilityReport = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').getVulnerabilityReport>('getVulnerabilityReport', 'GET', '/:namespace/-/security/vulnerability_report.json')
export const linkToVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').linkToVulnerability>('linkToVulnerability', 'POST', '/:namespace/-/security/vulnerabilities/:vulnerabilityId/links.json')
export const unlinkFromVulnerability = /* @__PURE__ */ address<typeof import('#contract/monitor/vulnerabilities/vulnerability-pages.ts').unlinkFromVulnerability>('unlinkFromVulnerability', 'DELETE', '/:namespace/-/security/vulnerabilities/:vulnerabilityId/links/:kind/:linkId.json')
export const boardPages = {
  project: /* @__PURE__ */ address<typeof import('#contract/plan/boards/board-pages.ts').boardPages.project>('getProjectBoardPage', 'GET', '/-/pages/project_board'),
  group: /* @__PURE__ */ address<typeof import('#contract/plan/boards/board-pages.ts').boardPages.group>('getGroupBoardPage', 'GET', '/-/pages/group_board'),
}
export const getGroupBoardPage = /* @__PURE__ */ address<typeof import('#contract/plan/boards/board-pages.ts').getGroupBoardPage>('getGroupBoardPage', 'GET', '/-/pages/group_board')
export const getProjectBoardPage = /* @__PURE__ */ address<typeof import('#contract/plan/boards/board-pages.ts').getProjectBoardPage>('getProjectBoardPage', 'GET', '/-/pages/project_board')
export const setBoardDisplay = /* @__PURE__ */ address<typeof import('#contract/plan/boards/board-pages.ts').setBoardDisplay>('setBoardDisplay', 'PUT', '/-/boards/:boardId/display')
export const createGroupBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').createGroupBoard>('createGroupBoard', 'POST', '/api/v4/groups/:id/boards')
export const createGroupBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').createGroupBoardList>('createGroupBoardList', 'POST', '/api/v4/groups/:id/boards/:boardId/lists')
export const createProjectBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').createProjectBoard>('createProjectBoard', 'POST', '/api/v4/projects/:id/boards')
export const createProjectBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').createProjectBoardList>('createProjectBoardList', 'POST', '/api/v4/projects/:id/boards/:boardId/lists')
export const deleteGroupBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').deleteGroupBoard>('deleteGroupBoard', 'DELETE', '/api/v4/groups/:id/boards/:boardId')
export const deleteGroupBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').deleteGroupBoardList>('deleteGroupBoardList', 'DELETE', '/api/v4/groups/:id/boards/:boardId/lists/:listId')
export const deleteProjectBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').deleteProjectBoard>('deleteProjectBoard', 'DELETE', '/api/v4/projects/:id/boards/:boardId')
export const deleteProjectBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').deleteProjectBoardList>('deleteProjectBoardList', 'DELETE', '/api/v4/projects/:id/boards/:boardId/lists/:listId')
export const getGroupBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').getGroupBoard>('getGroupBoard', 'GET', '/api/v4/groups/:id/boards/:boardId')
export const getGroupBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').getGroupBoardList>('getGroupBoardList', 'GET', '/api/v4/groups/:id/boards/:boardId/lists/:listId')
export const getProjectBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').getProjectBoard>('getProjectBoard', 'GET', '/api/v4/projects/:id/boards/:boardId')
export const getProjectBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').getProjectBoardList>('getProjectBoardList', 'GET', '/api/v4/projects/:id/boards/:boardId/lists/:listId')
export const listGroupBoardLists = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').listGroupBoardLists>('listGroupBoardLists', 'GET', '/api/v4/groups/:id/boards/:boardId/lists')
export const listGroupBoards = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').listGroupBoards>('listGroupBoards', 'GET', '/api/v4/groups/:id/boards')
export const listProjectBoardLists = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').listProjectBoardLists>('listProjectBoardLists', 'GET', '/api/v4/projects/:id/boards/:boardId/lists')
export const listProjectBoards = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').listProjectBoards>('listProjectBoards', 'GET', '/api/v4/projects/:id/boards')
export const updateGroupBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').updateGroupBoard>('updateGroupBoard', 'PUT', '/api/v4/groups/:id/boards/:boardId')
export const updateGroupBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').updateGroupBoardList>('updateGroupBoardList', 'PUT', '/api/v4/groups/:id/boards/:boardId/lists/:listId')
export const updateProjectBoard = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').updateProjectBoard>('updateProjectBoard', 'PUT', '/api/v4/projects/:id/boards/:boardId')
export const updateProjectBoardList = /* @__PURE__ */ address<typeof import('#contract/plan/boards/boards.ts').updateProjectBoardList>('updateProjectBoardList', 'PUT', '/api/v4/projects/:id/boards/:boardId/lists/:listId')
export const previewBulkEdit = /* @__PURE__ */ address<typeof import('#contract/plan/changes/bulk-edits.ts').previewBulkEdit>('previewBulkEdit', 'POST', '/:namespace/-/issues/bulk_edits/preview')
export const startBulkEdit = /* @__PURE__ */ address<typeof import('#contract/plan/changes/bulk-edits.ts').startBulkEdit>('startBulkEdit', 'POST', '/:namespace/-/issues/bulk_edits')
export const getChangeSet = /* @__PURE__ */ address<typeof import('#contract/plan/changes/change-sets.ts').getChangeSet>('getChangeSet', 'GET', '/-/change_sets/:changeSetId')
export const undoChangeSet = /* @__PURE__ */ address<typeof import('#contract/plan/changes/change-sets.ts').undoChangeSet>('undoChangeSet', 'POST', '/-/change_sets/:changeSetId/undo')
export const undoEvent = /* @__PURE__ */ address<typeof import('#contract/plan/changes/change-sets.ts').undoEvent>('undoEvent', 'POST', '/-/events/:eventId/undo')
export const getGroupContactsPage = /* @__PURE__ */ address<typeof import('#contract/plan/contacts/contacts.ts').getGroupContactsPage>('getGroupContactsPage', 'GET', '/-/pages/group_contacts')
export const getGroupOrganizationsPage = /* @__PURE__ */ address<typeof import('#contract/plan/contacts/contacts.ts').getGroupOrganizationsPage>('getGroupOrganizationsPage', 'GET', '/-/pages/group_organizations')
export const epicDiscussion = {
  listNotes: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listNotes>('listEpicNotes', 'GET', '/api/v4/groups/:id/epics/:epicId/notes'),
  getNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getNote>('getEpicNote', 'GET', '/api/v4/groups/:id/epics/:epicId/notes/:noteId'),
  createNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.createNote>('createEpicNote', 'POST', '/api/v4/groups/:id/epics/:epicId/notes'),
  updateNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.updateNote>('updateEpicNote', 'PUT', '/api/v4/groups/:id/epics/:epicId/notes/:noteId'),
  deleteNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.deleteNote>('deleteEpicNote', 'DELETE', '/api/v4/groups/:id/epics/:epicId/notes/:noteId'),
  listDiscussions: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listDiscussions>('listEpicDiscussions', 'GET', '/api/v4/groups/:id/epics/:epicId/discussions'),
  getDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getDiscussion>('getEpicDiscussion', 'GET', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId'),
  createDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.createDiscussion>('createEpicDiscussion', 'POST', '/api/v4/groups/:id/epics/:epicId/discussions'),
  resolveDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.resolveDiscussion>('resolveEpicDiscussion', 'PUT', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId'),
  listDiscussionNotes: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listDiscussionNotes>('listEpicDiscussionNotes', 'GET', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId/notes'),
  replyToDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.replyToDiscussion>('replyToEpicDiscussion', 'POST', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId/notes'),
  getDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getDiscussionNote>('getEpicDiscussionNote', 'GET', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId/notes/:noteId'),
  updateDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.updateDiscussionNote>('updateEpicDiscussionNote', 'PUT', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId/notes/:noteId'),
  deleteDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.deleteDiscussionNote>('deleteEpicDiscussionNote', 'DELETE', '/api/v4/groups/:id/epics/:epicId/discussions/:discussionId/notes/:noteId'),
  listDraftNotes: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listDraftNotes>('listEpicDraftNotes', 'GET', '/api/v4/groups/:id/epics/:epicId/draft_notes'),
  getDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getDraftNote>('getEpicDraftNote', 'GET', '/api/v4/groups/:id/epics/:epicId/draft_notes/:draftNoteId'),
  createDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.createDraftNote>('createEpicDraftNote', 'POST', '/api/v4/groups/:id/epics/:epicId/draft_notes'),
  updateDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.updateDraftNote>('updateEpicDraftNote', 'PUT', '/api/v4/groups/:id/epics/:epicId/draft_notes/:draftNoteId'),
  editDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.editDraftNote>('editEpicDraftNote', 'POST', '/api/v4/groups/:id/epics/:epicId/draft_notes/:draftNoteId'),
  deleteDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.deleteDraftNote>('deleteEpicDraftNote', 'DELETE', '/api/v4/groups/:id/epics/:epicId/draft_notes/:draftNoteId'),
  publishDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.publishDraftNote>('publishEpicDraftNote', 'PUT', '/api/v4/groups/:id/epics/:epicId/draft_notes/:draftNoteId/publish'),
  publishDraftNotes: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.publishDraftNotes>('publishEpicDraftNotes', 'POST', '/api/v4/groups/:id/epics/:epicId/draft_notes/bulk_publish'),
  listAwards: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listAwards>('listEpicAwards', 'GET', '/api/v4/groups/:id/epics/:epicIid/award_emoji'),
  getAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getAward>('getEpicAward', 'GET', '/api/v4/groups/:id/epics/:epicIid/award_emoji/:awardId'),
  createAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.createAward>('createEpicAward', 'POST', '/api/v4/groups/:id/epics/:epicIid/award_emoji'),
  deleteAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.deleteAward>('deleteEpicAward', 'DELETE', '/api/v4/groups/:id/epics/:epicIid/award_emoji/:awardId'),
  listNoteAwards: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listNoteAwards>('listEpicNoteAwards', 'GET', '/api/v4/groups/:id/epics/:epicIid/notes/:noteId/award_emoji'),
  getNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getNoteAward>('getEpicNoteAward', 'GET', '/api/v4/groups/:id/epics/:epicIid/notes/:noteId/award_emoji/:awardId'),
  createNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.createNoteAward>('createEpicNoteAward', 'POST', '/api/v4/groups/:id/epics/:epicIid/notes/:noteId/award_emoji'),
  deleteNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.deleteNoteAward>('deleteEpicNoteAward', 'DELETE', '/api/v4/groups/:id/epics/:epicIid/notes/:noteId/award_emoji/:awardId'),
  listLabelEvents: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listLabelEvents>('listEpicLabelEvents', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_label_events'),
  getLabelEvent: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getLabelEvent>('getEpicLabelEvent', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_label_events/:eventId'),
  listMilestoneEvents: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listMilestoneEvents>('listEpicMilestoneEvents', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_milestone_events'),
  getMilestoneEvent: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getMilestoneEvent>('getEpicMilestoneEvent', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_milestone_events/:eventId'),
  listStateEvents: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.listStateEvents>('listEpicStateEvents', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_state_events'),
  getStateEvent: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussion.getStateEvent>('getEpicStateEvent', 'GET', '/api/v4/groups/:id/epics/:epicId/resource_state_events/:eventId'),
}
export const epicDiscussionPage = {
  listPageDiscussions: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.listPageDiscussions>('listEpicPageDiscussions', 'GET', '/groups/:namespace/-/epics/:iid/discussions.json'),
  getDiscussionSummary: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.getDiscussionSummary>('getEpicDiscussionSummary', 'GET', '/groups/:namespace/-/epics/:iid/discussions/summary.json'),
  searchPageNotes: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.searchPageNotes>('searchEpicPageNotes', 'GET', '/groups/:namespace/-/epics/:iid/discussions/search.json'),
  resolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.resolvePageDiscussion>('resolveEpicPageDiscussion', 'POST', '/groups/:namespace/-/epics/:iid/discussions/:discussionId/resolve'),
  unresolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.unresolvePageDiscussion>('unresolveEpicPageDiscussion', 'DELETE', '/groups/:namespace/-/epics/:iid/discussions/:discussionId/resolve'),
  putPageDiscussionResolve: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.putPageDiscussionResolve>('putEpicPageDiscussionResolve', 'PUT', '/groups/:namespace/-/epics/:iid/discussions/:discussionId/resolve'),
  listPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.listPageDrafts>('listEpicPageDrafts', 'GET', '/groups/:namespace/-/epics/:iid/drafts'),
  createPageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.createPageDraft>('createEpicPageDraft', 'POST', '/groups/:namespace/-/epics/:iid/drafts'),
  updatePageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.updatePageDraft>('updateEpicPageDraft', 'PUT', '/groups/:namespace/-/epics/:iid/drafts/:draftId'),
  deletePageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.deletePageDraft>('deleteEpicPageDraft', 'DELETE', '/groups/:namespace/-/epics/:iid/drafts/:draftId'),
  publishPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.publishPageDrafts>('publishEpicPageDrafts', 'POST', '/groups/:namespace/-/epics/:iid/drafts/publish'),
  discardPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.discardPageDrafts>('discardEpicPageDrafts', 'DELETE', '/groups/:namespace/-/epics/:iid/drafts/discard'),
  toggleAward: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.toggleAward>('toggleEpicAward', 'POST', '/groups/:namespace/-/epics/:iid/toggle_award_emoji'),
  getDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.getDescriptionVersion>('getEpicDescriptionVersion', 'GET', '/groups/:namespace/-/epics/:iid/descriptions/:versionId'),
  getDescriptionDiff: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.getDescriptionDiff>('getEpicDescriptionDiff', 'GET', '/groups/:namespace/-/epics/:iid/descriptions/:versionId/diff'),
  deleteDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.deleteDescriptionVersion>('deleteEpicDescriptionVersion', 'DELETE', '/groups/:namespace/-/epics/:iid/descriptions/:versionId'),
  markRead: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.markRead>('markEpicRead', 'PUT', '/groups/:namespace/-/epics/:iid/read_mark'),
  toggleSubscription: /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-discussion.ts').epicDiscussionPage.toggleSubscription>('toggleEpicSubscription', 'POST', '/groups/:namespace/-/epics/:iid/toggle_subscription'),
}
export const createRelatedEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-links.ts').createRelatedEpic>('createRelatedEpic', 'POST', '/api/v4/groups/:id/epics/:epicIid/related_epics')
export const deleteRelatedEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-links.ts').deleteRelatedEpic>('deleteRelatedEpic', 'DELETE', '/api/v4/groups/:id/epics/:epicIid/related_epics/:relatedEpicLinkId')
export const listRelatedEpicLinks = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-links.ts').listRelatedEpicLinks>('listRelatedEpicLinks', 'GET', '/api/v4/groups/:id/related_epic_links')
export const listRelatedEpics = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-links.ts').listRelatedEpics>('listRelatedEpics', 'GET', '/api/v4/groups/:id/epics/:epicIid/related_epics')
export const addGroupEpicChildren = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').addGroupEpicChildren>('addGroupEpicChildren', 'POST', '/groups/:namespace/-/epics/:iid/children')
export const bulkUpdateGroupEpics = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').bulkUpdateGroupEpics>('bulkUpdateGroupEpics', 'POST', '/groups/:namespace/-/epics/bulk_update')
export const deleteGroupEpicEntity = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').deleteGroupEpicEntity>('deleteGroupEpicEntity', 'DELETE', '/groups/:namespace/-/epics/:iid.json')
export const getGroupEpicPage = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').getGroupEpicPage>('getGroupEpicPage', 'GET', '/-/pages/group_epic')
export const getGroupEpicsPage = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').getGroupEpicsPage>('getGroupEpicsPage', 'GET', '/-/pages/group_epics')
export const getGroupEpicTree = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').getGroupEpicTree>('getGroupEpicTree', 'GET', '/-/pages/group_epic_tree')
export const getGroupRoadmapPage = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').getGroupRoadmapPage>('getGroupRoadmapPage', 'GET', '/-/pages/group_roadmap')
export const updateGroupEpicEntity = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epic-pages.ts').updateGroupEpicEntity>('updateGroupEpicEntity', 'PUT', '/groups/:namespace/-/epics/:iid.json')
export const addChildEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').addChildEpic>('addChildEpic', 'POST', '/api/v4/groups/:id/epics/:epicIid/epics/:childEpicId')
export const addEpicIssue = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').addEpicIssue>('addEpicIssue', 'POST', '/api/v4/groups/:id/epics/:epicIid/issues/:issueId')
export const createChildEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').createChildEpic>('createChildEpic', 'POST', '/api/v4/groups/:id/epics/:epicIid/epics')
export const createEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').createEpic>('createEpic', 'POST', '/api/v4/groups/:id/epics')
export const deleteEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').deleteEpic>('deleteEpic', 'DELETE', '/api/v4/groups/:id/epics/:epicIid')
export const getEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').getEpic>('getEpic', 'GET', '/api/v4/groups/:id/epics/:epicIid')
export const listChildEpics = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').listChildEpics>('listChildEpics', 'GET', '/api/v4/groups/:id/epics/:epicIid/epics')
export const listEpicIssues = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').listEpicIssues>('listEpicIssues', 'GET', '/api/v4/groups/:id/epics/:epicIid/issues')
export const listEpics = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').listEpics>('listEpics', 'GET', '/api/v4/groups/:id/epics')
export const removeChildEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').removeChildEpic>('removeChildEpic', 'DELETE', '/api/v4/groups/:id/epics/:epicIid/epics/:childEpicId')
export const removeEpicIssue = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').removeEpicIssue>('removeEpicIssue', 'DELETE', '/api/v4/groups/:id/epics/:epicIid/issues/:epicIssueId')
export const reorderChildEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').reorderChildEpic>('reorderChildEpic', 'PUT', '/api/v4/groups/:id/epics/:epicIid/epics/:childEpicId')
export const reorderEpicIssue = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').reorderEpicIssue>('reorderEpicIssue', 'PUT', '/api/v4/groups/:id/epics/:epicIid/issues/:epicIssueId')
export const subscribeToEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').subscribeToEpic>('subscribeToEpic', 'POST', '/api/v4/groups/:id/epics/:epicIid/subscribe')
export const unsubscribeFromEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').unsubscribeFromEpic>('unsubscribeFromEpic', 'POST', '/api/v4/groups/:id/epics/:epicIid/unsubscribe')
export const updateEpic = /* @__PURE__ */ address<typeof import('#contract/plan/epics/epics.ts').updateEpic>('updateEpic', 'PUT', '/api/v4/groups/:id/epics/:epicIid')
export const getEscalationPoliciesPage = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/escalation-policies.ts').getEscalationPoliciesPage>('getEscalationPoliciesPage', 'GET', '/-/pages/escalation_policies')
export const createHandoverNote = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/handover-notes.ts').createHandoverNote>('createHandoverNote', 'POST', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/handover_notes')
export const deleteHandoverNote = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/handover-notes.ts').deleteHandoverNote>('deleteHandoverNote', 'DELETE', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/handover_notes/:noteId')
export const listHandoverNotes = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/handover-notes.ts').listHandoverNotes>('listHandoverNotes', 'GET', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/handover_notes')
export const updateHandoverNote = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/handover-notes.ts').updateHandoverNote>('updateHandoverNote', 'PUT', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/handover_notes/:noteId')
export const createOnCallCalendar = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call-calendars.ts').createOnCallCalendar>('createOnCallCalendar', 'POST', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/calendars')
export const previewOnCallCalendar = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call-calendars.ts').previewOnCallCalendar>('previewOnCallCalendar', 'POST', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/calendars/preview')
export const readOnCallCalendar = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call-calendars.ts').readOnCallCalendar>('readOnCallCalendar', 'POST', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/calendars/:rotationId/read')
export const updateOnCallCalendar = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call-calendars.ts').updateOnCallCalendar>('updateOnCallCalendar', 'PUT', '/api/v4/projects/:id/oncall_schedules/:scheduleIid/calendars/:rotationId')
export const getGroupOnCallPage = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call.ts').getGroupOnCallPage>('getGroupOnCallPage', 'GET', '/-/pages/group_on_call')
export const getOnCallPage = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/on-call.ts').getOnCallPage>('getOnCallPage', 'GET', '/-/pages/on_call')
export const changePublicUpdate = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').changePublicUpdate>('changePublicUpdate', 'PUT', '/api/v4/projects/:id/issues/:issueIid/publication/updates/:updateId')
export const getPublication = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').getPublication>('getPublication', 'GET', '/api/v4/projects/:id/issues/:issueIid/publication')
export const postPublicUpdate = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').postPublicUpdate>('postPublicUpdate', 'POST', '/api/v4/projects/:id/issues/:issueIid/publication/updates')
export const publishIncident = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').publishIncident>('publishIncident', 'POST', '/api/v4/projects/:id/issues/:issueIid/publication')
export const unpublishIncident = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').unpublishIncident>('unpublishIncident', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/publication')
export const updatePublication = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/publications.ts').updatePublication>('updatePublication', 'PUT', '/api/v4/projects/:id/issues/:issueIid/publication')
export const acceptSwap = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').acceptSwap>('acceptSwap', 'POST', '/api/v4/projects/:id/oncall_swaps/:swapId/accept')
export const askForSwap = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').askForSwap>('askForSwap', 'POST', '/api/v4/projects/:id/oncall_swaps')
export const declineSwap = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').declineSwap>('declineSwap', 'POST', '/api/v4/projects/:id/oncall_swaps/:swapId/decline')
export const getSwapOptions = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').getSwapOptions>('getSwapOptions', 'GET', '/-/pages/swap_options')
export const getWaitingSwaps = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').getWaitingSwaps>('getWaitingSwaps', 'GET', '/-/pages/waiting_swaps')
export const listShiftSwaps = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').listShiftSwaps>('listShiftSwaps', 'GET', '/api/v4/projects/:id/oncall_swaps')
export const withdrawSwap = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/shift-swaps.ts').withdrawSwap>('withdrawSwap', 'DELETE', '/api/v4/projects/:id/oncall_swaps/:swapId')
export const createStatusComponent = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').createStatusComponent>('createStatusComponent', 'POST', '/api/v4/projects/:id/status_page/components')
export const deleteStatusComponent = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').deleteStatusComponent>('deleteStatusComponent', 'DELETE', '/api/v4/projects/:id/status_page/components/:componentId')
export const getStatusComponent = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').getStatusComponent>('getStatusComponent', 'GET', '/api/v4/projects/:id/status_page/components/:componentId')
export const getStatusSettingsPage = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').getStatusSettingsPage>('getStatusSettingsPage', 'GET', '/-/pages/status_settings')
export const listStatusComponents = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').listStatusComponents>('listStatusComponents', 'GET', '/api/v4/projects/:id/status_page/components')
export const updateStatusComponent = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-components.ts').updateStatusComponent>('updateStatusComponent', 'PUT', '/api/v4/projects/:id/status_page/components/:componentId')
export const setStatusHost = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-host.ts').setStatusHost>('setStatusHost', 'PUT', '/api/v4/projects/:id/status_page/host')
export const getStatusPage = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-page.ts').getStatusPage>('getStatusPage', 'GET', '/api/v4/projects/:id/status_page')
export const statusPageFeed = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-page.ts').statusPageFeed>('statusPageFeed', 'GET', '/-/feeds/status')
export const listStatusSubscribers = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-subscribers.ts').listStatusSubscribers>('listStatusSubscribers', 'GET', '/api/v4/projects/:id/status_page/subscribers')
export const removeStatusSubscriber = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-subscribers.ts').removeStatusSubscriber>('removeStatusSubscriber', 'DELETE', '/api/v4/projects/:id/status_page/subscribers/:subscriberId')
export const subscribeToStatus = /* @__PURE__ */ address<typeof import('#contract/plan/incidents/status-subscribers.ts').subscribeToStatus>('subscribeToStatus', 'POST', '/:namespace/-/status/subscribe')
export const issueDiscussion = {
  listNotes: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listNotes>('listIssueNotes', 'GET', '/api/v4/projects/:id/issues/:issueIid/notes'),
  getNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getNote>('getIssueNote', 'GET', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId'),
  createNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.createNote>('createIssueNote', 'POST', '/api/v4/projects/:id/issues/:issueIid/notes'),
  updateNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.updateNote>('updateIssueNote', 'PUT', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId'),
  deleteNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.deleteNote>('deleteIssueNote', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId'),
  listDiscussions: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listDiscussions>('listIssueDiscussions', 'GET', '/api/v4/projects/:id/issues/:issueIid/discussions'),
  getDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getDiscussion>('getIssueDiscussion', 'GET', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId'),
  createDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.createDiscussion>('createIssueDiscussion', 'POST', '/api/v4/projects/:id/issues/:issueIid/discussions'),
  resolveDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.resolveDiscussion>('resolveIssueDiscussion', 'PUT', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId'),
  listDiscussionNotes: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listDiscussionNotes>('listIssueDiscussionNotes', 'GET', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId/notes'),
  replyToDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.replyToDiscussion>('replyToIssueDiscussion', 'POST', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId/notes'),
  getDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getDiscussionNote>('getIssueDiscussionNote', 'GET', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId'),
  updateDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.updateDiscussionNote>('updateIssueDiscussionNote', 'PUT', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId'),
  deleteDiscussionNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.deleteDiscussionNote>('deleteIssueDiscussionNote', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/discussions/:discussionId/notes/:noteId'),
  listDraftNotes: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listDraftNotes>('listIssueDraftNotes', 'GET', '/api/v4/projects/:id/issues/:issueIid/draft_notes'),
  getDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getDraftNote>('getIssueDraftNote', 'GET', '/api/v4/projects/:id/issues/:issueIid/draft_notes/:draftNoteId'),
  createDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.createDraftNote>('createIssueDraftNote', 'POST', '/api/v4/projects/:id/issues/:issueIid/draft_notes'),
  updateDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.updateDraftNote>('updateIssueDraftNote', 'PUT', '/api/v4/projects/:id/issues/:issueIid/draft_notes/:draftNoteId'),
  editDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.editDraftNote>('editIssueDraftNote', 'POST', '/api/v4/projects/:id/issues/:issueIid/draft_notes/:draftNoteId'),
  deleteDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.deleteDraftNote>('deleteIssueDraftNote', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/draft_notes/:draftNoteId'),
  publishDraftNote: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.publishDraftNote>('publishIssueDraftNote', 'PUT', '/api/v4/projects/:id/issues/:issueIid/draft_notes/:draftNoteId/publish'),
  publishDraftNotes: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.publishDraftNotes>('publishIssueDraftNotes', 'POST', '/api/v4/projects/:id/issues/:issueIid/draft_notes/bulk_publish'),
  listAwards: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listAwards>('listIssueAwards', 'GET', '/api/v4/projects/:id/issues/:issueIid/award_emoji'),
  getAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getAward>('getIssueAward', 'GET', '/api/v4/projects/:id/issues/:issueIid/award_emoji/:awardId'),
  createAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.createAward>('createIssueAward', 'POST', '/api/v4/projects/:id/issues/:issueIid/award_emoji'),
  deleteAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.deleteAward>('deleteIssueAward', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/award_emoji/:awardId'),
  listNoteAwards: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listNoteAwards>('listNoteAwards', 'GET', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId/award_emoji'),
  getNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getNoteAward>('getNoteAward', 'GET', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId/award_emoji/:awardId'),
  createNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.createNoteAward>('createNoteAward', 'POST', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId/award_emoji'),
  deleteNoteAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.deleteNoteAward>('deleteNoteAward', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/notes/:noteId/award_emoji/:awardId'),
  listLabelEvents: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listLabelEvents>('listLabelEvents', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_label_events'),
  getLabelEvent: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getLabelEvent>('getLabelEvent', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_label_events/:eventId'),
  listMilestoneEvents: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listMilestoneEvents>('listMilestoneEvents', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_milestone_events'),
  getMilestoneEvent: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getMilestoneEvent>('getMilestoneEvent', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_milestone_events/:eventId'),
  listStateEvents: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.listStateEvents>('listStateEvents', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_state_events'),
  getStateEvent: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussion.getStateEvent>('getStateEvent', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_state_events/:eventId'),
}
export const issueDiscussionPage = {
  listPageDiscussions: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.listPageDiscussions>('listPageDiscussions', 'GET', '/:namespace/-/issues/:iid/discussions.json'),
  getDiscussionSummary: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.getDiscussionSummary>('getDiscussionSummary', 'GET', '/:namespace/-/issues/:iid/discussions/summary.json'),
  searchPageNotes: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.searchPageNotes>('searchPageNotes', 'GET', '/:namespace/-/issues/:iid/discussions/search.json'),
  resolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.resolvePageDiscussion>('resolvePageDiscussion', 'POST', '/:namespace/-/issues/:iid/discussions/:discussionId/resolve'),
  unresolvePageDiscussion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.unresolvePageDiscussion>('unresolvePageDiscussion', 'DELETE', '/:namespace/-/issues/:iid/discussions/:discussionId/resolve'),
  putPageDiscussionResolve: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.putPageDiscussionResolve>('putPageDiscussionResolve', 'PUT', '/:namespace/-/issues/:iid/discussions/:discussionId/resolve'),
  listPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.listPageDrafts>('listPageDrafts', 'GET', '/:namespace/-/issues/:iid/drafts'),
  createPageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.createPageDraft>('createPageDraft', 'POST', '/:namespace/-/issues/:iid/drafts'),
  updatePageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.updatePageDraft>('updatePageDraft', 'PUT', '/:namespace/-/issues/:iid/drafts/:draftId'),
  deletePageDraft: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.deletePageDraft>('deletePageDraft', 'DELETE', '/:namespace/-/issues/:iid/drafts/:draftId'),
  publishPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.publishPageDrafts>('publishPageDrafts', 'POST', '/:namespace/-/issues/:iid/drafts/publish'),
  discardPageDrafts: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.discardPageDrafts>('discardPageDrafts', 'DELETE', '/:namespace/-/issues/:iid/drafts/discard'),
  toggleAward: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.toggleAward>('toggleIssueAward', 'POST', '/:namespace/-/issues/:iid/toggle_award_emoji'),
  getDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.getDescriptionVersion>('getDescriptionVersion', 'GET', '/:namespace/-/issues/:iid/descriptions/:versionId'),
  getDescriptionDiff: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.getDescriptionDiff>('getDescriptionDiff', 'GET', '/:namespace/-/issues/:iid/descriptions/:versionId/diff'),
  deleteDescriptionVersion: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.deleteDescriptionVersion>('deleteDescriptionVersion', 'DELETE', '/:namespace/-/issues/:iid/descriptions/:versionId'),
  markRead: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.markRead>('markRead', 'PUT', '/:namespace/-/issues/:iid/read_mark'),
  toggleSubscription: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issueDiscussionPage.toggleSubscription>('toggleIssueSubscription', 'POST', '/:namespace/-/issues/:iid/toggle_subscription'),
}
export const issuePlanningEvents = {
  listWeightEvents: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issuePlanningEvents.listWeightEvents>('listWeightEvents', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_weight_events'),
  getWeightEvent: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issuePlanningEvents.getWeightEvent>('getWeightEvent', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_weight_events/:eventId'),
  listIterationEvents: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issuePlanningEvents.listIterationEvents>('listIterationEvents', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_iteration_events'),
  getIterationEvent: /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-discussion.ts').issuePlanningEvents.getIterationEvent>('getIterationEvent', 'GET', '/api/v4/projects/:id/issues/:issueIid/resource_iteration_events/:eventId'),
}
export const addIssueChildren = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').addIssueChildren>('addIssueChildren', 'POST', '/:namespace/-/issues/:iid/children')
export const autocompleteProjects = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').autocompleteProjects>('autocompleteProjects', 'GET', '/-/autocomplete/projects')
export const autocompleteUsers = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').autocompleteUsers>('autocompleteUsers', 'GET', '/-/autocomplete/users')
export const bulkUpdateIssues = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').bulkUpdateIssues>('bulkUpdateIssues', 'POST', '/:namespace/-/issues/bulk_update')
export const deleteIssueEntity = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').deleteIssueEntity>('deleteIssueEntity', 'DELETE', '/:namespace/-/issues/:iid.json')
export const getIssueChanges = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').getIssueChanges>('getIssueChanges', 'GET', '/:namespace/-/issues/:iid/realtime_changes')
export const getIssueChangesOfJson = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').getIssueChangesOfJson>('getIssueChangesOfJson', 'GET', '/:namespace/-/issues/:iid.json/realtime_changes')
export const getIssueEntity = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').getIssueEntity>('getIssueEntity', 'GET', '/:namespace/-/issues/:iid.json')
export const moveIssueOnPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').moveIssueOnPage>('moveIssueOnPage', 'POST', '/:namespace/-/issues/:iid/move')
export const patchIssueEntity = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').patchIssueEntity>('patchIssueEntity', 'PATCH', '/:namespace/-/issues/:iid.json')
export const reorderIssueOnPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').reorderIssueOnPage>('reorderIssueOnPage', 'PUT', '/:namespace/-/issues/:iid/reorder')
export const submitIssueAsSpam = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').submitIssueAsSpam>('submitIssueAsSpam', 'POST', '/:namespace/-/issues/:iid/mark_as_spam')
export const updateIssueEntity = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-page-calls.ts').updateIssueEntity>('updateIssueEntity', 'PUT', '/:namespace/-/issues/:iid.json')
export const getGroupIncidentsPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getGroupIncidentsPage>('getGroupIncidentsPage', 'GET', '/-/pages/group_incidents')
export const getGroupIssuesPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getGroupIssuesPage>('getGroupIssuesPage', 'GET', '/-/pages/group_issues')
export const getIncidentsPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getIncidentsPage>('getIncidentsPage', 'GET', '/-/pages/incidents')
export const getIssuePage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getIssuePage>('getIssuePage', 'GET', '/-/pages/issue')
export const getIssuesPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getIssuesPage>('getIssuesPage', 'GET', '/-/pages/issues')
export const getNewIssuePage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getNewIssuePage>('getNewIssuePage', 'GET', '/-/pages/new_issue')
export const getServiceDeskPage = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issue-pages.ts').getServiceDeskPage>('getServiceDeskPage', 'GET', '/-/pages/service_desk')
export const cloneIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').cloneIssue>('cloneIssue', 'POST', '/api/v4/projects/:id/issues/:issueIid/clone')
export const createIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').createIssue>('createIssue', 'POST', '/api/v4/projects/:id/issues')
export const deleteIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').deleteIssue>('deleteIssue', 'DELETE', '/api/v4/projects/:id/issues/:issueIid')
export const getGroupIssuesStatistics = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').getGroupIssuesStatistics>('getGroupIssuesStatistics', 'GET', '/api/v4/groups/:id/issues_statistics')
export const getIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').getIssue>('getIssue', 'GET', '/api/v4/projects/:id/issues/:issueIid')
export const getIssueById = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').getIssueById>('getIssueById', 'GET', '/api/v4/issues/:id')
export const getIssuesStatistics = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').getIssuesStatistics>('getIssuesStatistics', 'GET', '/api/v4/issues_statistics')
export const getProjectIssuesStatistics = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').getProjectIssuesStatistics>('getProjectIssuesStatistics', 'GET', '/api/v4/projects/:id/issues_statistics')
export const listGroupIssues = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').listGroupIssues>('listGroupIssues', 'GET', '/api/v4/groups/:id/issues')
export const listIssues = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').listIssues>('listIssues', 'GET', '/api/v4/issues')
export const listParticipants = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').listParticipants>('listParticipants', 'GET', '/api/v4/projects/:id/issues/:issueIid/participants')
export const listProjectIssues = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').listProjectIssues>('listProjectIssues', 'GET', '/api/v4/projects/:id/issues')
export const moveIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').moveIssue>('moveIssue', 'POST', '/api/v4/projects/:id/issues/:issueIid/move')
export const reorderIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').reorderIssue>('reorderIssue', 'PUT', '/api/v4/projects/:id/issues/:issueIid/reorder')
export const subscribeToIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').subscribeToIssue>('subscribeToIssue', 'POST', '/api/v4/projects/:id/issues/:issueIid/subscribe')
export const unsubscribeFromIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').unsubscribeFromIssue>('unsubscribeFromIssue', 'POST', '/api/v4/projects/:id/issues/:issueIid/unsubscribe')
export const updateIssue = /* @__PURE__ */ address<typeof import('#contract/plan/issues/issues.ts').updateIssue>('updateIssue', 'PUT', '/api/v4/projects/:id/issues/:issueIid')
export const getGroupLabelsPage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getGroupLabelsPage>('getGroupLabelsPage', 'GET', '/-/pages/group_labels')
export const getGroupMilestonePage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getGroupMilestonePage>('getGroupMilestonePage', 'GET', '/-/pages/group_milestone')
export const getGroupMilestonesPage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getGroupMilestonesPage>('getGroupMilestonesPage', 'GET', '/-/pages/group_milestones')
export const getLabelsPage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getLabelsPage>('getLabelsPage', 'GET', '/-/pages/labels')
export const getMilestonePage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>('getMilestonePage', 'GET', '/-/pages/milestone')
export const getMilestonesPage = /* @__PURE__ */ address<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonesPage>('getMilestonesPage', 'GET', '/-/pages/milestones')
export const mergeGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/label-merges.ts').mergeGroupLabel>('mergeGroupLabel', 'POST', '/groups/:namespace/-/labels/:labelId/merge.json')
export const mergeProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/label-merges.ts').mergeProjectLabel>('mergeProjectLabel', 'POST', '/:namespace/-/labels/:labelId/merge.json')
export const previewGroupLabelMerge = /* @__PURE__ */ address<typeof import('#contract/plan/labels/label-merges.ts').previewGroupLabelMerge>('previewGroupLabelMerge', 'GET', '/groups/:namespace/-/labels/:labelId/merge.json')
export const previewProjectLabelMerge = /* @__PURE__ */ address<typeof import('#contract/plan/labels/label-merges.ts').previewProjectLabelMerge>('previewProjectLabelMerge', 'GET', '/:namespace/-/labels/:labelId/merge.json')
export const createGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').createGroupLabel>('createGroupLabel', 'POST', '/api/v4/groups/:id/labels')
export const createGroupLabelOption = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').createGroupLabelOption>('createGroupLabelOption', 'POST', '/groups/:namespace/-/labels.json')
export const createLabelOption = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').createLabelOption>('createLabelOption', 'POST', '/:namespace/-/labels.json')
export const createProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').createProjectLabel>('createProjectLabel', 'POST', '/api/v4/projects/:id/labels')
export const deleteGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').deleteGroupLabel>('deleteGroupLabel', 'DELETE', '/api/v4/groups/:id/labels/:labelId')
export const deleteGroupLabelByName = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').deleteGroupLabelByName>('deleteGroupLabelByName', 'DELETE', '/api/v4/groups/:id/labels')
export const deleteProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').deleteProjectLabel>('deleteProjectLabel', 'DELETE', '/api/v4/projects/:id/labels/:labelId')
export const deleteProjectLabelByName = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').deleteProjectLabelByName>('deleteProjectLabelByName', 'DELETE', '/api/v4/projects/:id/labels')
export const getGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').getGroupLabel>('getGroupLabel', 'GET', '/api/v4/groups/:id/labels/:labelId')
export const getProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').getProjectLabel>('getProjectLabel', 'GET', '/api/v4/projects/:id/labels/:labelId')
export const listGroupLabelOptions = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').listGroupLabelOptions>('listGroupLabelOptions', 'GET', '/groups/:namespace/-/labels.json')
export const listGroupLabels = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').listGroupLabels>('listGroupLabels', 'GET', '/api/v4/groups/:id/labels')
export const listLabelOptions = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').listLabelOptions>('listLabelOptions', 'GET', '/:namespace/-/labels.json')
export const listProjectLabels = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').listProjectLabels>('listProjectLabels', 'GET', '/api/v4/projects/:id/labels')
export const promoteLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').promoteLabel>('promoteLabel', 'PUT', '/api/v4/projects/:id/labels/:labelId/promote')
export const promoteLabelByName = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').promoteLabelByName>('promoteLabelByName', 'PUT', '/api/v4/projects/:id/labels/promote')
export const subscribeToGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').subscribeToGroupLabel>('subscribeToGroupLabel', 'POST', '/api/v4/groups/:id/labels/:labelId/subscribe')
export const subscribeToProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').subscribeToProjectLabel>('subscribeToProjectLabel', 'POST', '/api/v4/projects/:id/labels/:labelId/subscribe')
export const unsubscribeFromGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').unsubscribeFromGroupLabel>('unsubscribeFromGroupLabel', 'POST', '/api/v4/groups/:id/labels/:labelId/unsubscribe')
export const unsubscribeFromProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').unsubscribeFromProjectLabel>('unsubscribeFromProjectLabel', 'POST', '/api/v4/projects/:id/labels/:labelId/unsubscribe')
export const updateGroupLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').updateGroupLabel>('updateGroupLabel', 'PUT', '/api/v4/groups/:id/labels/:labelId')
export const updateGroupLabelByName = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').updateGroupLabelByName>('updateGroupLabelByName', 'PUT', '/api/v4/groups/:id/labels')
export const updateProjectLabel = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').updateProjectLabel>('updateProjectLabel', 'PUT', '/api/v4/projects/:id/labels/:labelId')
export const updateProjectLabelByName = /* @__PURE__ */ address<typeof import('#contract/plan/labels/labels.ts').updateProjectLabelByName>('updateProjectLabelByName', 'PUT', '/api/v4/projects/:id/labels')
export const epicsCsv = {
  download: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').epicsCsv.download>('downloadEpicsCsv', 'GET', '/groups/:namespace/-/epics/export_csv'),
  post: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').epicsCsv.post>('exportEpicsCsv', 'POST', '/groups/:namespace/-/epics/export_csv'),
  mail: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').epicsCsv.mail>('mailEpicsCsv', 'POST', '/groups/:namespace/-/epics/export_csv/mail'),
}
export const groupIssuesCsv = {
  download: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupIssuesCsv.download>('downloadGroupIssuesCsv', 'GET', '/groups/:namespace/-/issues/export_csv'),
  post: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupIssuesCsv.post>('exportGroupIssuesCsv', 'POST', '/groups/:namespace/-/issues/export_csv'),
  mail: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupIssuesCsv.mail>('mailGroupIssuesCsv', 'POST', '/groups/:namespace/-/issues/export_csv/mail'),
}
export const groupMergeRequestsCsv = {
  download: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupMergeRequestsCsv.download>('downloadGroupMergeRequestsCsv', 'GET', '/groups/:namespace/-/merge_requests/export_csv'),
  post: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupMergeRequestsCsv.post>('exportGroupMergeRequestsCsv', 'POST', '/groups/:namespace/-/merge_requests/export_csv'),
  mail: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').groupMergeRequestsCsv.mail>('mailGroupMergeRequestsCsv', 'POST', '/groups/:namespace/-/merge_requests/export_csv/mail'),
}
export const issuesCsv = {
  download: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').issuesCsv.download>('downloadIssuesCsv', 'GET', '/:namespace/-/issues/export_csv'),
  post: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').issuesCsv.post>('exportIssuesCsv', 'POST', '/:namespace/-/issues/export_csv'),
  mail: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').issuesCsv.mail>('mailIssuesCsv', 'POST', '/:namespace/-/issues/export_csv/mail'),
}
export const mergeRequestsCsv = {
  download: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').mergeRequestsCsv.download>('downloadMergeRequestsCsv', 'GET', '/:namespace/-/merge_requests/export_csv'),
  post: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').mergeRequestsCsv.post>('exportMergeRequestsCsv', 'POST', '/:namespace/-/merge_requests/export_csv'),
  mail: /* @__PURE__ */ address<typeof import('#contract/plan/lists/csv-exports.ts').mergeRequestsCsv.mail>('mailMergeRequestsCsv', 'POST', '/:namespace/-/merge_requests/export_csv/mail'),
}
export const filterOptionOperations = {
  project: /* @__PURE__ */ address<typeof import('#contract/plan/lists/filter-options.ts').filterOptionOperations.project>('listProjectFilterOptions', 'GET', '/api/v4/projects/:id/issue_filter_options'),
  group: /* @__PURE__ */ address<typeof import('#contract/plan/lists/filter-options.ts').filterOptionOperations.group>('listGroupFilterOptions', 'GET', '/api/v4/groups/:id/issue_filter_options'),
}
export const listGroupFilterOptions = /* @__PURE__ */ address<typeof import('#contract/plan/lists/filter-options.ts').listGroupFilterOptions>('listGroupFilterOptions', 'GET', '/api/v4/groups/:id/issue_filter_options')
export const listProjectFilterOptions = /* @__PURE__ */ address<typeof import('#contract/plan/lists/filter-options.ts').listProjectFilterOptions>('listProjectFilterOptions', 'GET', '/api/v4/projects/:id/issue_filter_options')
export const groupSavedViews = {
  list: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').groupSavedViews.list>('listGroupSavedViews', 'GET', '/api/v4/groups/:id/saved_views'),
  create: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').groupSavedViews.create>('createGroupSavedView', 'POST', '/api/v4/groups/:id/saved_views'),
  update: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').groupSavedViews.update>('updateGroupSavedView', 'PUT', '/api/v4/groups/:id/saved_views/:viewId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').groupSavedViews.remove>('deleteGroupSavedView', 'DELETE', '/api/v4/groups/:id/saved_views/:viewId'),
}
export const projectSavedViews = {
  list: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').projectSavedViews.list>('listProjectSavedViews', 'GET', '/api/v4/projects/:id/saved_views'),
  create: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').projectSavedViews.create>('createProjectSavedView', 'POST', '/api/v4/projects/:id/saved_views'),
  update: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').projectSavedViews.update>('updateProjectSavedView', 'PUT', '/api/v4/projects/:id/saved_views/:viewId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').projectSavedViews.remove>('deleteProjectSavedView', 'DELETE', '/api/v4/projects/:id/saved_views/:viewId'),
}
export const todoViews = {
  list: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').todoViews.list>('listTodoViews', 'GET', '/api/v4/todos/saved_views'),
  create: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').todoViews.create>('createTodoView', 'POST', '/api/v4/todos/saved_views'),
  update: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').todoViews.update>('updateTodoView', 'PUT', '/api/v4/todos/saved_views/:viewId'),
  remove: /* @__PURE__ */ address<typeof import('#contract/plan/lists/saved-views.ts').todoViews.remove>('deleteTodoView', 'DELETE', '/api/v4/todos/saved_views/:viewId'),
}
export const answerServiceDeskRequest = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').answerServiceDeskRequest>('answerServiceDeskRequest', 'POST', '/-/service_desk/requests/:token/comments')
export const createRequestPuzzle = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').createRequestPuzzle>('createRequestPuzzle', 'POST', '/:namespace/-/service_desk/puzzles')
export const createServiceDeskRequest = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').createServiceDeskRequest>('createServiceDeskRequest', 'POST', '/:namespace/-/service_desk/requests')
export const getRequestForm = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').getRequestForm>('getRequestForm', 'GET', '/-/pages/request_form')
export const getServiceDeskFile = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').getServiceDeskFile>('getServiceDeskFile', 'GET', '/-/service_desk/requests/:token/files/:secret/:filename')
export const getServiceDeskRequest = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').getServiceDeskRequest>('getServiceDeskRequest', 'GET', '/-/pages/service_desk_request')
export const setServiceDeskRequestState = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/request-pages.ts').setServiceDeskRequestState>('setServiceDeskRequestState', 'PUT', '/-/service_desk/requests/:token')
export const getServiceDeskSettingsPage = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/service-desk.ts').getServiceDeskSettingsPage>('getServiceDeskSettingsPage', 'GET', '/-/pages/service_desk_settings')
export const updateServiceDesk = /* @__PURE__ */ address<typeof import('#contract/plan/service-desk/service-desk.ts').updateServiceDesk>('updateServiceDesk', 'PUT', '/:namespace/-/settings/service_desk')
export const getGroupIterationPage = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getGroupIterationPage>('getGroupIterationPage', 'GET', '/-/pages/group_iteration')
export const getGroupIterationsPage = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getGroupIterationsPage>('getGroupIterationsPage', 'GET', '/-/pages/group_iterations')
export const getIterationsPage = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getIterationsPage>('getIterationsPage', 'GET', '/-/pages/iterations')
export const listGroupIterations = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/iterations.ts').listGroupIterations>('listGroupIterations', 'GET', '/api/v4/groups/:id/iterations')
export const listProjectIterations = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/iterations.ts').listProjectIterations>('listProjectIterations', 'GET', '/api/v4/projects/:id/iterations')
export const createGroupMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').createGroupMilestone>('createGroupMilestone', 'POST', '/api/v4/groups/:id/milestones')
export const createProjectMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').createProjectMilestone>('createProjectMilestone', 'POST', '/api/v4/projects/:id/milestones')
export const deleteGroupMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').deleteGroupMilestone>('deleteGroupMilestone', 'DELETE', '/api/v4/groups/:id/milestones/:milestoneId')
export const deleteProjectMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').deleteProjectMilestone>('deleteProjectMilestone', 'DELETE', '/api/v4/projects/:id/milestones/:milestoneId')
export const getGroupMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').getGroupMilestone>('getGroupMilestone', 'GET', '/api/v4/groups/:id/milestones/:milestoneId')
export const getProjectMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').getProjectMilestone>('getProjectMilestone', 'GET', '/api/v4/projects/:id/milestones/:milestoneId')
export const listGroupMilestoneBurndownEvents = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listGroupMilestoneBurndownEvents>('listGroupMilestoneBurndownEvents', 'GET', '/api/v4/groups/:id/milestones/:milestoneId/burndown_events')
export const listGroupMilestoneIssues = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listGroupMilestoneIssues>('listGroupMilestoneIssues', 'GET', '/api/v4/groups/:id/milestones/:milestoneId/issues')
export const listGroupMilestoneOptions = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listGroupMilestoneOptions>('listGroupMilestoneOptions', 'GET', '/groups/:namespace/-/milestones.json')
export const listGroupMilestones = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listGroupMilestones>('listGroupMilestones', 'GET', '/api/v4/groups/:id/milestones')
export const listMilestoneOptions = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listMilestoneOptions>('listMilestoneOptions', 'GET', '/:namespace/-/milestones.json')
export const listProjectMilestoneBurndownEvents = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listProjectMilestoneBurndownEvents>('listProjectMilestoneBurndownEvents', 'GET', '/api/v4/projects/:id/milestones/:milestoneId/burndown_events')
export const listProjectMilestoneIssues = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listProjectMilestoneIssues>('listProjectMilestoneIssues', 'GET', '/api/v4/projects/:id/milestones/:milestoneId/issues')
export const listProjectMilestones = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').listProjectMilestones>('listProjectMilestones', 'GET', '/api/v4/projects/:id/milestones')
export const promoteMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').promoteMilestone>('promoteMilestone', 'POST', '/api/v4/projects/:id/milestones/:milestoneId/promote')
export const updateGroupMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').updateGroupMilestone>('updateGroupMilestone', 'PUT', '/api/v4/groups/:id/milestones/:milestoneId')
export const updateProjectMilestone = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/milestones.ts').updateProjectMilestone>('updateProjectMilestone', 'PUT', '/api/v4/projects/:id/milestones/:milestoneId')
export const addSpentTime = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').addSpentTime>('addSpentTime', 'POST', '/api/v4/projects/:id/issues/:issueIid/add_spent_time')
export const getTimeStats = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').getTimeStats>('getTimeStats', 'GET', '/api/v4/projects/:id/issues/:issueIid/time_stats')
export const resetSpentTime = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').resetSpentTime>('resetSpentTime', 'POST', '/api/v4/projects/:id/issues/:issueIid/reset_spent_time')
export const resetTimeEstimate = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').resetTimeEstimate>('resetTimeEstimate', 'POST', '/api/v4/projects/:id/issues/:issueIid/reset_time_estimate')
export const setTimeEstimate = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').setTimeEstimate>('setTimeEstimate', 'POST', '/api/v4/projects/:id/issues/:issueIid/time_estimate')
export const trackTime = /* @__PURE__ */ address<typeof import('#contract/plan/timeboxes/time-tracking.ts').trackTime>('trackTime', 'PUT', '/:namespace/-/issues/:iid/time_tracking')
export const addLinkedIssues = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').addLinkedIssues>('addLinkedIssues', 'POST', '/:namespace/-/issues/:iid/links')
export const createIssueLink = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').createIssueLink>('createIssueLink', 'POST', '/api/v4/projects/:id/issues/:issueIid/links')
export const deleteIssueLink = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').deleteIssueLink>('deleteIssueLink', 'DELETE', '/api/v4/projects/:id/issues/:issueIid/links/:issueLinkId')
export const getIssueLink = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').getIssueLink>('getIssueLink', 'GET', '/api/v4/projects/:id/issues/:issueIid/links/:issueLinkId')
export const listIssueLinks = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').listIssueLinks>('listIssueLinks', 'GET', '/api/v4/projects/:id/issues/:issueIid/links')
export const listLinkedIssues = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').listLinkedIssues>('listLinkedIssues', 'GET', '/:namespace/-/issues/:iid/links')
export const removeLinkedIssue = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').removeLinkedIssue>('removeLinkedIssue', 'DELETE', '/:namespace/-/issues/:iid/links/:linkId')
export const reorderLinkedIssue = /* @__PURE__ */ address<typeof import('#contract/plan/work-items/links.ts').reorderLinkedIssue>('reorderLinkedIssue', 'PUT', '/:namespace/-/issues/:iid/links/:linkId')
export const getFeedToken = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').getFeedToken>('getFeedToken', 'GET', '/-/user_settings/feed_token')
export const issueFeeds = {
  projectAtom: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.projectAtom>('getProjectIssuesAtom', 'GET', '/:namespace/-/issues.atom'),
  projectCalendar: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.projectCalendar>('getProjectIssuesCalendar', 'GET', '/:namespace/-/issues.ics'),
  groupAtom: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.groupAtom>('getGroupIssuesAtom', 'GET', '/groups/:namespace/-/issues.atom'),
  groupCalendar: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.groupCalendar>('getGroupIssuesCalendar', 'GET', '/groups/:namespace/-/issues.ics'),
  ownAtom: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.ownAtom>('getOwnIssuesAtom', 'GET', '/dashboard/issues.atom'),
  ownCalendar: /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').issueFeeds.ownCalendar>('getOwnIssuesCalendar', 'GET', '/dashboard/issues.ics'),
}
export const resetFeedToken = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-feeds.ts').resetFeedToken>('resetFeedToken', 'PUT', '/-/user_settings/feed_token')
export const cancelIssueImport = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-imports.ts').cancelIssueImport>('cancelIssueImport', 'DELETE', '/:namespace/-/issues/imports/:id')
export const importIssuesCsv = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-imports.ts').importIssuesCsv>('importIssuesCsv', 'POST', '/:namespace/-/issues/import_csv')
export const issueImportPage = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-imports.ts').issueImportPage>('issueImportPage', 'GET', '/-/pages/issue_import')
export const issueImportsDialog = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-imports.ts').issueImportsDialog>('issueImportsDialog', 'GET', '/-/pages/issue_imports')
export const startIssueImport = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-imports.ts').startIssueImport>('startIssueImport', 'POST', '/:namespace/-/issues/imports/:id/start')
export const issueMailAddress = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-mails.ts').issueMailAddress>('issueMailAddress', 'GET', '/-/pages/issue_mail_address')
export const resetIssueMailAddress = /* @__PURE__ */ address<typeof import('#contract/transfer/issue-mails.ts').resetIssueMailAddress>('resetIssueMailAddress', 'PUT', '/:namespace/new_issuable_address')
export const importFromJira = /* @__PURE__ */ address<typeof import('#contract/transfer/jira-imports.ts').importFromJira>('importFromJira', 'POST', '/:namespace/-/import/jira')
export const importJiraCsv = /* @__PURE__ */ address<typeof import('#contract/transfer/jira-imports.ts').importJiraCsv>('importJiraCsv', 'POST', '/:namespace/-/import/jira/csv')
export const jiraImportPage = /* @__PURE__ */ address<typeof import('#contract/transfer/jira-imports.ts').jiraImportPage>('jiraImportPage', 'GET', '/-/pages/jira_import')
export const mapImportedPeople = /* @__PURE__ */ address<typeof import('#contract/transfer/jira-imports.ts').mapImportedPeople>('mapImportedPeople', 'PUT', '/:namespace/-/issues/imports/:id/people')
export const getOnCallCalendar = /* @__PURE__ */ address<typeof import('#contract/transfer/on-call-feeds.ts').getOnCallCalendar>('getOnCallCalendar', 'GET', '/:namespace/-/oncall_schedules.ics')
export const getOnCallImportPage = /* @__PURE__ */ address<typeof import('#contract/transfer/on-call-imports.ts').getOnCallImportPage>('getOnCallImportPage', 'GET', '/-/pages/on_call_import')
export const importOnCall = /* @__PURE__ */ address<typeof import('#contract/transfer/on-call-imports.ts').importOnCall>('importOnCall', 'POST', '/api/v4/projects/:id/oncall_imports')
export const previewOnCallImport = /* @__PURE__ */ address<typeof import('#contract/transfer/on-call-imports.ts').previewOnCallImport>('previewOnCallImport', 'POST', '/api/v4/projects/:id/oncall_imports/preview')
