import * as contract from '#contract/deploy/feature-flags/flags.ts'
import * as segments from '#contract/deploy/feature-flags/segments.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { change, create, currentFlag, remove } from './change.ts'
import { createToken, listTokens, revokeToken, rotateToken } from './client-tokens.ts'
import { flagByIid, flagByName } from './find.ts'
import { undoChange } from './history.ts'
import { flagsOfIssue, linkFlag, linkIssues, unlinkFlag, unlinkIssue } from './links.ts'
import { listFlags } from './list.ts'
import {
  showFlagPage,
  showFlagsPage,
  showNewFlagPage,
  showSegmentPage,
  showSegmentsPage,
  showUserListPage,
  showUserListsPage,
} from './pages-data.ts'
import { placesOf } from './places.ts'
import { presentFlag } from './present.ts'
import { approveRequest, rejectRequest, requestChange, withdrawRequest } from './requests.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  lockedSegment,
  segmentByIid,
  segmentOfAddress,
  showSegment,
  updateSegment,
} from './segments.ts'
import { switchFlag } from './switch.ts'
import {
  createUserList,
  deleteUserList,
  listUserLists,
  lockedUserList,
  showUserList,
  updateUserList,
  userListByIid,
  userListOfAddress,
} from './user-lists.ts'

const reads = 'project:read-feature-flags'
const manages = 'project:admin-feature-flags'
const tokensOf = { about: projectByRef, ability: 'project:admin-feature-flag-tokens' } as const
const ofIssue = { about: issueOfAddress, ability: 'issuable:read' } as const

export const featureFlagAnswers: readonly Answer[] = [
  answer(contract.listFeatureFlags, {
    about: projectByRef,
    ability: reads,
    run: (ctx, { id }, input) => listFlags(ctx, id, input),
  }),
  answer(contract.getFeatureFlag, {
    about: flagByName,
    ability: reads,
    run: async (_ctx, { flag }) => presentFlag(flag),
  }),
  answer(contract.createFeatureFlag, { about: projectByRef, ability: manages, run: create }),
  answer(contract.updateFeatureFlag, { about: flagByName, ability: manages, current: currentFlag, run: change }),
  answer(contract.deleteFeatureFlag, { about: flagByName, ability: manages, run: remove }),
  answer(contract.listFlagUserLists, {
    about: projectByRef,
    ability: reads,
    run: (ctx, { id }, input) => listUserLists(ctx, id, input),
  }),
  answer(contract.createFlagUserList, { about: projectByRef, ability: manages, run: createUserList }),
  answer(contract.getFlagUserList, {
    about: userListByIid,
    ability: reads,
    run: (ctx, { id }) => showUserList(ctx, id),
  }),
  answer(contract.updateFlagUserList, {
    about: userListByIid,
    ability: manages,
    current: lockedUserList,
    run: updateUserList,
  }),
  answer(contract.deleteFlagUserList, { about: userListByIid, ability: manages, run: deleteUserList }),
  answer(segments.listFlagSegments, {
    about: projectByRef,
    ability: reads,
    run: (ctx, { id }, input) => listSegments(ctx, id, input),
  }),
  answer(segments.createFlagSegment, { about: projectByRef, ability: manages, run: createSegment }),
  answer(segments.getFlagSegment, { about: segmentByIid, ability: reads, run: (ctx, { id }) => showSegment(ctx, id) }),
  answer(segments.updateFlagSegment, {
    about: segmentByIid,
    ability: manages,
    current: lockedSegment,
    run: updateSegment,
  }),
  answer(segments.deleteFlagSegment, { about: segmentByIid, ability: manages, run: deleteSegment }),
  answer(segments.getFlagSegmentsPage, { about: projectByPath, ability: reads, run: showSegmentsPage }),
  answer(segments.getFlagSegmentPage, { about: segmentOfAddress, ability: reads, run: showSegmentPage }),
  answer(contract.listFlagTokens, { ...tokensOf, run: (ctx, { id }, input) => listTokens(ctx, id, input) }),
  answer(contract.createFlagToken, { ...tokensOf, run: (ctx, { id }, input) => createToken(ctx, id, input) }),
  answer(contract.rotateFlagToken, { ...tokensOf, run: (ctx, { id }, { tokenId }) => rotateToken(ctx, id, tokenId) }),
  answer(contract.revokeFlagToken, { ...tokensOf, run: (ctx, { id }, { tokenId }) => revokeToken(ctx, id, tokenId) }),
  answer(contract.listFlagsOfIssue, { ...ofIssue, run: flagsOfIssue }),
  answer(contract.linkFlagToIssue, { ...ofIssue, run: (ctx, issue, { flag }) => linkFlag(ctx, issue, flag) }),
  answer(contract.unlinkFlagFromIssue, { ...ofIssue, run: (ctx, issue, { linkId }) => unlinkFlag(ctx, issue, linkId) }),
  answer(contract.getFeatureFlagsPage, { about: projectByPath, ability: reads, run: showFlagsPage }),
  answer(contract.getFeatureFlagPage, { about: flagByIid, ability: reads, run: showFlagPage }),
  answer(contract.switchFeatureFlag, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { environment, on }) => switchFlag(ctx, flag, environment, on),
  }),
  answer(contract.undoFlagChange, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { changeId }) => undoChange(ctx, flag, changeId),
  }),
  answer(contract.requestFlagChange, { about: flagByIid, ability: manages, run: requestChange }),
  answer(contract.approveFlagRequest, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { requestId, comment }) => approveRequest(ctx, flag, requestId, comment),
  }),
  answer(contract.rejectFlagRequest, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { requestId, comment }) => rejectRequest(ctx, flag, requestId, comment),
  }),
  answer(contract.withdrawFlagRequest, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { requestId }) => withdrawRequest(ctx, flag, requestId),
  }),
  answer(contract.linkIssuesToFlag, {
    about: flagByIid,
    ability: manages,
    run: async (ctx, flag, { issuableReferences }) => ({ linked: await linkIssues(ctx, flag, issuableReferences) }),
  }),
  answer(contract.unlinkIssueFromFlag, {
    about: flagByIid,
    ability: manages,
    run: (ctx, flag, { linkId }) => unlinkIssue(ctx, flag, linkId),
  }),
  answer(contract.listFlagPlaces, { about: flagByIid, ability: reads, run: placesOf }),
  answer(contract.getNewFeatureFlagPage, { about: projectByPath, ability: manages, run: showNewFlagPage }),
  answer(contract.getFlagUserListsPage, { about: projectByPath, ability: reads, run: showUserListsPage }),
  answer(contract.getFlagUserListPage, { about: userListOfAddress, ability: reads, run: showUserListPage }),
]
