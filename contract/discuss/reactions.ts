import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Page } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf, restKey } from './noteable-kind.ts'

const operation = operationsOf('Award emoji')

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

const award = { awardId: Type.Integer() }
/** Clients send names of digits, such as `100`, as numbers. @source EMOJI-012 */
const emojiName = { name: Type.Union([Type.String(), Type.Integer()]) }

const Toggled = Type.Object({ ok: Type.Boolean() })

export const toggleNoteAward = operation({
  name: 'toggleNoteAward',
  summary: 'Add or take back a reaction to a note from a page',
  at: 'POST /:namespace/notes/:noteId/toggle_award_emoji',
  status: 200,
  input: Type.Object({ namespace: Type.String(), noteId: Type.Integer(), ...emojiName }),
  reply: Toggled,
})

/** The operations of the API on the reactions to a kind and to its notes. */
export function awardOperations<Parameter extends string>(kind: NoteableKind<Parameter>) {
  const { name, nameUnlessIssue, aNoteable, restPath } = partsOf(kind)
  const noteable = restKey(kind.rest.parameter)
  const note = { ...noteable, noteId: Type.Integer() }
  return {
    listAwards: operation({
      name: `list${name}Awards`,
      summary: `List the reactions to ${aNoteable}`,
      at: `GET ${restPath}/award_emoji`,
      input: Type.Object({ ...noteable, ...Page }),
      reply: Type.Array(AwardEmoji),
    }),
    getAward: operation({
      name: `get${name}Award`,
      summary: `Get one reaction to ${aNoteable}`,
      at: `GET ${restPath}/award_emoji/:awardId`,
      input: Type.Object({ ...noteable, ...award }),
      reply: AwardEmoji,
    }),
    createAward: operation({
      name: `create${name}Award`,
      summary: `React to ${aNoteable}`,
      at: `POST ${restPath}/award_emoji`,
      input: Type.Object({ ...noteable, ...emojiName }),
      reply: AwardEmoji,
    }),
    deleteAward: operation({
      name: `delete${name}Award`,
      summary: `Take a reaction to ${aNoteable} back`,
      at: `DELETE ${restPath}/award_emoji/:awardId`,
      input: Type.Object({ ...noteable, ...award }),
      reply: Empty,
    }),
    listNoteAwards: operation({
      name: `list${nameUnlessIssue}NoteAwards`,
      summary: 'List the reactions to a note',
      at: `GET ${restPath}/notes/:noteId/award_emoji`,
      input: Type.Object({ ...note, ...Page }),
      reply: Type.Array(AwardEmoji),
    }),
    getNoteAward: operation({
      name: `get${nameUnlessIssue}NoteAward`,
      summary: 'Get one reaction to a note',
      at: `GET ${restPath}/notes/:noteId/award_emoji/:awardId`,
      input: Type.Object({ ...note, ...award }),
      reply: AwardEmoji,
    }),
    createNoteAward: operation({
      name: `create${nameUnlessIssue}NoteAward`,
      summary: 'React to a note',
      at: `POST ${restPath}/notes/:noteId/award_emoji`,
      input: Type.Object({ ...note, ...emojiName }),
      reply: AwardEmoji,
    }),
    deleteNoteAward: operation({
      name: `delete${nameUnlessIssue}NoteAward`,
      summary: 'Take a reaction to a note back',
      at: `DELETE ${restPath}/notes/:noteId/award_emoji/:awardId`,
      input: Type.Object({ ...note, ...award }),
      reply: Empty,
    }),
  }
}

/** The operation behind the reactions on the page of a kind. */
export function awardPageOperations(kind: NoteableKind) {
  const { name, aNoteable, pagePath } = partsOf(kind)
  return {
    toggleAward: operation({
      name: `toggle${name}Award`,
      summary: `Add or take back a reaction to ${aNoteable} from its page`,
      at: `POST ${pagePath}/toggle_award_emoji`,
      status: 200,
      input: Type.Object({ ...pageKey, ...emojiName }),
      reply: Toggled,
    }),
  }
}
