import { type RawBuilder, sql } from 'kysely'
import type { NoteableKind } from '#contract/discuss/noteable-kind.ts'
import { type IssuableSeries, issuableKindOf, issuableKinds, pagePath } from '#contract/issuable-kinds.ts'
import type { IssuableFacts, NoteFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { finder } from '#server/access/load.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { NoteableRow } from './noteable-row.ts'
import { unstoredOf } from './unstored.ts'
import { visibleNotes } from './visible-notes.ts'

const i = columnsOf('issuables', 'i')
const n = columnsOf('namespaces', 'n')

/** A kind that is discussed: an entry of `issuableKinds`. */
export interface DiscussedKind extends NoteableKind {
  /** The sequence of numbers within a namespace. */
  readonly series: IssuableSeries
}

export type { NoteableRow }

declare module '#server/context.ts' {
  interface Plugs {
    readonly noteables: readonly DiscussedKind[]
  }
}

/** The columns of `NoteableRow`, for `issuables i` and `namespaces n`. */
const columns = sql`i.id, i.iid, i.type, i.state, i.title, i.author_id, i.notes_count, i.namespace_id,
  n.full_path as namespace_path, n.name as namespace_name, n.ancestor_ids`

interface FoundNoteable extends NoteableRow {
  readonly facts: IssuableFacts
}

/** A noteable by a condition on `issuables i` and `namespaces n`, for finders. */
export async function findNoteable(ctx: Context, condition: RawBuilder<unknown>) {
  const { rows } = await sql<FoundNoteable>`
    select ${columns}, ${issuableFacts(ctx.actor, 'i', 'n')} as facts
    from issuables i join namespaces n on n.id = i.namespace_id where ${condition}`.execute(ctx.db)
  return found(rows[0])
}

function found(one: FoundNoteable | undefined) {
  if (one === undefined) return null
  const { facts, ...row } = one
  return { row: row as NoteableRow, facts }
}

/** A noteable within its project or group: by its number, or by its id where the API addresses the kind so. */
interface Identity {
  readonly column: 'iid' | 'id'
  readonly value: number
}

/** Find a noteable in its namespace. A prepared statement: most requests about a discussion start with it. */
async function findWithin(ctx: Context, series: IssuableSeries, ref: number | string, { column, value }: Identity) {
  const values = { ref, value }
  const rows = await runForActor<FoundNoteable, typeof values>(
    ctx,
    `noteable by-${column} ${series} ${typeof ref}`,
    values,
    ({ actor }, parameter) => sql`
    select ${columns}, ${issuableFacts(actor, 'i', 'n', series)} as facts
    from issuables i join namespaces n on n.id = i.namespace_id
    where i.series = ${sql.lit(series)} and ${namespaceIs(ref, parameter.ref)} and ${sql.ref(`i.${column}`)} = ${parameter.value}`,
  )
  return found(rows[0])
}

/** The input of a REST path, besides the parameter of the noteable, whose name depends on the kind. */
export interface RestKey {
  /** Id or full path of the namespace. */
  readonly id: number | string
}

/** The input of a page's path. */
export interface PageKey {
  readonly namespace: string
  readonly iid: number
}

/** SQL conditions on `issuables i` and `namespaces n` that find a noteable of a kind by its path. */
export function conditionsOf({ series, rest }: DiscussedKind) {
  const is = (ref: number | string, { column, value }: Identity): RawBuilder<unknown> =>
    sql`${namespaceIs(ref)} and i.series = ${sql.lit(series)} and ${sql.ref(`i.${column}`)} = ${value}`
  return {
    ofApi: async (ctx: Context, key: RestKey) => {
      const name = nameOf(key, rest)
      if (name === null) return is(key.id, identityOf(key, rest))
      const found = await unstoredOf(ctx, series)?.find(ctx, key.id, name)
      return sql`i.id = ${found?.row.id ?? 0}`
    },
    ofPage: ({ namespace, iid }: PageKey) => is(namespace, { column: 'iid', value: iid }),
  }
}

/** The noteable in an input of the API. A kind whose paths of notes have a parameter of their own is addressed by id there. */
function identityOf(key: RestKey, { parameter, notesParameter }: DiscussedKind['rest']): Identity {
  const values = valuesOf(key)
  const iid = values[parameter]
  return iid === undefined
    ? { column: 'id', value: Number(values[notesParameter] ?? 0) }
    : { column: 'iid', value: Number(iid) }
}

/** The name in an input of the API: of a kind that is addressed by a SHA and no number. */
function nameOf(key: RestKey, { parameter }: DiscussedKind['rest']): string | null {
  const value = valuesOf(key)[parameter]
  return typeof value === 'string' ? value : null
}

// The operations of the kind have one of its parameters in their input: `restKey` in the contract.
const valuesOf = (key: RestKey) => key as unknown as Readonly<Record<string, number | string | undefined>>

/** The finders for the paths of a kind: the noteable, its notes and its discussions. */
export function findersOf(kind: DiscussedKind) {
  const { series, rest } = kind
  const { ofApi, ofPage } = conditionsOf(kind)
  const what = kind.word.replace(/\b[a-z]/g, letter => letter.toUpperCase())
  return {
    noteableOfApi: finder('issuable', what, async (ctx: Context, key: RestKey) => {
      const name = nameOf(key, rest)
      if (name === null) return findWithin(ctx, series, key.id, identityOf(key, rest))
      return (await unstoredOf(ctx, series)?.find(ctx, key.id, name)) ?? null
    }),
    noteableOfPage: finder('issuable', what, async (ctx: Context, { namespace, iid }: PageKey) => {
      const found = await findWithin(ctx, series, namespace, { column: 'iid', value: iid })
      return found ?? (await unstoredOf(ctx, series)?.find(ctx, namespace, iid)) ?? null
    }),
    /** With `discussionId`, only a note of that discussion. */
    noteOfApi: finder(
      'note',
      'Note',
      async (ctx: Context, key: RestKey & { readonly noteId: number; readonly discussionId?: string }) =>
        findNote(
          ctx,
          sql`note.id = ${key.noteId} and ${await ofApi(ctx, key)} ${
            key.discussionId === undefined ? sql`` : sql`and note.discussion_id = ${key.discussionId}`
          }`,
        ),
    ),
    /** The first note of a discussion, which represents the discussion. */
    discussionOfApi: finder(
      'note',
      'Discussion',
      async (ctx: Context, key: RestKey & { readonly discussionId: string }) =>
        findNote(ctx, sql`${await ofApi(ctx, key)} and note.discussion_id = ${key.discussionId} and ${isFirst}`),
    ),
    discussionOfPage: finder('note', 'Discussion', (ctx: Context, key: PageKey & { readonly discussionId: string }) =>
      findNote(ctx, sql`${ofPage(key)} and note.discussion_id = ${key.discussionId} and ${isFirst}`),
    ),
  }
}

interface TargetKey {
  readonly namespace: string
  readonly targetType?: string | undefined
  readonly targetId?: number | undefined
  readonly issuableId?: number | undefined
  readonly note?: { readonly noteableId?: number | undefined }
}

/**
 * A noteable that a page refers to by id: `target_id`, `issuable_id`, or `noteable_id` within the note. A kind whose noteables may
 * have no row yet is referred to by its number.
 */
export const noteableOfTarget = finder('issuable', 'Issue', async (ctx: Context, key: TargetKey) => {
  const id = key.targetId ?? key.issuableId ?? key.note?.noteableId
  if (id === undefined) return null
  const unstored = unstoredOf(ctx, key.targetType?.toLowerCase() ?? '')
  if (unstored !== undefined) return unstored.find(ctx, key.namespace, id)
  const series = ctx.services.plugs.noteables.map(kind => kind.series)
  return findNoteable(ctx, sql`${namespaceIs(key.namespace)} and i.series = any (${series}::text[]) and i.id = ${id}`)
})

/** An issuable by its id, in any namespace. */
export const noteableById = finder('issuable', 'Issue', (ctx: Context, id: number) =>
  findNoteable(ctx, sql`i.id = ${id}`),
)

interface OfClass {
  readonly class: string
  readonly id: number
}

/** The series of a class of global ids: a work item is an issue or an epic. */
const seriesOfClass = (name: string): readonly IssuableSeries[] =>
  name === 'WorkItem'
    ? ['issue', 'epic']
    : Object.values(issuableKinds).flatMap(kind => (kind.contractType === name ? kind.series : []))

/** Whether a global id names `issuables i`: an id of another class does not. */
export const isOfGid = ({ class: name, id }: OfClass): RawBuilder<boolean> =>
  sql<boolean>`(i.id = ${id} and i.series = any (${[...seriesOfClass(name)]}::text[]))`

/** An issuable by its global id. */
export const noteableByGid = finder('issuable', 'Issue', (ctx: Context, ref: OfClass) =>
  findNoteable(ctx, isOfGid(ref)),
)

/** A note with its noteable. */
export interface NoteRow {
  readonly id: number
  readonly discussionId: string
  readonly type: 'DiscussionNote' | 'DiffNote' | null
  readonly authorId: number
  readonly body: string
  readonly internal: boolean
  readonly system: boolean
  readonly resolvable: boolean
  readonly resolvedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly noteable: NoteableRow
}

/** A `NoteableRow` as one JSON column. */
export const noteableJson = object({
  ...i.fields('id', 'iid', 'type', 'state', 'title'),
  authorId: i('authorId'),
  notesCount: i('notesCount'),
  namespaceId: i('namespaceId'),
  namespacePath: n('fullPath'),
  namespaceName: n('name'),
  ancestorIds: n('ancestorIds'),
})

async function findNote(ctx: Context, condition: RawBuilder<unknown>) {
  const { rows } = await sql<NoteRow & { noteable: NoteableRow; noteableFacts: IssuableFacts }>`
    select note.id, note.discussion_id, note.type, note.author_id, note.body, note.internal, note.system, note.resolvable,
      note.resolved_at, note.created_at, note.updated_at,
      ${noteableJson} as noteable,
      ${issuableFacts(ctx.actor, 'i', 'n')} as noteable_facts
    from notes note join issuables i on i.id = note.issuable_id join namespaces n on n.id = i.namespace_id
    where ${condition} and ${visibleNotes(ctx.actor, 'note', null)}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { noteableFacts, ...row } = found
  const facts: NoteFacts = {
    noteable: noteableFacts,
    authorId: row.authorId,
    internal: row.internal,
    system: row.system,
  }
  return { row: row as NoteRow, facts }
}

/** A note in the namespace of a page's path. */
export const noteOfPage = finder(
  'note',
  'Note',
  (ctx: Context, { namespace, noteId }: { readonly namespace: string; readonly noteId: number }) =>
    findNote(ctx, sql`note.id = ${noteId} and ${namespaceIs(namespace)}`),
)

/** A note by its id, in any namespace. */
export const noteById = finder('note', 'Note', (ctx: Context, id: number) => findNote(ctx, sql`note.id = ${id}`))

/** The first note of a discussion, by the ids of noteable and discussion. */
export const discussionOf = finder(
  'note',
  'Discussion',
  (ctx: Context, key: { readonly noteableId: number; readonly discussionId: string }) =>
    findNote(ctx, sql`i.id = ${key.noteableId} and note.discussion_id = ${key.discussionId} and ${isFirst}`),
)

/** The first note of a discussion, by the discussion's id. */
export const discussionById = finder('note', 'Discussion', (ctx: Context, discussionId: string) =>
  findNote(ctx, sql`note.discussion_id = ${discussionId} and ${isFirst}`),
)

const isFirst = sql`not exists (select 1 from notes earlier where earlier.discussion_id = note.discussion_id
  and earlier.issuable_id = note.issuable_id and (earlier.created_at, earlier.id) < (note.created_at, note.id))`

export const textNamespaceOf = (noteable: NoteableRow): TextNamespace => ({
  id: noteable.namespaceId,
  fullPath: noteable.namespacePath,
  ancestorIds: noteable.ancestorIds,
})

/** The path of the issuable's page. */
export const pathOf = ({ type, namespacePath, iid }: NoteableRow): string => pagePath(type, namespacePath, iid)

/** The series of a stored type. */
export const seriesOf = (type: string): IssuableSeries => issuableKinds[issuableKindOf(type)].series

/** `noteable_type` in the API, by stored type. */
export const noteableType = (type: string) => issuableKinds[issuableKindOf(type)].contractType

const typesBySeries = Object.entries(issuableKinds)
  .filter(([kind, { series }]) => kind === series)
  .map(([series, { contractType }]) => sql`when ${sql.lit(series)} then ${sql.lit(contractType)}`)

/** `noteable_type` as SQL. @param issuable  alias of `issuables` */
export const noteableTypeSql = (issuable: string): RawBuilder<string> =>
  sql<string>`case ${sql.ref(`${issuable}.series`)} ${sql.join(typesBySeries, sql` `)} end`
