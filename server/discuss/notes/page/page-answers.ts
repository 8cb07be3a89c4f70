import * as contract from '#contract/discuss/discussion-page.ts'
import type { TalkPageOperations } from '#contract/discuss/noteable-operations.ts'
import { hasPositions } from '#contract/issuable-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NoteFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import {
  type DiscussedKind,
  findersOf,
  type NoteRow,
  noteableOfTarget,
  noteOfPage,
} from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { Conflict, Invalid, Malformed, NotFound } from '#server/errors.ts'
import { pollInterval } from '#server/foundation/settings/poll-interval.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { type Commentable, createNote, type NewNote, type Written } from '../create.ts'
import { deleteNote } from '../delete.ts'
import { editNote } from '../edit.ts'
import { checkPoint, readPagePlace, readPagePosition, type StoredPoint } from '../positions/position.ts'
import { repositionNote } from '../positions/reposition.ts'
import { resolveDiscussion, resolveNote } from '../resolve.ts'
import { notesFilterOf } from './notes-filter.ts'
import { changedNotes, pageDiscussion, pageDiscussions, pageNote, type ReadableNoteable } from './page.ts'
import { searchNotes, showSummary } from './page-search.ts'

const firstPage = 20
const maxPage = 500

/** The answers of the page of a kind about its discussions. */
export function discussionPageAnswers(kind: DiscussedKind, operations: TalkPageOperations): readonly Answer[] {
  const { noteableOfPage, discussionOfPage } = findersOf(kind)
  return [
    answer(operations.listPageDiscussions, {
      about: noteableOfPage,
      ability: 'issuable:read',
      run: async (ctx, noteable, input) => {
        const { discussions, nextCursor, previousCursor } = await pageDiscussions(ctx, noteable, {
          filter: await notesFilterOf(ctx, input),
          cursor: input.cursor === undefined || input.cursor === '' ? null : input.cursor,
          perPage: Math.min(input.perPage ?? firstPage, maxPage),
          sort: input.sort ?? 'asc',
          around: input.around ?? null,
          inDiff: input.inDiff ?? false,
        })
        return new Reply<never>(200, discussions, {
          ...(nextCursor === null ? {} : { 'x-next-page-cursor': nextCursor }),
          ...(previousCursor === null ? {} : { 'x-prev-page-cursor': previousCursor }),
        })
      },
    }),
    answer(operations.getDiscussionSummary, { about: noteableOfPage, ability: 'issuable:read', run: showSummary }),
    answer(operations.searchPageNotes, {
      about: noteableOfPage,
      ability: 'issuable:read',
      run: (ctx, noteable, { search }) => searchNotes(ctx, noteable, search),
    }),
    answer(operations.resolvePageDiscussion, {
      about: discussionOfPage,
      ability: 'note:resolve',
      run: (ctx, note) => resolveAll(ctx, note, true),
    }),
    answer(operations.unresolvePageDiscussion, {
      about: discussionOfPage,
      ability: 'note:resolve',
      run: (ctx, note) => resolveAll(ctx, note, false),
    }),
    answer(operations.putPageDiscussionResolve, {
      about: discussionOfPage,
      ability: 'note:resolve',
      run: (ctx, note, { resolved }) => resolveAll(ctx, note, resolved ?? true),
    }),
  ]
}

/** Calls that name a note or a noteable by its id, whatever its kind. */
export const notePageAnswers = [
  answer(contract.pollNotes, {
    about: noteableOfTarget,
    ability: 'issuable:read',
    run: async (ctx, noteable, input) => {
      if (input.lastFetchedAt === undefined) throw new Invalid('X-Last-Fetched-At header is required')
      // A note is dated when its request began and seen when it has committed: looking back a little loses none.
      const fetchedAt = Date.parse(ctx.now) * 1000
      const since = Math.max(input.lastFetchedAt - overlapMicroseconds, 0)
      const { notes, deleted, upTo } = await changedNotes(
        ctx,
        noteable,
        since,
        await notesFilterOf(ctx, { ...input, persistFilter: false }),
      )
      // The next look overlaps as well: it begins after the last note of this one.
      const next = upTo === null ? fetchedAt : upTo + 1 + overlapMicroseconds
      return new Reply<never>(
        200,
        new RawJson(
          `{"notes":${notes.text},"deleted":${deleted.text},"last_fetched_at":${next},"more":${upTo !== null}}`,
        ),
        { 'poll-interval': await pollInterval(ctx, 6000) },
      )
    },
  }),
  answer(contract.createPageNote, {
    about: noteableOfTarget,
    ability: 'issuable:comment',
    transaction: 'own',
    run: async (ctx, found, input) => {
      const { note } = input
      const noteable = await stored(ctx, found)
      try {
        const result = await createNote(ctx, noteable, {
          body: note.note,
          internal: note.internal ?? note.confidential ?? false,
          as: placeFor(noteable, input),
          ...(input.idempotencyKey === undefined ? {} : { idempotencyKey: input.idempotencyKey }),
        })
        return await created(ctx, noteable, result)
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        return unprocessable(error)
      }
    },
  }),
  answer(contract.updatePageNote, {
    about: noteOfPage,
    ability: 'note:update',
    run: async (ctx, note, input) => {
      const { note: body, base, position } = input.note
      if (body === undefined && position === undefined)
        throw new Malformed('note, position are missing, at least one parameter must be provided')
      try {
        // Clients repeat the position of a note that they edit; only a pin is moved by it.
        const point = position === undefined || note.type !== 'DiffNote' ? null : pointOf(position)
        const outcome = body === undefined ? 'edited' : await editNote(ctx, note, body, base)
        if (outcome === 'edited' && point !== null)
          await repositionNote(ctx, note, point, { isRepeated: body !== undefined })
        if (outcome === 'edited') return await pageNote(ctx, noteableOf(note), note.id)
      } catch (error) {
        if (error instanceof Conflict) {
          const now = await pageNote(ctx, noteableOf(note), note.id)
          return new Reply<never>(409, new RawJson(`{"errors":${JSON.stringify(error.message)},"note":${now.text}}`))
        }
        if (!(error instanceof Invalid)) throw error
        return new Reply<never>(422, new RawJson(JSON.stringify({ errors: error.message })))
      }
      return new Reply<never>(410)
    },
  }),
  answer(contract.deletePageNote, {
    about: noteOfPage,
    ability: 'note:delete',
    run: async (ctx, note) => {
      await deleteNote(ctx, note)
      return new Reply<null>(200)
    },
  }),
  answer(contract.resolvePageNote, {
    about: noteOfPage,
    ability: 'note:resolve',
    run: (ctx, note) => resolveOne(ctx, note, true),
  }),
  answer(contract.unresolvePageNote, {
    about: noteOfPage,
    ability: 'note:resolve',
    run: (ctx, note) => resolveOne(ctx, note, false),
  }),
  answer(contract.putPageNoteResolve, {
    about: noteOfPage,
    ability: 'note:resolve',
    run: (ctx, note, { resolved }) => resolveOne(ctx, note, resolved ?? true),
  }),
]

type SentNote = Pick<InputOf<typeof contract.createPageNote>, 'note' | 'inReplyToDiscussionId'>

function placeFor(noteable: Commentable, { note, inReplyToDiscussionId: replyTo }: SentNote): NewNote['as'] {
  if (replyTo !== undefined && replyTo !== '') return { replyTo }
  const place = hasPositions(noteable.facts.type) ? readPagePlace(note) : null
  return place ?? (note.type === 'DiscussionNote' ? 'thread' : 'single')
}

const overlapMicroseconds = 10_000_000

const noteableOf = (note: NoteRow & { readonly facts: NoteFacts }): ReadableNoteable => ({
  ...note.noteable,
  facts: note.facts.noteable,
})

/** The point of an image; null for other positions. @throws Invalid  it is outside of the image */
function pointOf(position: unknown): StoredPoint | null {
  const read = readPagePosition(position)
  if (read.position_type !== 'image') return null
  const { width, height, x, y } = read
  checkPoint(read)
  return { width, height, x, y }
}

async function resolveOne(ctx: Context, note: Allowed<'note:resolve', NoteRow>, resolved: boolean) {
  await resolveNote(ctx, note, resolved)
  return pageNote(ctx, { ...note.noteable, facts: note.facts.noteable }, note.id)
}

async function resolveAll(ctx: Context, note: Allowed<'note:resolve', NoteRow>, resolved: boolean) {
  await resolveDiscussion(ctx, note, resolved)
  const shown = await pageDiscussion(ctx, { ...note.noteable, facts: note.facts.noteable }, note.discussionId)
  if (shown === null) throw new NotFound('Discussion')
  return shown
}

/**
 * The keys of the new note, its discussion, and the results of its commands; 422 when there were only commands and none
 * did anything.
 */
async function created(ctx: Context, noteable: Commentable, result: Written): Promise<RawJson | Reply<never>> {
  const { outcome, changes } = result
  const status = {
    messages: outcome.done,
    error_messages: outcome.refused,
    command_names: outcome.names,
    commands_only: result.kind === 'commands',
  }
  const hasCommands = outcome.done.length + outcome.refused.length > 0
  const said = { commands: [...outcome.done, ...outcome.refused].join('\n') }
  const commands = hasCommands
    ? `,"commands_changes":${JSON.stringify(changes)},"quick_actions_status":${JSON.stringify(status)},"references":${JSON.stringify(said)}`
    : ''
  if (result.kind === 'commands') {
    const isRefused = outcome.done.length === 0 && outcome.refused.length > 0
    if (!isRefused) return new RawJson(`{"valid":true${commands}}`)
    const errors = JSON.stringify({ commands_only: outcome.refused })
    return new Reply<never>(422, new RawJson(`{"valid":false${commands},"errors":${errors}}`))
  }
  const note = await pageNote(ctx, noteable, result.noteId)
  const discussion = await pageDiscussion(ctx, noteable, result.discussionId)
  return new RawJson(`{"valid":true${commands},"discussion":${discussion?.text ?? 'null'},${note.text.trim().slice(1)}`)
}

function unprocessable(error: Invalid): Reply<never> {
  const errors = error.fields ?? { base: [error.message] }
  return new Reply<never>(422, new RawJson(JSON.stringify({ errors })))
}
