import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { roleNames } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { noteById } from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { emailSeenBy } from '#server/foundation/users/emails/shown-email.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { convertToThread } from '../convert.ts'
import { diffHtml, showDescriptionVersion } from '../history/description-versions.ts'
import { Note } from './fields.ts'
import { QuickActionsStatus } from './mutations.ts'
import { issuableFactsOf, type NoteNode, noteNode } from './node.ts'

interface VersionNode {
  readonly id: number
  readonly issuableId: number
  readonly description: string | null
  readonly deletedAt: string | null
}

/** The version of a description that a system note is about. */
const versionOfNote = batch<number, VersionNode | null>(async (ctx, noteIds) => {
  const { rows } = await sql<VersionNode & { noteId: number }>`
    select v.id, v.issuable_id, v.description, v.deleted_at, v.note_id from description_versions v
    where v.note_id = any (${[...noteIds]}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.noteId, row]))
  return noteId => found.get(noteId) ?? null
})

const levelOfAuthor = batch<number, { readonly id: number; readonly level: number } | null>(async (ctx, noteIds) => {
  const { rows } = await sql<{ id: number; level: number }>`
    select n.id, access_level_of(n.author_id, ns.ancestor_ids) as level from notes n join namespaces ns on ns.id = n.namespace_id
    where n.id = any (${[...noteIds]}::bigint[])`.execute(ctx.db)
  return byId(rows)
})

const isByContributor = batch<number, { readonly id: number } | null>(async (ctx, noteIds) => {
  const { rows } = await sql<{ id: number }>`
    select n.id from notes n join project_contributors c on c.namespace_id = n.namespace_id and c.user_id = n.author_id
    where n.id = any (${[...noteIds]}::bigint[])`.execute(ctx.db)
  return byId(rows)
})

async function diffOf(
  ctx: Context,
  { id, issuableId }: VersionNode,
  start: number | undefined,
): Promise<string | null> {
  const key = { versionId: id, ...(start === undefined ? {} : { startVersionId: start }) }
  const { diff } = await showDescriptionVersion(ctx, issuableId, key)
  return diff === null ? null : diffHtml(diff)
}

async function canDelete(context: GraphqlContext, { issuableId }: VersionNode): Promise<boolean> {
  const issuable = await issuableFactsOf(context, issuableId)
  return issuable !== null && may(context.weft.actor, 'issuable:delete-description-version', issuable.facts)
}

async function versionPath(context: GraphqlContext, { id, issuableId }: VersionNode): Promise<string> {
  const issuable = await issuableFactsOf(context, issuableId)
  return `${siteBase(context.weft)}${issuable?.path ?? ''}/descriptions/${id}`
}

const externalAuthorOf = batch<number, string | null>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; email: string | null }>`
    select n.id, ${emailSeenBy(ctx.actor, sql`n.external_author`, sql`p.ancestor_ids`)} as email from notes n join namespaces p on p.id = n.namespace_id
    where n.id = any (${[...ids]}::bigint[]) and n.external_author is not null`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row.email]))
  return id => found.get(id) ?? null
})

/** The fields of a note that are queried less often, and the conversion of a note into a thread. */
export function noteFields(): void {
  const DescriptionVersion = builder.objectRef<VersionNode>('DescriptionVersion').implement({
    description: 'A version of a description.',
    fields: t => ({
      id: t.field({
        type: 'DescriptionVersionID',
        nullable: false,
        resolve: version => gid('DescriptionVersion', version.id),
      }),
      description: t.exposeString('description'),
      deleted: t.boolean({ resolve: version => version.deletedAt !== null }),
      canDelete: t.boolean({ resolve: (version, _args, context) => canDelete(context, version) }),
      deletePath: t.string({
        description: 'Null if the current user cannot delete the version.',
        resolve: async (version, _args, context) =>
          (await canDelete(context, version)) ? versionPath(context, version) : null,
      }),
      diffPath: t.string({
        resolve: async (version, _args, context) => `${await versionPath(context, version)}/diff`,
      }),
      diff: t.string({
        args: { versionId: t.arg({ type: 'DescriptionVersionID' }) },
        resolve: (version, { versionId }, { weft }) => diffOf(weft, version, versionId ?? undefined),
      }),
    }),
  })
  const Metadata = builder.objectRef<NoteNode>('SystemNoteMetadata').implement({
    description: 'Metadata of a system note.',
    fields: t => ({
      id: t.field({
        type: 'SystemNoteMetadataID',
        nullable: false,
        resolve: note => gid('SystemNoteMetadata', note.id),
      }),
      action: t.exposeString('systemAction'),
      descriptionVersion: t.field({
        type: DescriptionVersion,
        resolve: (note, _args, context) => versionOfNote(context, note.id),
      }),
    }),
  })
  builder.objectFields(Note, t => ({
    authorIsContributor: t.boolean({
      resolve: async (note, _args, context) => (await isByContributor(context, note.id)) !== null,
    }),
    externalAuthor: t.string({
      description: 'Email address of the author of a service desk comment. Partly hidden from users below planner.',
      resolve: (note, _args, context) => externalAuthorOf(context, note.id),
    }),
    maxAccessLevelOfAuthor: t.string({
      resolve: async (note, _args, context) =>
        roleNames.get((await levelOfAuthor(context, note.id))?.level ?? 0) ?? null,
    }),
    systemNoteMetadata: t.field({ type: Metadata, resolve: note => (note.system ? note : null) }),
  }))
  mutation('noteConvertToThread', {
    description: 'Convert a comment to a thread.',
    input: t => ({ id: t.field({ type: 'NoteID', required: true }) }),
    run: async (ctx, { id }) => {
      await convertToThread(ctx, await load(ctx, 'note:reply', noteById, id))
      return { noteId: id }
    },
    payload: t => ({
      note: t.field({
        type: Note,
        resolve: ({ noteId }, _args, context) => (noteId === undefined ? null : noteNode(context, noteId)),
      }),
      quickActionsStatus: t.field({ type: QuickActionsStatus, resolve: () => null }),
    }),
  })
}
