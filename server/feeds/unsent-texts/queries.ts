import { type RawBuilder, sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import { visibleIssues, visibleNamespaces } from '#server/access/visible.ts'
import type { Context, UserActor } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { type PlaceOwner, readPlace } from './place.ts'

export interface TextRow {
  readonly id: number
  readonly place: string
  readonly device: string
  readonly updatedAt: string
  readonly excerpt: string
}

const excerpt = sql<string>`left(t.body, 300)`

/** The person whose texts these are. */
export function writer(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') throw new Unauthenticated()
  return ctx.actor
}

/** The actor's texts, the latest first. */
export async function textsOf(ctx: Context): Promise<readonly TextRow[]> {
  const { rows } = await sql<TextRow>`select t.id, t.place, t.device, t.updated_at, ${excerpt} as excerpt
    from unsent_texts t where t.user_id = ${writer(ctx).id} order by t.updated_at desc, t.id desc`.execute(ctx.db)
  return rows
}

/** One text in full. @throws NotFound  also for somebody else's */
export async function textById(ctx: Context, id: number) {
  const { rows } = await sql<
    TextRow & { readonly text: string; readonly base: string | null; readonly baseVersion: number | null }
  >`select t.id, t.place, t.device, t.updated_at, ${excerpt} as excerpt, t.body as text, t.base_version,
      case when ${inSight(ctx)} then t.base end as base
    from unsent_texts t ${owners} where t.user_id = ${writer(ctx).id} and t.id = ${id}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Text')
  return found
}

const owners = sql`left join notes tn on tn.id = t.note_id left join issuables i on i.id = coalesce(t.issuable_id, tn.issuable_id)
  left join milestones m on m.id = t.milestone_id
  left join namespaces n on n.id = coalesce(t.namespace_id, i.namespace_id, m.namespace_id)`

/** Whether the actor may still know of what a text is about. */
const inSight = (ctx: Context): RawBuilder<boolean> => {
  const actor = writer(ctx)
  return sql<boolean>`(case when i.id is not null then ${visibleIssues(actor, 'i')} and (tn.id is null or ${noteInSight(actor, 'tn', 'n')})
    when n.id is not null then ${visibleNamespaces(actor, 'n')} else true end)`
}

/** What only reporters and above may read. */
const noteInSight = (actor: UserActor, note: string, namespace: string): RawBuilder<boolean> =>
  actor.isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`(not ${sql.ref(`${note}.internal`)} or access_level_of(${actor.id}, ${sql.ref(`${namespace}.ancestor_ids`)}) >= ${levelSql('planner')})`

/** Whether the actor may know of a place's owner; what does not exist is out of sight too. */
export async function isOwnerInSight(ctx: Context, owner: PlaceOwner): Promise<boolean> {
  const actor = writer(ctx)
  const found = async (query: RawBuilder<unknown>) => (await query.execute(ctx.db)).rows.length > 0
  switch (owner.of) {
    case 'person':
      return true
    case 'issuable':
      return found(sql`select 1 from issuables i where i.id = ${owner.id} and ${visibleIssues(actor, 'i')}`)
    case 'note':
      return found(sql`select 1 from notes tn join issuables i on i.id = tn.issuable_id join namespaces n on n.id = i.namespace_id
        where tn.id = ${owner.id} and ${visibleIssues(actor, 'i')} and ${noteInSight(actor, 'tn', 'n')}`)
    case 'namespace':
      return found(sql`select 1 from namespaces n where n.id = ${owner.id} and ${visibleNamespaces(actor, 'n')}`)
    case 'milestone':
      return found(sql`select 1 from milestones m join namespaces n on n.id = m.namespace_id
        where m.id = ${owner.id} and ${visibleNamespaces(actor, 'n')}`)
    default:
      return owner satisfies never
  }
}

interface PageRow extends TextRow {
  readonly isInSight: boolean
  readonly noteId: number | null
  readonly iid: number | null
  readonly title: string | null
  readonly fullPath: string | null
  readonly fullName: string | null
  readonly isProject: boolean | null
  readonly milestoneIid: number | null
  readonly milestoneTitle: string | null
  readonly replyNoteId: number | null
}

/** The actor's texts with what they are about, in one statement. Of what is out of sight nothing is told. */
export async function textsPage(ctx: Context) {
  const { rows } =
    await sql<PageRow>`select t.id, t.place, t.device, t.updated_at, ${excerpt} as excerpt, ${inSight(ctx)} as is_in_sight,
      t.note_id, i.iid, i.title, n.full_path, n.full_name, n.kind = 'project' as is_project, m.iid as milestone_iid, m.title as milestone_title,
      (select min(r.id) from notes r where r.issuable_id = i.id and r.discussion_id = substring(t.place from '[.]reply[.]([0-9a-f]+)$')) as reply_note_id
    from unsent_texts t ${owners} where t.user_id = ${writer(ctx).id} order by t.updated_at desc, t.id desc`.execute(
      ctx.db,
    )
  return rows.map(row => {
    const { id, place, device, updatedAt } = row
    return {
      id,
      place,
      device,
      updatedAt,
      excerpt: row.excerpt,
      kind: readPlace(place).kind,
      about: row.isInSight ? aboutOf(ctx, row) : null,
      isOutOfSight: !row.isInSight,
    }
  })
}

function aboutOf(ctx: Context, row: PageRow) {
  const base = siteBase(ctx)
  const { owner, kind, path, title } = readPlace(row.place)
  if (owner.of === 'person') return path === '' ? null : { title, reference: '', path: `${base}${path}` }
  if (row.fullPath === null) return null
  const reference = row.fullName ?? row.fullPath
  switch (owner.of) {
    case 'issuable':
    case 'note': {
      const noteId = row.noteId ?? row.replyNoteId
      return {
        title: row.title ?? '',
        reference: `${row.fullPath}#${row.iid}`,
        path: `${base}/${row.fullPath}/-/issues/${row.iid}${noteId === null ? '' : `#note_${noteId}`}`,
      }
    }
    case 'milestone':
      return {
        title: row.milestoneTitle ?? '',
        reference,
        path: `${base}${placeBase(row)}/milestones/${row.milestoneIid}`,
      }
    case 'namespace': {
      const rest =
        path === ''
          ? kind === 'Settings'
            ? `${placeBase(row)}/edit`
            : `${placeBase(row)}/milestones`
          : `/${row.fullPath}${path}`
      return { title: reference, reference: '', path: `${base}${rest}` }
    }
    default:
      return owner satisfies never
  }
}

const placeBase = (row: PageRow): string => (row.isProject ? `/${row.fullPath}/-` : `/groups/${row.fullPath}/-`)
