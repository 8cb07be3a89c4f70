import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operation } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Page } from '#contract/shapes.ts'

const tag = 'Award emoji'

/** @source rest.md 2.3 */
export const AwardEmoji = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  user: UserBasic,
  createdAt: DateTime,
  updatedAt: DateTime,
  awardableId: Type.Integer(),
  awardableType: Type.String(),
})

const issue = { id: NamespaceRef, issueIid: Type.Integer() }
const note = { ...issue, noteId: Type.Integer() }
const award = { awardId: Type.Integer() }
/** Clients send names of digits, such as `100`, as numbers. @source EMOJI-012 */
const emojiName = { name: Type.Union([Type.String(), Type.Integer()]) }

export const listIssueAwards = operation({
  name: 'listIssueAwards',
  summary: 'List the reactions to an issue',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/award_emoji',
  input: Type.Object({ ...issue, ...Page }),
  reply: Type.Array(AwardEmoji),
})
export const getIssueAward = operation({
  name: 'getIssueAward',
  summary: 'Get one reaction to an issue',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/award_emoji/:awardId',
  input: Type.Object({ ...issue, ...award }),
  reply: AwardEmoji,
})
export const createIssueAward = operation({
  name: 'createIssueAward',
  summary: 'React to an issue',
  tag,
  at: 'POST /projects/:id/issues/:issueIid/award_emoji',
  input: Type.Object({ ...issue, ...emojiName }),
  reply: AwardEmoji,
})
export const deleteIssueAward = operation({
  name: 'deleteIssueAward',
  summary: 'Take a reaction to an issue back',
  tag,
  at: 'DELETE /projects/:id/issues/:issueIid/award_emoji/:awardId',
  input: Type.Object({ ...issue, ...award }),
  reply: Empty,
})

export const listNoteAwards = operation({
  name: 'listNoteAwards',
  summary: 'List the reactions to a note',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/notes/:noteId/award_emoji',
  input: Type.Object({ ...note, ...Page }),
  reply: Type.Array(AwardEmoji),
})
export const getNoteAward = operation({
  name: 'getNoteAward',
  summary: 'Get one reaction to a note',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/notes/:noteId/award_emoji/:awardId',
  input: Type.Object({ ...note, ...award }),
  reply: AwardEmoji,
})
export const createNoteAward = operation({
  name: 'createNoteAward',
  summary: 'React to a note',
  tag,
  at: 'POST /projects/:id/issues/:issueIid/notes/:noteId/award_emoji',
  input: Type.Object({ ...note, ...emojiName }),
  reply: AwardEmoji,
})
export const deleteNoteAward = operation({
  name: 'deleteNoteAward',
  summary: 'Take a reaction to a note back',
  tag,
  at: 'DELETE /projects/:id/issues/:issueIid/notes/:noteId/award_emoji/:awardId',
  input: Type.Object({ ...note, ...award }),
  reply: Empty,
})

const Toggled = Type.Object({ ok: Type.Boolean() })

export const toggleIssueAward = operation({
  name: 'toggleIssueAward',
  summary: 'Add or take back a reaction to an issue from its page',
  tag,
  door: 'browser',
  at: 'POST /:namespace/-/issues/:iid/toggle_award_emoji',
  status: 200,
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer(), ...emojiName }),
  reply: Toggled,
})
export const toggleNoteAward = operation({
  name: 'toggleNoteAward',
  summary: 'Add or take back a reaction to a note from a page',
  tag,
  door: 'browser',
  at: 'POST /:namespace/notes/:noteId/toggle_award_emoji',
  status: 200,
  input: Type.Object({ namespace: Type.String(), noteId: Type.Integer(), ...emojiName }),
  reply: Toggled,
})
