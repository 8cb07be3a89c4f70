import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { noteableType } from '#server/discuss/noteables/noteable.ts'
import { AwardEmojiConnection, awardsOfNote } from '#server/discuss/reactions/award-fields.ts'
import { Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import {
  issuableFactsOf,
  type NoteNode,
  noteFacts,
  noteNode,
  notesOfDiscussion,
  resolution,
  shownHtml,
} from './node.ts'

export const NotesFilter = builder.enumType('NotesFilterType', {
  values: words(['ALL_NOTES', 'ONLY_ACTIVITY', 'ONLY_COMMENTS']),
})

const NotePermissions = builder.objectRef<NoteNode>('NotePermissions').implement({
  description: 'Permissions of the current user on the note.',
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
    repositionNote: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) =>
        note.type === 'DiffNote' && may(context.weft.actor, 'note:update', await noteFacts(context, note)),
    }),
    resolveNote: t.boolean({
      nullable: false,
      resolve: async (note, _args, context) =>
        note.resolvable && may(context.weft.actor, 'note:resolve', await noteFacts(context, note)),
    }),
  }),
})

export const Note = builder.objectRef<NoteNode>('Note')
/** A discussion is its first note. */
export const Discussion = builder.objectRef<NoteNode>('Discussion')
export const NoteConnection = connectionOf(Note)
export const DiscussionConnection = connectionOf(Discussion)

const discussionGid = (note: NoteNode): string =>
  gid(note.type === null ? 'IndividualNoteDiscussion' : 'Discussion', note.discussionId)

export function notesFields(): void {
  Note.implement({
    description: 'A comment or system note.',
    fields: t => ({
      id: t.field({ type: 'NoteID', nullable: false, resolve: note => gid(note.type ?? 'Note', note.id) }),
      author: t.field({ type: UserCore, resolve: (note, _args, context) => userNode(context, note.authorId) }),
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
          note.lastEditedById === null ? null : userNode(context, note.lastEditedById),
      }),
      internal: t.exposeBoolean('internal'),
      confidential: t.boolean({ deprecationReason: 'Use `internal`.', resolve: note => note.internal }),
      imported: t.boolean({ resolve: () => false }),
      system: t.exposeBoolean('system', { nullable: false }),
      systemNoteIconName: t.string({
        resolve: (note, _args, { weft }) => weft.services.plugs.systemNoteIcons[note.systemAction ?? ''] ?? null,
      }),
      resolvable: t.exposeBoolean('resolvable', { nullable: false }),
      resolved: t.boolean({ nullable: false, resolve: note => note.resolvedAt !== null }),
      resolvedAt: t.field({ type: 'Time', resolve: note => note.resolvedAt }),
      resolvedBy: t.field({
        type: UserCore,
        resolve: (note, _args, context) => (note.resolvedById === null ? null : userNode(context, note.resolvedById)),
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
          return issuable === null ? null : `${externalUrl}${issuable.path}#note_${note.id}`
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
    description: 'Permissions of the current user on the discussion.',
    fields: t => ({
      resolveNote: t.boolean({
        nullable: false,
        resolve: async (note, _args, context) =>
          note.resolvable && may(context.weft.actor, 'note:resolve', await noteFacts(context, note)),
      }),
    }),
  })
  Discussion.implement({
    description: 'A discussion: a single note or a thread.',
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
          return by === null ? null : userNode(context, by)
        },
      }),
      userPermissions: t.field({ type: DiscussionPermissions, nullable: false, resolve: note => note }),
    }),
  })
  builder.queryField('note', t =>
    t.field({
      type: Note,
      description: 'Get a note by ID.',
      args: { id: t.arg({ type: 'NoteID', required: true }) },
      resolve: (_root, args, context) => noteNode(context, args.id),
    }),
  )
}
