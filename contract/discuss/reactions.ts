import { type TProperties, Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Page } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf, restKey } from './noteable-kind.ts'

const operation = operationsOf('Emoji reactions')

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
  summary: 'Toggle an emoji reaction to a note from a page',
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
  const onNoteable = awardsOn(name, aNoteable, restPath, noteable)
  const onNote = awardsOn(`${nameUnlessIssue}Note`, 'a note', `${restPath}/notes/:noteId`, note)
  return {
    listAwards: onNoteable.list,
    getAward: onNoteable.get,
    createAward: onNoteable.create,
    deleteAward: onNoteable.remove,
    listNoteAwards: onNote.list,
    getNoteAward: onNote.get,
    createNoteAward: onNote.create,
    deleteNoteAward: onNote.remove,
  }
}

/** @param on  the path parameters of the awardable */
function awardsOn<On extends TProperties>(name: string, aThing: string, path: `/${string}`, on: On) {
  return {
    list: operation({
      name: `list${name}Awards`,
      summary: `List emoji reactions to ${aThing}`,
      at: `GET ${path}/award_emoji`,
      input: Type.Object({ ...on, ...Page }),
      reply: Type.Array(AwardEmoji),
    }),
    get: operation({
      name: `get${name}Award`,
      summary: `Get an emoji reaction to ${aThing}`,
      at: `GET ${path}/award_emoji/:awardId`,
      input: Type.Object({ ...on, ...award }),
      reply: AwardEmoji,
    }),
    create: operation({
      name: `create${name}Award`,
      summary: `Add an emoji reaction to ${aThing}`,
      at: `POST ${path}/award_emoji`,
      input: Type.Object({ ...on, ...emojiName }),
      reply: AwardEmoji,
    }),
    remove: operation({
      name: `delete${name}Award`,
      summary: `Remove an emoji reaction from ${aThing}`,
      at: `DELETE ${path}/award_emoji/:awardId`,
      input: Type.Object({ ...on, ...award }),
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
      summary: `Toggle an emoji reaction to ${aNoteable} from its page`,
      at: `POST ${pagePath}/toggle_award_emoji`,
      status: 200,
      input: Type.Object({ ...pageKey, ...emojiName }),
      reply: Toggled,
    }),
  }
}
