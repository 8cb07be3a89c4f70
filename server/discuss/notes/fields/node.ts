import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts, NoteFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { may } from '#server/access/may.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { batch, batchRows, byId } from '#server/graphql/batch.ts'
import { type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'

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

const byCreation = (direction: 'asc' | 'desc') =>
  [
    { value: sql`n.created_at`, type: 'timestamptz', direction },
    { value: sql`n.id`, type: 'bigint', direction },
  ] as const

/** The facts of an issuable that its notes need, with the actor's permissions there. */
interface IssuableFactsNode {
  readonly id: number
  readonly facts: IssuableFacts
  readonly type: string
  readonly path: string
}

/** The facts of issuables, whatever the actor may do with them. */
export const issuableFactsOf = batchRows<IssuableFactsNode, IssuableFactsNode | null>(
  'facts of issuables',
  (ids, actor) => sql`
    select i.id, i.type, ${pagePathSql('i', 'ns')} as path, ${issuableFacts(actor, 'i', 'ns')} as facts
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
  const { rows } = await sql<NoteNode & { noteableFacts: IssuableFacts }>`
    select ${columns}, ${issuableFacts(ctx.actor, 'i', 'ns')} as noteable_facts
    from notes n join issuables i on i.id = n.issuable_id join namespaces ns on ns.id = i.namespace_id
    where n.id = any (${[...ids]}::bigint[]) and ${visibleNotes(ctx.actor, 'n', null)}`.execute(ctx.db)
  return byId(rows.filter(row => may(ctx.actor, 'note:read', factsOf(row, row.noteableFacts))))
})

const factsOf = (note: NoteNode, noteable: IssuableFacts): NoteFacts => ({
  noteable,
  authorId: note.authorId,
  internal: note.internal,
  system: note.system,
})

/** The facts that the rules of a note need. @throws NotFound  the noteable no longer exists */
export async function noteFacts(context: GraphqlContext, note: NoteNode): Promise<NoteFacts> {
  const issuable = await issuableFactsOf(context, note.issuableId)
  if (issuable === null) throw new NotFound('Note')
  return factsOf(note, issuable.facts)
}

type NotesFilter = 'ALL_NOTES' | 'ONLY_COMMENTS' | 'ONLY_ACTIVITY'

const systemCondition = (filter: NotesFilter | null | undefined): RawBuilder<unknown> =>
  filter === 'ONLY_COMMENTS' ? sql`and not n.system` : filter === 'ONLY_ACTIVITY' ? sql`and n.system` : sql``

function page(context: GraphqlContext, args: PageArgs, where: RawBuilder<unknown>, direction: 'asc' | 'desc' = 'asc') {
  return pageOfRows<NoteNode>(context, args, {
    columns,
    from: sql`notes n`,
    where,
    keys: byCreation(direction),
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
    sql`n.issuable_id = ${issuableId} and ${visibleNotes(context.weft.actor, 'n', within)} ${systemCondition(args.filter)}`,
  )
}

type DiscussionsSort = 'CREATED_ASC' | 'CREATED_DESC'

/** A page of its discussions, the oldest first unless asked otherwise. System notes are discussions of their own. */
export async function discussionsPage(
  context: GraphqlContext,
  issuableId: number,
  args: PageArgs & {
    readonly filter?: NotesFilter | null | undefined
    readonly sort?: DiscussionsSort | null | undefined
  },
) {
  const issuable = await issuableFactsOf(context, issuableId)
  const within = issuable?.facts.namespace ?? null
  return page(
    context,
    args,
    sql`n.issuable_id = ${issuableId} and ${visibleNotes(context.weft.actor, 'n', within)}
      and not exists (select 1 from notes e where e.discussion_id = n.discussion_id and e.issuable_id = n.issuable_id
        and (e.created_at, e.id) < (n.created_at, n.id)) ${systemCondition(args.filter)}`,
    args.sort === 'CREATED_DESC' ? 'desc' : 'asc',
  )
}

/** The notes of a discussion that the actor may read, the oldest first. */
export const notesOfDiscussion = batch<string, readonly NoteNode[]>(async (ctx, ids) => {
  const { rows } = await sql<NoteNode>`
    select ${columns} from notes n where n.discussion_id = any (${[...ids]}::text[]) and ${visibleNotes(ctx.actor, 'n', null)}
    order by n.created_at, n.id`.execute(ctx.db)
  const found = Map.groupBy(rows, row => row.discussionId)
  return id => found.get(id) ?? []
})

/** Whether a discussion is resolved, and by which of its notes last. */
export async function resolution(context: GraphqlContext, first: NoteNode) {
  const notes = (await notesOfDiscussion(context, first.discussionId)).filter(note => note.resolvable)
  const isResolved = notes.length > 0 && notes.every(note => note.resolvedAt !== null)
  const last = notes.toSorted((one, other) => ((one.resolvedAt ?? '') < (other.resolvedAt ?? '') ? 1 : -1))[0]
  return { isResolvable: notes.length > 0, isResolved, last: isResolved ? last : undefined }
}
