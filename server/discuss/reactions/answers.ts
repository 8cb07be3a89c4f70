import type { AwardOperations, TalkPageOperations } from '#contract/discuss/noteable-operations.ts'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import {
  type DiscussedKind,
  findersOf,
  type NoteableRow,
  type NoteRow,
  noteOfPage,
} from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { listAwards, ownerOfAward, showAward } from './queries.ts'
import { type Awardable, react, removeReaction, toggleReaction } from './react.ts'

/** The answers of the API about the reactions to a kind and to its notes. */
export function awardAnswers(kind: DiscussedKind, operations: AwardOperations): readonly Answer[] {
  const { noteableOfApi, noteOfApi } = findersOf(kind)
  return [
    answer(operations.listAwards, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: (ctx, noteable, input) => list(ctx, onNoteable(noteable), input),
    }),
    answer(operations.getAward, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: (ctx, noteable, { awardId }) => showAward(ctx, awardId, onNoteable(noteable)),
    }),
    answer(operations.createAward, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: async (ctx, noteable, { name }) => {
        if (!may(ctx.actor, 'issuable:award-emoji', noteable.facts)) throw refused(ctx)
        return showAward(ctx, await react(ctx, onNoteable(await stored(ctx, noteable)), name))
      },
    }),
    answer(operations.deleteAward, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: (ctx, noteable, { awardId }) => remove(ctx, onNoteable(noteable), awardId),
    }),
    answer(operations.listNoteAwards, {
      about: noteOfApi,
      ability: 'note:read',
      run: (ctx, note, input) => list(ctx, onNote(note), input),
    }),
    answer(operations.getNoteAward, {
      about: noteOfApi,
      ability: 'note:read',
      run: (ctx, note, { awardId }) => showAward(ctx, awardId, onNote(note)),
    }),
    answer(operations.createNoteAward, {
      about: noteOfApi,
      ability: 'note:read',
      run: async (ctx, note, { name }) => {
        if (!may(ctx.actor, 'note:award-emoji', note.facts)) throw refused(ctx)
        return showAward(ctx, await react(ctx, onNote(note), name))
      },
    }),
    answer(operations.deleteNoteAward, {
      about: noteOfApi,
      ability: 'note:read',
      run: (ctx, note, { awardId }) => remove(ctx, onNote(note), awardId),
    }),
  ]
}

/** The answers of the page of a kind about its reactions. */
export function awardPageAnswers(kind: DiscussedKind, operations: TalkPageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  return [
    answer(operations.toggleAward, {
      about: noteableOfPage,
      ability: 'issuable:award-emoji',
      run: async (ctx, noteable, { name }) => ({
        ok: (await toggleReaction(ctx, onNoteable(await stored(ctx, noteable)), name)) !== false,
      }),
    }),
  ]
}

/** The answers about reactions to a note of any kind. */
export const noteAwardPageAnswers = [
  answer(toggleNoteAward, {
    about: noteOfPage,
    ability: 'note:award-emoji',
    run: async (ctx, note, { name }) => ({ ok: (await toggleReaction(ctx, onNote(note), name)) !== false }),
  }),
]

const onNoteable = (noteable: NoteableRow): Awardable => ({ issuable: noteable, noteId: null, internal: false })
const onNote = (note: NoteRow): Awardable => ({ issuable: note.noteable, noteId: note.id, internal: note.internal })

/** The contract answers a missing right as if the reaction could not be found. */
const refused = (ctx: Context) => (ctx.actor.kind === 'anonymous' ? new Unauthenticated() : new NotFound('Award Emoji'))

async function list(ctx: Context, on: Awardable, input: Paging) {
  const { offset, ...page } = pageOf(input)
  const { items, total } = await listAwards(ctx, on, { perPage: page.perPage, offset })
  return Paged.offset<never>(items, { ...page, total })
}

async function remove(ctx: Context, on: Awardable, awardId: number): Promise<null> {
  const owner = await ownerOfAward(ctx, awardId, on)
  if (owner === null) throw new NotFound('Award Emoji')
  if (!isUser(ctx.actor, owner) && !isAdmin(ctx.actor)) throw new Unauthenticated()
  await removeReaction(ctx, on, awardId)
  return null
}
