import {
  createIssueDiscussion,
  createIssueNote,
  deleteIssueDiscussionNote,
  deleteIssueNote,
  getIssueDiscussion,
  getIssueDiscussionNote,
  getIssueNote,
  listIssueDiscussionNotes,
  listIssueDiscussions,
  listIssueNotes,
  replyToIssueDiscussion,
  resolveIssueDiscussion,
  updateIssueDiscussionNote,
  updateIssueNote,
} from '#contract/discuss/notes.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { showAward } from '#server/discuss/reactions/queries.ts'
import { ownReaction, react } from '#server/discuss/reactions/react.ts'
import { Invalid, Malformed } from '#server/errors.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { answer, Paged, pageOf, Reply, refuseChanged } from '#server/slice.ts'
import { type Commentable, createNote, type NewNote, soleEmoji, type Written } from './create.ts'
import { deleteNote } from './delete.ts'
import { editNote } from './edit.ts'
import { discussionOfApi, issueOfApi, noteOfApi } from './noteable.ts'
import { listDiscussions, listNotes, showDiscussion, showNote } from './queries.ts'
import { resolveDiscussion, resolveNote } from './resolve.ts'

export const notesAnswers = [
  answer(listIssueNotes, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: async (ctx, issue, input) => {
      const { offset, ...page } = pageOf(input)
      const { sort, orderBy, activityFilter } = input
      const { items, total } = await listNotes(ctx, issue, {
        ...(sort && { sort }),
        ...(orderBy && { orderBy }),
        ...(activityFilter && { activityFilter }),
        perPage: page.perPage,
        offset,
      })
      return Paged.offset<never>(items, { ...page, total })
    },
  }),
  answer(getIssueNote, { about: noteOfApi, ability: 'note:read', run: (ctx, note) => showNote(ctx, note.id) }),
  answer(createIssueNote, {
    about: issueOfApi,
    ability: 'issuable:comment',
    transaction: 'own',
    run: async (ctx, issue, input) => {
      const emoji = soleEmoji(input.body)
      if (emoji !== null && may(ctx.actor, 'issuable:award-emoji', issue.facts)) {
        const on = { issuable: issue, noteId: null, internal: false }
        const given = input.idempotencyKey === undefined ? null : await ownReaction(ctx, on, emoji)
        return showAward(ctx, given ?? (await transact(ctx, inner => react(inner, on, emoji))))
      }
      return shown(ctx, await written(ctx, issue, { ...input, as: 'single' }))
    },
  }),
  answer(updateIssueNote, {
    about: noteOfApi,
    ability: 'note:update',
    run: async (ctx, note, { body }) => {
      const outcome = await orBadRequest(() => editNote(ctx, note, body))
      return outcome === 'deleted' ? new Reply(204) : showNote(ctx, note.id)
    },
  }),
  answer(deleteIssueNote, {
    about: noteOfApi,
    ability: 'note:delete',
    run: async (ctx, note, input) => {
      refuseChanged(note, input)
      await deleteNote(ctx, note)
      return null
    },
  }),
  answer(listIssueDiscussions, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: async (ctx, issue, input) => {
      const { offset, ...page } = pageOf(input)
      const { items, total } = await listDiscussions(ctx, issue, { perPage: page.perPage, offset })
      return Paged.offset<never>(items, { ...page, total })
    },
  }),
  answer(getIssueDiscussion, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: (ctx, issue, { discussionId }) => showDiscussion(ctx, issue, discussionId),
  }),
  answer(createIssueDiscussion, {
    about: issueOfApi,
    ability: 'issuable:comment',
    transaction: 'own',
    run: async (ctx, issue, input) => {
      const result = await written(ctx, issue, { ...input, as: 'thread' })
      if (result.kind === 'commands') return commandsReply(result)
      return showDiscussion(ctx, issue, result.discussionId)
    },
  }),
  answer(resolveIssueDiscussion, {
    about: discussionOfApi,
    ability: 'note:resolve',
    run: async (ctx, first, { resolved }) => {
      await resolveDiscussion(ctx, first, resolved)
      return showDiscussion(ctx, { id: first.noteable.id, facts: first.facts.noteable }, first.discussionId)
    },
  }),
  answer(listIssueDiscussionNotes, {
    about: issueOfApi,
    ability: 'issuable:read',
    run: async (ctx, issue, { discussionId }) => {
      const discussion: unknown = JSON.parse((await showDiscussion(ctx, issue, discussionId)).text)
      const notes =
        typeof discussion === 'object' && discussion !== null && 'notes' in discussion ? discussion.notes : []
      return new RawJson(JSON.stringify(notes))
    },
  }),
  answer(replyToIssueDiscussion, {
    about: issueOfApi,
    ability: 'issuable:comment',
    transaction: 'own',
    run: async (ctx, issue, { discussionId, ...input }) =>
      shown(ctx, await written(ctx, issue, { ...input, as: { replyTo: discussionId } })),
  }),
  answer(getIssueDiscussionNote, {
    about: noteOfApi,
    ability: 'note:read',
    run: (ctx, note) => showNote(ctx, note.id),
  }),
  answer(updateIssueDiscussionNote, {
    about: noteOfApi,
    ability: 'note:read',
    run: async (ctx, note, input) => {
      const { body, resolved } = input
      if ((body === undefined) === (resolved === undefined)) {
        throw new Malformed(
          body === undefined
            ? 'body, resolved are missing, exactly one parameter must be provided'
            : 'body, resolved are mutually exclusive',
        )
      }
      if (resolved !== undefined) {
        await resolveNote(ctx, await load(ctx, 'note:resolve', noteOfApi, input), resolved)
        return showNote(ctx, note.id)
      }
      const editable = await load(ctx, 'note:update', noteOfApi, input)
      const outcome = await orBadRequest(() => editNote(ctx, editable, body ?? ''))
      return outcome === 'deleted' ? new Reply(204) : showNote(ctx, note.id)
    },
  }),
  answer(deleteIssueDiscussionNote, {
    about: noteOfApi,
    ability: 'note:delete',
    run: async (ctx, note, input) => {
      refuseChanged(note, input)
      await deleteNote(ctx, note)
      return null
    },
  }),
]

type Asked = NewNote & { readonly confidential?: boolean }

function written(ctx: Context, issue: Commentable, input: Asked): Promise<Written> {
  const internal = input.internal ?? input.confidential ?? false
  return orBadRequest(() => createNote(ctx, issue, { ...input, internal }))
}

async function shown(ctx: Context, result: Written) {
  return result.kind === 'commands' ? commandsReply(result) : (result.json ?? showNote(ctx, result.noteId))
}

function commandsReply({ outcome, changes }: Extract<Written, { kind: 'commands' }>): Reply<never> {
  const body = { commands_changes: changes, summary: [...outcome.done, ...outcome.refused] }
  return new Reply<never>(202, new RawJson(JSON.stringify(body)))
}

/** The older form in which the API tells what is wrong with a note. @source rest.md 7.1 */
async function orBadRequest<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Invalid) || error.fields === null) throw error
    throw new Invalid(`400 Bad request - Note ${JSON.stringify(error.fields)}`, { cause: error })
  }
}
