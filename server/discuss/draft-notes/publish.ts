import { sql } from 'kysely'
import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { draftNotesTopic } from '#contract/live-topics.ts'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { type Context, transact, userIdOrZero } from '#server/context.ts'
import { discussionOf, noteableById } from '#server/discuss/noteables/noteable.ts'
import { type Commentable, createNote, type NewNote, type Written } from '#server/discuss/notes/create.ts'
import { resolveDiscussion } from '#server/discuss/notes/resolve.ts'
import type { CommandsOutcome } from '#server/discuss/quick-actions/run.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { type DraftRow, draftColumns } from './find.ts'

interface Publishing {
  /** Ids of drafts; left out, all of the actor's on the item. */
  readonly only?: readonly number[]
  /** The states of threads, where the page gives others than the drafts saved. */
  readonly flags?: ReadonlyMap<number, boolean>
  /** A comment that follows them. */
  readonly summary?: string
  /** The verdict of the reviewer. */
  readonly verdict?: ReviewVerdict | undefined
  /** The actor's password was checked. */
  readonly isAuthenticated?: boolean
}

declare module '#server/context.ts' {
  interface Plugs {
    /** The functions with which types of issuables that are reviewed accept a verdict. */
    readonly reviewVerdicts: readonly {
      readonly type: string
      /**
       * Check the actor's password, where an approval requires it. Call it outside of a transaction, whose rollback would undo the
       * count of attempts.
       *
       * @returns a function to call in the transaction of the verdict: it returns whether a password was checked
       * @throws Invalid  the password is wrong · @throws RateLimited
       */
      readonly authenticate: (ctx: Context, namespaceId: number, password: string) => Promise<HoldVerdict>
      /** @throws Invalid  the actor may not say so, with the reason */
      readonly give: (
        ctx: Context,
        issuableId: number,
        verdict: ReviewVerdict,
        given: { readonly isAuthenticated: boolean },
      ) => Promise<void>
    }[]
  }
}

type HoldVerdict = (inner: Context) => Promise<boolean>

/**
 * Publish the actor's drafts with a verdict, in a transaction of its own: the password that was given with the verdict is checked
 * before, so that a rollback does not undo the count of attempts.
 *
 * @param answer  runs in the same transaction
 * @throws Invalid  the password is wrong, or as `publishDrafts` · @throws RateLimited · @throws Forbidden
 */
export async function publishReview<T>(
  outer: Context,
  found: Allowed<'issuable:comment', Commentable>,
  { password, ...review }: Omit<Publishing, 'isAuthenticated'> & { readonly password: string | undefined },
  answer: (ctx: Context, published: Published) => Promise<T>,
): Promise<T> {
  const hold = await authenticateVerdict(outer, found, review.verdict, password)
  return transact(outer, async ctx => {
    const isAuthenticated = await hold(ctx)
    // Checking a password takes a while, in which rights may have been taken away.
    const noteable = isAuthenticated ? await load(ctx, 'issuable:comment', noteableById, found.id) : found
    return answer(ctx, await publishDrafts(ctx, noteable, { ...review, isAuthenticated }))
  })
}

async function authenticateVerdict(
  ctx: Context,
  { type, namespaceId }: Commentable,
  verdict: ReviewVerdict | undefined,
  password = '',
): Promise<HoldVerdict> {
  const reviewed = ctx.services.plugs.reviewVerdicts.find(each => each.type === type)
  if (verdict !== 'approved' || password === '' || reviewed === undefined) return async () => false
  return reviewed.authenticate(ctx, namespaceId, password)
}

export interface Published {
  /** Discussions that they went to. */
  readonly discussionIds: readonly string[]
  /** Drafts of commands alone, none of which could be applied. */
  readonly keptIds: readonly number[]
  readonly outcome: CommandsOutcome
}

/**
 * Publish the actor's drafts on an item in the order in which they were written: from here on they are comments, with
 * all that comments bring. If one of them cannot be published, all stay drafts.
 *
 * @throws Invalid  one of them cannot be published, with the reason
 * @throws Forbidden  the actor may not comment here any more
 */
export async function publishDrafts(
  ctx: Context,
  given: Allowed<'issuable:comment', Commentable>,
  { only, flags, summary = '', verdict, isAuthenticated = false }: Publishing,
): Promise<Published> {
  const drafts = await take(ctx, given.id, only)
  const isReview = verdict !== undefined || drafts.length + (summary.trim() === '' ? 0 : 1) > 1
  const notes: Extract<Written, { kind: 'note' }>[] = []
  const outcomes: CommandsOutcome[] = []
  const keptIds: number[] = []
  let noteable: Commentable = given
  const goOn = async (written: Written) => {
    outcomes.push(written.outcome)
    if (written.kind === 'note') notes.push(written)
    // The changes made by one draft's commands decide whether the next draft is allowed.
    const isChanged = written.outcome.names.length > 0
    noteable = isChanged
      ? await load(ctx, 'issuable:comment', noteableById, given.id)
      : { ...noteable, notesCount: noteable.notesCount + 1 }
  }
  const taken: TakenDraft[] = []
  for (const draft of drafts) {
    // The command of the draft publishes all that is still pending.
    if (submitsReview(draft)) await forget(ctx, taken, keptIds)
    taken.push(draft)
    const written = await attempt(draft, () => createNote(ctx, noteable, noteOf(draft, isReview)))
    if (written.kind === 'commands' && isWhollyRefused(written.outcome)) keptIds.push(draft.id)
    await goOn(written)
    const resolved = flags?.get(draft.id) ?? draft.resolveDiscussion
    if (written.kind === 'note' && draft.threadExists && resolved !== null)
      await turn(ctx, given.id, written.discussionId, resolved)
    // The command has published the others.
    if (written.outcome.names.includes('submit_review')) break
  }
  if (summary.trim() !== '')
    await goOn(await createNote(ctx, noteable, { body: summary, as: 'single', isOfReview: isReview }))
  await forget(ctx, taken, keptIds)
  // Notes that an earlier call stored under the same key were announced then.
  const told = isReview ? notes.filter(note => note.json !== null) : []
  if (verdict !== undefined)
    await ctx.services.plugs.reviewVerdicts
      .find(each => each.type === given.type)
      ?.give(ctx, given.id, verdict, { isAuthenticated })
  if (drafts.length > 0 || told.length > 0 || verdict !== undefined)
    await ctx.events.record(
      'review.published',
      {
        issuableId: given.id,
        ...(verdict !== undefined && { verdict }),
        notes: told.map(({ noteId, internal, mentioned }) => ({ noteId, internal, mentioned })),
      },
      { namespaceId: given.namespaceId, topics: [draftNotesTopic(userIdOrZero(ctx))] },
    )
  return {
    discussionIds: [...new Set(notes.map(note => note.discussionId))],
    keptIds,
    outcome: {
      done: outcomes.flatMap(each => each.done),
      refused: outcomes.flatMap(each => each.refused),
      names: outcomes.flatMap(each => each.names),
    },
  }
}

/** Whether publishing it publishes the others too. */
export const submitsReview = ({ body }: Pick<DraftRow, 'body'>): boolean => /^\/submit_review\b/m.test(body)

async function forget(ctx: Context, drafts: readonly DraftRow[], keptIds: readonly number[]): Promise<void> {
  const goneIds = drafts.map(draft => draft.id).filter(id => !keptIds.includes(id))
  await sql`delete from draft_notes where id = any (${goneIds}::bigint[])`.execute(ctx.db)
}

interface TakenDraft extends DraftRow {
  /** Whether the discussion that it answers still exists. */
  readonly threadExists: boolean
}

/** A concurrent call that publishes the same drafts waits here, and finds none. */
async function take(
  ctx: Context,
  noteableId: number,
  only: readonly number[] | undefined,
): Promise<readonly TakenDraft[]> {
  const { rows } = await sql<TakenDraft>`select ${draftColumns}, exists (select 1 from notes n
      where n.issuable_id = d.issuable_id and n.discussion_id = d.discussion_id) as thread_exists
    from draft_notes d where d.author_id = ${userIdOrZero(ctx)} and d.issuable_id = ${noteableId}
      ${only === undefined ? sql`` : sql`and d.id = any (${[...only]}::bigint[])`}
    order by d.id for update of d`.execute(ctx.db)
  return rows
}

const noteOf = (draft: TakenDraft, isOfReview: boolean) => ({
  body: draft.body,
  internal: draft.internal,
  isOfReview,
  as: placeFor(draft),
  ...(draft.idempotencyKey === null ? {} : { idempotencyKey: draft.idempotencyKey }),
})

/** A reply whose thread was deleted becomes a comment of its own, so that its text is not lost. */
function placeFor({ discussionId, threadExists, position, code, type }: TakenDraft): NewNote['as'] {
  if (discussionId !== null) return threadExists ? { replyTo: discussionId } : 'single'
  if (position !== null) return { position, commitId: code?.commitId ?? null }
  return type === null ? 'single' : 'thread'
}

const isWhollyRefused = ({ done, refused }: CommandsOutcome): boolean => done.length === 0 && refused.length > 0

async function turn(ctx: Context, noteableId: number, discussionId: string, resolved: boolean): Promise<void> {
  const note = await loadIfAllowed(ctx, 'note:resolve', discussionOf, { noteableId, discussionId })
  if (note !== null) await resolveDiscussion(ctx, note, resolved)
}

const wordsShown = 60

/** Which of them it is, and why it cannot be published, in a sentence. */
async function attempt<T>(draft: DraftRow, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const reason =
      error instanceof NotFound
        ? 'you no longer have access to its thread'
        : error instanceof Forbidden
          ? 'you can no longer write internal notes here'
          : error instanceof Invalid
            ? error.message.replace(/\.$/, '')
            : null
    if (reason === null) throw error
    const words = draft.body.replace(/\s+/g, ' ').trim()
    const shown = words.length > wordsShown ? `${words.slice(0, wordsShown)}…` : words
    throw new Invalid(
      { base: [`“${shown}” could not be published: ${reason}. All your comments are still pending.`] },
      { cause: error },
    )
  }
}
