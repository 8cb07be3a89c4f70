import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts, NoteFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { CommandsOutcome } from '#server/discuss/quick-actions/run.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import { Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userColumns, userRow } from '#server/foundation/users/fields.ts'
import type { UserRow } from '#server/foundation/users/queries.ts'
import { batch, batchRows, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { gid } from '#server/graphql/ids.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { createNote } from './create.ts'
import { deleteNote } from './delete.ts'
import { editNote } from './edit.ts'
import { iconsByAction } from './icons.ts'
import { discussionById, noteableById, noteableType, noteById } from './noteable.ts'
import { resolveDiscussion } from './resolve.ts'
import { visibleNotes } from './visible.ts'

export interface NoteNode {
  readonly id: number
  readonly discussionId: string
  readonly type: 'DiscussionNote' | 'DiffNote' | null
  readonly authorId: number
  readonly body: string
  readonly bodyHtml: string
  readonly internal: boolean
  readonly system: boolean
  readonly systemAction: string | null
  readonly resolvable: boolean
  readonly resolvedAt: string | null
  readonly resolvedById: number | null
  readonly lastEditedAt: string | null
  readonly lastEditedById: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly issuableId: number
  readonly namespaceId: number
}

const columns = sql`n.id, n.discussion_id, n.type, n.author_id, n.body, n.body_html, n.internal, n.system, n.system_action, n.resolvable,
  n.resolved_at, n.resolved_by_id, n.last_edited_at, n.last_edited_by_id, n.created_at, n.updated_at, n.issuable_id, n.namespace_id`

const oldestFirst = [
  { value: sql`n.created_at`, type: 'timestamptz', direction: 'asc' },
  { value: sql`n.id`, type: 'bigint', direction: 'asc' },
] as const

/** What an issuable is to its notes, with what the actor may do there. */
export interface IssuableFactsNode {
  readonly id: number
  readonly facts: IssuableFacts
  readonly type: string
  readonly path: string
}

/** The facts of issuables, whatever the actor may do with them. */
export const issuableFactsOf = batchRows<IssuableFactsNode, IssuableFactsNode | null>(
  'facts of issuables',
  (ids, sight) => sql`
    select i.id, i.type, ns.full_path || '/-/issues/' || i.iid as path, ${issuableFacts(sight, 'i', 'ns')} as facts
    from unnest(${ids}::bigint[]) asked join issuables i on i.id = asked join namespaces ns on ns.id = i.namespace_id`,
  byId,
)

/** Stored HTML as the actor may see it. */
export const shownHtml = batch<string, string>(async (ctx, htmls) => {
  const shown = await redactFor(ctx, htmls)
  const found = new Map(htmls.map((html, place) => [html, shown[place] ?? '']))
  return html => found.get(html) ?? ''
})

/** A note by its id, for those who may read it. */
export const noteNode = batch<number, NoteNode | null>(async (ctx, ids) => {
  const { rows } = await sql<NoteNode & { issueFacts: IssuableFacts }>`
    select ${columns}, ${issuableFacts(ctx.actor, 'i', 'ns')} as issue_facts
    from notes n join issuables i on i.id = n.issuable_id join namespaces ns on ns.id = i.namespace_id
    where n.id = any (${[...ids]}::bigint[]) and ${visibleNotes(ctx.actor, 'n', null)}`.execute(ctx.db)
  return byId(rows.filter(row => may(ctx.actor, 'note:read', factsOf(row, row.issueFacts))))
})

const factsOf = (note: NoteNode, noteable: IssuableFacts): NoteFacts => ({
  noteable,
  authorId: note.authorId,
  internal: note.internal,
  system: note.system,
})

async function noteFacts(context: GraphqlContext, note: NoteNode): Promise<NoteFacts> {
  const issuable = await issuableFactsOf(context, note.issuableId)
  if (issuable === null) throw new NotFound('Note')
  return factsOf(note, issuable.facts)
}

interface AwardNode {
  readonly name: string
  readonly user: UserRow
}

const awardsOfNote = batch<number, readonly AwardNode[]>(async (ctx, ids) => {
  const { rows } = await sql<UserRow & { noteId: number; awardName: string }>`
    select a.note_id, a.name as award_name, ${userColumns} from award_emoji a join users u on u.id = a.user_id
    where a.note_id = any (${[...ids]}::bigint[]) order by a.id`.execute(ctx.db)
  const found = groupedBy(rows, row => row.noteId)
  return id => found(id).map(row => ({ name: row.awardName, user: row }))
})

export const AwardEmoji = builder.objectRef<AwardNode>('AwardEmoji').implement({
  description: 'A reaction.',
  fields: t => ({
    name: t.exposeString('name', { nullable: false }),
    emoji: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.unicode ?? '' }),
    unicode: t.string({
      nullable: false,
      resolve: award =>
        [...(emojiByName(award.name)?.unicode ?? '')].map(sign => sign.codePointAt(0)?.toString(16) ?? '').join('-'),
    }),
    unicodeVersion: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.unicodeVersion ?? '' }),
    description: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.description ?? '' }),
    user: t.field({ type: UserCore, nullable: false, resolve: award => award.user }),
  }),
})
export const AwardEmojiConnection = connectionOf(AwardEmoji)

const NotePermissions = builder.objectRef<NoteNode>('NotePermissions').implement({
  description: 'What the actor may do with a note.',
  fields: t => ({
    adminNote: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) => may(context.weft.actor, 'note:update', await noteFacts(context, note)),
    }),
    awardEmoji: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) =>
        may(context.weft.actor, 'note:award-emoji', await noteFacts(context, note)),
    }),
    createNote: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) => may(context.weft.actor, 'note:reply', await noteFacts(context, note)),
    }),
    readNote: t.boolean({ nullable: false, resolve: () => true }),
    repositionNote: t.boolean({ nullable: false, resolve: () => false }),
    resolveNote: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) =>
        note.resolvable && may(context.weft.actor, 'note:resolve', await noteFacts(context, note)),
    }),
  }),
})

const iconNames: Readonly<Record<string, string>> = JSON.parse(iconsByAction)

export const Note = builder.objectRef<NoteNode>('Note')
/** A discussion is its first note. */
export const Discussion = builder.objectRef<NoteNode>('Discussion')
export const NoteConnection = connectionOf(Note)
export const DiscussionConnection = connectionOf(Discussion)

type NotesFilter = 'ALL_NOTES' | 'ONLY_COMMENTS' | 'ONLY_ACTIVITY'

const kindOf = (filter: NotesFilter | null | undefined): RawBuilder<unknown> =>
  filter === 'ONLY_COMMENTS' ? sql`and not n.system` : filter === 'ONLY_ACTIVITY' ? sql`and n.system` : sql``

function page(context: GraphqlContext, args: PageArgs, where: RawBuilder<unknown>) {
  return pageOfRows<NoteNode, NoteNode>(context, args, {
    columns,
    from: sql`notes n`,
    where,
    keys: oldestFirst,
    present: row => row,
    count: async () =>
      (await sql<{ count: number }>`select count(*) as count from notes n where ${where}`.execute(context.weft.db))
        .rows[0]?.count ?? 0,
  })
}

/** A page of the notes of an issuable that the actor may read. */
export async function notesPage(
  context: GraphqlContext,
  issuableId: number,
  args: PageArgs & { readonly filter?: NotesFilter | null | undefined },
) {
  const issuable = await issuableFactsOf(context, issuableId)
  const within = issuable?.facts.namespace ?? null
  return page(
    context,
    args,
    sql`n.issuable_id = ${issuableId} and ${visibleNotes(context.weft.actor, 'n', within)} ${kindOf(args.filter)}`,
  )
}

/** A page of its discussions, the oldest first. */
export async function discussionsPage(context: GraphqlContext, issuableId: number, args: PageArgs) {
  const issuable = await issuableFactsOf(context, issuableId)
  const within = issuable?.facts.namespace ?? null
  return page(
    context,
    args,
    sql`n.issuable_id = ${issuableId} and ${visibleNotes(context.weft.actor, 'n', within)}
      and not exists (select 1 from notes e where e.discussion_id = n.discussion_id and e.issuable_id = n.issuable_id
        and (e.created_at, e.id) < (n.created_at, n.id))`,
  )
}

const notesOfDiscussion = batch<string, readonly NoteNode[]>(async (ctx, ids) => {
  const { rows } = await sql<NoteNode>`
    select ${columns} from notes n where n.discussion_id = any (${[...ids]}::text[]) and ${visibleNotes(ctx.actor, 'n', null)}
    order by n.created_at, n.id`.execute(ctx.db)
  const found = Map.groupBy(rows, row => row.discussionId)
  return id => found.get(id) ?? []
})

async function resolution(context: GraphqlContext, first: NoteNode) {
  const notes = (await notesOfDiscussion(context, first.discussionId)).filter(note => note.resolvable)
  const isResolved = notes.length > 0 && notes.every(note => note.resolvedAt !== null)
  const last = notes.toSorted((one, other) => ((one.resolvedAt ?? '') < (other.resolvedAt ?? '') ? 1 : -1))[0]
  return { isResolvable: notes.length > 0, isResolved, last: isResolved ? last : undefined }
}

const discussionGid = (note: NoteNode): string =>
  gid(note.type === null ? 'IndividualNoteDiscussion' : 'Discussion', note.discussionId)

interface Outcome {
  readonly outcome: CommandsOutcome
  readonly isOnly: boolean
}

const QuickActionsStatus = builder.objectRef<Outcome>('QuickActionsStatus').implement({
  description: 'What came of the commands in a text.',
  fields: t => ({
    commandNames: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.names] }),
    commandsOnly: t.boolean({ resolve: ({ isOnly }) => isOnly }),
    errorMessages: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.refused] }),
    messages: t.field({ type: ['String'], resolve: ({ outcome }) => [...outcome.done] }),
  }),
})

interface Written {
  readonly noteId?: number | undefined
  readonly quickActions?: Outcome | undefined
}

/** Write a note in a thread, of its own or as the first of a new one. */
async function write(
  ctx: Context,
  given: {
    readonly noteableId: number
    readonly body: string
    readonly internal: boolean
    readonly as: 'thread' | 'single' | { readonly replyTo: string }
  },
): Promise<Written> {
  const noteable = await load(ctx, 'issue:comment', noteableById, given.noteableId)
  if (given.internal && !may(ctx.actor, 'issue:comment-internally', noteable.facts)) throw new Forbidden()
  const written = await createNote(ctx, noteable, { body: given.body, internal: given.internal, as: given.as })
  const hasCommands = written.outcome.done.length + written.outcome.refused.length > 0
  return {
    noteId: written.kind === 'note' ? written.noteId : undefined,
    quickActions: hasCommands ? { outcome: written.outcome, isOnly: written.kind === 'commands' } : undefined,
  }
}

export function notesFields(): void {
  Note.implement({
    description: 'A comment, or what the system says of a change.',
    fields: t => ({
      id: t.field({ type: 'NoteID', nullable: false, resolve: note => gid(note.type ?? 'Note', note.id) }),
      author: t.field({ type: UserCore, resolve: (note, _args, context) => userRow(context, note.authorId) }),
      body: t.exposeString('body', { nullable: false }),
      bodyHtml: t.string({ resolve: (note, _args, context) => shownHtml(context, note.bodyHtml) }),
      bodyFirstLineHtml: t.string({
        nullable: false,
        resolve: async (note, _args, context) =>
          /<(p|h[1-6])\b[^>]*>.*?<\/\1>/s.exec(await shownHtml(context, note.bodyHtml))?.[0] ?? '',
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: note => note.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: note => note.updatedAt }),
      lastEditedAt: t.field({ type: 'Time', resolve: note => note.lastEditedAt }),
      lastEditedBy: t.field({
        type: UserCore,
        resolve: (note, _args, context) =>
          note.lastEditedById === null ? null : userRow(context, note.lastEditedById),
      }),
      internal: t.exposeBoolean('internal'),
      confidential: t.boolean({ deprecationReason: 'Use `internal`.', resolve: note => note.internal }),
      imported: t.boolean({ resolve: () => false }),
      system: t.exposeBoolean('system', { nullable: false }),
      systemNoteIconName: t.string({
        resolve: note => (note.systemAction === null ? null : (iconNames[note.systemAction] ?? null)),
      }),
      resolvable: t.exposeBoolean('resolvable', { nullable: false }),
      resolved: t.boolean({ nullable: false, resolve: note => note.resolvedAt !== null }),
      resolvedAt: t.field({ type: 'Time', resolve: note => note.resolvedAt }),
      resolvedBy: t.field({
        type: UserCore,
        resolve: (note, _args, context) => (note.resolvedById === null ? null : userRow(context, note.resolvedById)),
      }),
      noteableId: t.int({ resolve: note => note.issuableId }),
      noteableType: t.string({
        nullable: false,
        resolve: async (note, _args, context) =>
          noteableType((await issuableFactsOf(context, note.issuableId))?.type ?? 'issue'),
      }),
      project: t.field({ type: Project, resolve: (note, _args, context) => placeNode(context, note.namespaceId) }),
      url: t.string({
        resolve: async (note, _args, context) => {
          const issuable = await issuableFactsOf(context, note.issuableId)
          const { externalUrl } = context.weft.services.settings
          return issuable === null ? null : `${externalUrl}/${issuable.path}#note_${note.id}`
        },
      }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        args: pageArgs,
        resolve: async (note, args, context) =>
          pageOfList(context, args, await awardsOfNote(context, note.id), award => `${award.name}/${award.user.id}`),
      }),
      discussion: t.field({
        type: Discussion,
        resolve: async (note, _args, context) => (await notesOfDiscussion(context, note.discussionId))[0] ?? note,
      }),
      userPermissions: t.field({ type: NotePermissions, nullable: false, resolve: note => note }),
    }),
  })
  const DiscussionPermissions = builder.objectRef<NoteNode>('DiscussionPermissions').implement({
    description: 'What the actor may do with a discussion.',
    fields: t => ({
      resolveNote: t.boolean({
        nullable: false,
        resolve: async (note, _args, context) =>
          note.resolvable && may(context.weft.actor, 'note:resolve', await noteFacts(context, note)),
      }),
    }),
  })
  Discussion.implement({
    description: 'Notes that belong together.',
    fields: t => ({
      id: t.field({ type: 'DiscussionID', nullable: false, resolve: discussionGid }),
      replyId: t.field({
        type: 'DiscussionID',
        nullable: false,
        resolve: note => gid('Discussion', note.discussionId),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: note => note.createdAt }),
      notes: t.field({
        type: NoteConnection,
        nullable: false,
        args: pageArgs,
        resolve: async (note, args, context) =>
          pageOfList(context, args, await notesOfDiscussion(context, note.discussionId), each => each.id),
      }),
      resolvable: t.boolean({
        nullable: false,
        resolve: async (note, _args, context) => (await resolution(context, note)).isResolvable,
      }),
      resolved: t.boolean({
        nullable: false,
        resolve: async (note, _args, context) => (await resolution(context, note)).isResolved,
      }),
      resolvedAt: t.field({
        type: 'Time',
        resolve: async (note, _args, context) => (await resolution(context, note)).last?.resolvedAt ?? null,
      }),
      resolvedBy: t.field({
        type: UserCore,
        resolve: async (note, _args, context) => {
          const by = (await resolution(context, note)).last?.resolvedById ?? null
          return by === null ? null : userRow(context, by)
        },
      }),
      userPermissions: t.field({ type: DiscussionPermissions, nullable: false, resolve: note => note }),
    }),
  })
  builder.queryField('note', t =>
    t.field({
      type: Note,
      description: 'A note, for those who may read it.',
      args: { id: t.arg({ type: 'NoteID', required: true }) },
      resolve: (_root, args, context) => noteNode(context, args.id),
    }),
  )
  mutation('createNote', {
    description: 'Comment, or reply in a discussion.',
    input: t => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      discussionId: t.field({ type: 'DiscussionID' }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'The older name of `internal`.' }),
      mergeRequestDiffHeadSha: t.string({ description: 'Of a merge request: what `/merge` in the text merges.' }),
    }),
    run: (ctx, { noteableId, body, discussionId, internal, confidential }) =>
      write(ctx, {
        noteableId: noteableId.id,
        body,
        internal: internal ?? confidential ?? false,
        as: discussionId == null ? 'single' : { replyTo: discussionId },
      }),
    payload: t => ({
      note: t.field({
        type: Note,
        resolve: ({ noteId }, _args, context) => (noteId === undefined ? null : noteNode(context, noteId)),
      }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: ({ quickActions }) => quickActions ?? null }),
    }),
  })
  mutation('createDiscussion', {
    description: 'Begin a thread.',
    input: t => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
    }),
    run: (ctx, { noteableId, body, internal }) =>
      write(ctx, { noteableId: noteableId.id, body, internal: internal ?? false, as: 'thread' }),
    payload: t => ({
      note: t.field({
        type: Note,
        resolve: ({ noteId }, _args, context) => (noteId === undefined ? null : noteNode(context, noteId)),
      }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: ({ quickActions }) => quickActions ?? null }),
    }),
  })
  mutation('updateNote', {
    description: 'Change the text of a note.',
    input: t => ({ id: t.field({ type: 'NoteID', required: true }), body: t.string() }),
    run: async (ctx, { id, body }) => {
      const note = await load(ctx, 'note:update', noteById, id)
      const outcome = body == null ? 'edited' : await editNote(ctx, note, body)
      return { noteId: outcome === 'deleted' ? undefined : id }
    },
    payload: t => ({
      note: t.field({
        type: Note,
        resolve: ({ noteId }, _args, context) => (noteId === undefined ? null : noteNode(context, noteId)),
      }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: () => null }),
    }),
  })
  mutation('destroyNote', {
    description: 'Delete a note.',
    input: t => ({ id: t.field({ type: 'NoteID', required: true }) }),
    run: async (ctx, { id }) => {
      await deleteNote(ctx, await load(ctx, 'note:delete', noteById, id))
      return { note: null }
    },
    payload: t => ({
      note: t.field({ type: Note, resolve: () => null }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: () => null }),
    }),
  })
  mutation('discussionToggleResolve', {
    description: 'Resolve a thread, or open it again.',
    input: t => ({ id: t.field({ type: 'DiscussionID', required: true }), resolve: t.boolean({ required: true }) }),
    run: async (ctx, { id, resolve }) => {
      const first = await load(ctx, 'note:resolve', discussionById, id)
      await resolveDiscussion(ctx, first, resolve)
      return { discussionId: id }
    },
    payload: t => ({
      discussion: t.field({
        type: Discussion,
        resolve: async ({ discussionId }, _args, context) =>
          discussionId === undefined ? null : ((await notesOfDiscussion(context, discussionId))[0] ?? null),
      }),
    }),
  })
}
