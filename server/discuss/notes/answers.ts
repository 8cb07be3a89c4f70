import type { NoteOperations } from '#contract/discuss/noteable-operations.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { showAward } from '#server/discuss/reactions/queries.ts'
import { ownReaction, react } from '#server/discuss/reactions/react.ts'
import { Invalid, Malformed } from '#server/errors.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf, Reply, refuseChanged } from '#server/slice.ts'
import { type Commentable, createNote, type NewNote, type Written } from './create.ts'
import { deleteNote } from './delete.ts'
import { editNote } from './edit.ts'
import { readPlace } from './positions/position.ts'
import { listDiscussions, listNotes, showDiscussion, showNote } from './queries.ts'
import { resolveDiscussion, resolveNote } from './resolve.ts'

/** The answers of the API about the notes and discussions of a kind. */
export function noteAnswers(kind: DiscussedKind, operations: NoteOperations): readonly Answer[] {
  const { noteableOfApi, noteOfApi, discussionOfApi } = findersOf(kind)
  return [
    answer(operations.listNotes, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: async (ctx, noteable, input) => {
        const { offset, ...page } = pageOf(input)
        const { sort, orderBy, activityFilter } = input
        const { items, total } = await listNotes(ctx, noteable, {
          ...(sort && { sort }),
          ...(orderBy && { orderBy }),
          ...(activityFilter && { activityFilter }),
          perPage: page.perPage,
          offset,
        })
        return Paged.offset<never>(items, { ...page, total })
      },
    }),
    answer(operations.getNote, { about: noteOfApi, ability: 'note:read', run: (ctx, note) => showNote(ctx, note.id) }),
    answer(operations.createNote, {
      about: noteableOfApi,
      ability: 'issuable:comment',
      transaction: 'own',
      run: async (ctx, found, input) => {
        const noteable = await stored(ctx, found)
        const emoji = soleEmoji(input.body)
        if (emoji !== null && may(ctx.actor, 'issuable:award-emoji', noteable.facts)) {
          const on = { issuable: noteable, noteId: null, internal: false }
          const given = input.idempotencyKey === undefined ? null : await ownReaction(ctx, on, emoji)
          return showAward(ctx, given ?? (await transact(ctx, inner => react(inner, on, emoji))))
        }
        return shown(ctx, await written(ctx, noteable, { ...input, as: 'single' }))
      },
    }),
    answer(operations.updateNote, {
      about: noteOfApi,
      ability: 'note:update',
      run: async (ctx, note, { body }) => {
        const outcome = await orBadRequest(() => editNote(ctx, note, body))
        return outcome === 'deleted' ? new Reply(204) : showNote(ctx, note.id)
      },
    }),
    answer(operations.deleteNote, {
      about: noteOfApi,
      ability: 'note:delete',
      run: async (ctx, note, input) => {
        refuseChanged(note, input)
        await deleteNote(ctx, note)
      },
    }),
    answer(operations.listDiscussions, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: async (ctx, noteable, input) => {
        const { offset, ...page } = pageOf(input)
        const { items, total } = await listDiscussions(ctx, noteable, { perPage: page.perPage, offset })
        return Paged.offset<never>(items, { ...page, total })
      },
    }),
    answer(operations.getDiscussion, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: (ctx, noteable, { discussionId }) => showDiscussion(ctx, noteable, discussionId),
    }),
    answer(operations.createDiscussion, {
      about: noteableOfApi,
      ability: 'issuable:comment',
      transaction: 'own',
      run: async (ctx, found, input) => {
        const noteable = await stored(ctx, found)
        const { position, commitId, ...given } = input
        const result = await written(ctx, noteable, { ...given, as: readPlace({ position, commitId }) ?? 'thread' })
        if (result.kind === 'commands') return commandsReply(result)
        return showDiscussion(ctx, noteable, result.discussionId)
      },
    }),
    answer(operations.resolveDiscussion, {
      about: discussionOfApi,
      ability: 'note:resolve',
      run: async (ctx, first, { resolved }) => {
        await resolveDiscussion(ctx, first, resolved)
        return showDiscussion(ctx, { id: first.noteable.id, facts: first.facts.noteable }, first.discussionId)
      },
    }),
    answer(operations.listDiscussionNotes, {
      about: noteableOfApi,
      ability: 'issuable:read',
      run: async (ctx, noteable, { discussionId }) => {
        const discussion: unknown = JSON.parse((await showDiscussion(ctx, noteable, discussionId)).text)
        const notes =
          typeof discussion === 'object' && discussion !== null && 'notes' in discussion ? discussion.notes : []
        return new RawJson(JSON.stringify(notes))
      },
    }),
    answer(operations.replyToDiscussion, {
      about: noteableOfApi,
      ability: 'issuable:comment',
      transaction: 'own',
      run: async (ctx, noteable, { discussionId, ...input }) =>
        shown(ctx, await written(ctx, noteable, { ...input, as: { replyTo: discussionId } })),
    }),
    answer(operations.getDiscussionNote, {
      about: noteOfApi,
      ability: 'note:read',
      run: (ctx, note) => showNote(ctx, note.id),
    }),
    answer(operations.updateDiscussionNote, {
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
    answer(operations.deleteDiscussionNote, {
      about: noteOfApi,
      ability: 'note:delete',
      run: async (ctx, note, input) => {
        refuseChanged(note, input)
        await deleteNote(ctx, note)
      },
    }),
  ]
}

/** A comment on which nothing but one emoji stands becomes a reaction; its name, or null. */
function soleEmoji(body: string): string | null {
  const name = /^\s*:([\w+-]{1,60}):\s*$/.exec(body)?.[1]
  return name === undefined ? null : (emojiByName(name)?.name ?? null)
}

type NoteInput = NewNote & { readonly confidential?: boolean }

function written(ctx: Context, noteable: Commentable, input: NoteInput): Promise<Written> {
  const internal = input.internal ?? input.confidential ?? false
  return orBadRequest(() => createNote(ctx, noteable, { ...input, internal }))
}

async function shown(ctx: Context, result: Written) {
  return result.kind === 'commands' ? commandsReply(result) : (result.json ?? showNote(ctx, result.noteId))
}

function commandsReply({ outcome, changes }: Extract<Written, { kind: 'commands' }>): Reply<never> {
  const body = { commands_changes: changes, summary: [...outcome.done, ...outcome.refused] }
  return new Reply<never>(202, new RawJson(JSON.stringify(body)))
}

/** Report the faults of a note in the API's older form. @source rest.md 7.1 */
async function orBadRequest<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Invalid) || error.fields === null) throw error
    throw new Invalid(`400 Bad request - Note ${JSON.stringify(error.fields)}`, { cause: error })
  }
}
