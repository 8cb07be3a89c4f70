import {
  createIssueAward,
  createNoteAward,
  deleteIssueAward,
  deleteNoteAward,
  getIssueAward,
  getNoteAward,
  listIssueAwards,
  listNoteAwards,
  toggleIssueAward,
  toggleNoteAward,
} from '#contract/discuss/reactions.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import {
  issueOfApi,
  issueOfPage,
  type NoteableRow,
  type NoteRow,
  noteOfApi,
  noteOfPage,
} from '#server/discuss/notes/noteable.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { answer, Paged, pageOf } from '#server/slice.ts'
import { listAwards, ownerOfAward, showAward } from './queries.ts'
import { type Awardable, react, removeReaction, toggleReaction } from './react.ts'

export const reactionsAnswers = [
  answer(listIssueAwards, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: (ctx, issue, input) => list(ctx, onIssue(issue), input),
  }),
  answer(getIssueAward, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: (ctx, issue, { awardId }) => showAward(ctx, awardId, onIssue(issue)),
  }),
  answer(createIssueAward, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: async (ctx, issue, { name }) => {
      if (!may(ctx.actor, 'issuable:award-emoji', issue.facts)) throw refused(ctx)
      return showAward(ctx, await react(ctx, onIssue(issue), name))
    },
  }),
  answer(deleteIssueAward, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: (ctx, issue, { awardId }) => remove(ctx, onIssue(issue), awardId),
  }),
  answer(listNoteAwards, {
    about: noteOfApi,
    ability: 'note:read',
    run: (ctx, note, input) => list(ctx, onNote(note), input),
  }),
  answer(getNoteAward, {
    about: noteOfApi,
    ability: 'note:read',
    run: (ctx, note, { awardId }) => showAward(ctx, awardId, onNote(note)),
  }),
  answer(createNoteAward, {
    about: noteOfApi,
    ability: 'note:read',
    run: async (ctx, note, { name }) => {
      if (!may(ctx.actor, 'note:award-emoji', note.facts)) throw refused(ctx)
      return showAward(ctx, await react(ctx, onNote(note), name))
    },
  }),
  answer(deleteNoteAward, {
    about: noteOfApi,
    ability: 'note:read',
    run: (ctx, note, { awardId }) => remove(ctx, onNote(note), awardId),
  }),
  answer(toggleIssueAward, {
    about: issueOfPage,
    ability: 'issuable:award-emoji',
    run: async (ctx, issue, { name }) => ({ ok: (await toggleReaction(ctx, onIssue(issue), name)) !== false }),
  }),
  answer(toggleNoteAward, {
    about: noteOfPage,
    ability: 'note:award-emoji',
    run: async (ctx, note, { name }) => ({ ok: (await toggleReaction(ctx, onNote(note), name)) !== false }),
  }),
]

const onIssue = (issue: NoteableRow): Awardable => ({ issuable: issue, noteId: null, internal: false })
const onNote = (note: NoteRow): Awardable => ({ issuable: note.noteable, noteId: note.id, internal: note.internal })

/** The contract answers a missing right as if the reaction could not be found. */
const refused = (ctx: Context) => (ctx.actor.kind === 'anonymous' ? new Unauthenticated() : new NotFound('Award Emoji'))

async function list(ctx: Context, on: Awardable, input: { readonly page?: number; readonly perPage?: number }) {
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
