import { type RawBuilder, sql } from 'kysely'
import type { BoxFields } from '#contract/feeds/unsent-texts.ts'
import { issuableKindOf, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import type { Context, UserActor } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { type PlaceOwner, readPlace } from './place.ts'

export interface TextRow {
  readonly id: number
  readonly place: string
  readonly device: string
  readonly updatedAt: string
  readonly audience: 'internal' | 'confidential' | null
  readonly excerpt: string
}

const shown = sql`t.id, t.place, t.device, t.updated_at,
  case when t.fields->>'internal' = 'true' then 'internal' when t.fields->>'confidential' = 'true' then 'confidential' end as audience,
  left(concat_ws(E'\n', nullif(t.fields->>'title', ''), t.body), 300) as excerpt`

/** The person whose texts these are. */
export function writer(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') throw new Unauthenticated()
  return ctx.actor
}

/** Whether a text was added to or removed from the list of a user since a moment. */
export async function haveTextsChanged(ctx: Context, userId: number, since: RawBuilder<string>): Promise<boolean> {
  const { rows } = await sql`select 1 from unsent_texts
    where user_id = ${userId} and (created_at > ${since} or discarded_at > ${since}) limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** The actor's texts, newest first, and the places where a text of one device was discarded on another device. */
export async function textsOf(ctx: Context, device: string | null) {
  const { rows } = await sql<TextRow & { readonly isDiscarded: boolean }>`
    select ${shown}, t.discarded_at is not null as is_discarded from unsent_texts t
    where t.user_id = ${writer(ctx).id} and (t.discarded_at is null or (t.device = ${device} and not t.is_forgotten))
    order by t.updated_at desc, t.id desc`.execute(ctx.db)
  return {
    texts: rows.flatMap(({ isDiscarded, ...text }) => (isDiscarded ? [] : [text])),
    discarded: rows.flatMap(({ isDiscarded, place }) => (isDiscarded ? [place] : [])),
  }
}

interface FullRow extends TextRow {
  readonly text: string
  readonly fields: BoxFields | null
  readonly base: string | null
  readonly baseVersion: number | null
}

/** One text in full. @throws NotFound  also for another user's */
export async function textById(ctx: Context, id: number): Promise<FullRow> {
  const { rows } = await sql<FullRow>`select ${shown}, t.body as text, t.fields, t.base_version,
      case when ${inSight(ctx)} and not ${isDeleted} then t.base end as base
    from unsent_texts t ${owners} where t.user_id = ${writer(ctx).id} and t.id = ${id} and t.discarded_at is null`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) throw new NotFound('Text')
  return found
}

/** The item was deleted: its title and reference remain, without ids. */
const isDeleted = sql<boolean>`(t.about_title is not null and coalesce(t.issuable_id, t.note_id, t.namespace_id, t.milestone_id) is null)`

const owners = sql`left join notes tn on tn.id = t.note_id left join issuables i on i.id = coalesce(t.issuable_id, tn.issuable_id)
  left join milestones m on m.id = t.milestone_id
  left join namespaces n on n.id = coalesce(t.namespace_id, i.namespace_id, m.namespace_id)`

/** Whether the actor may still know of the owner of a text. */
const inSight = (ctx: Context): RawBuilder<boolean> => {
  const actor = writer(ctx)
  return sql<boolean>`(case when i.id is not null then ${visibleIssuables(actor, 'i')} and (tn.id is null or ${noteInSight(actor, 'tn', 'n')})
    when m.id is not null then ${visiblePlan(actor, 'n')} when n.id is not null then ${visibleNamespaces(actor, 'n')} else true end)`
}

/** The notes that only planners and above may read. */
const noteInSight = (actor: UserActor, note: string, namespace: string): RawBuilder<boolean> =>
  actor.isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`(not ${sql.ref(`${note}.internal`)} or access_level_of(${actor.id}, ${sql.ref(`${namespace}.ancestor_ids`)}) >= ${levelSql('planner')})`

export interface OwnerName {
  readonly title: string | null
  readonly reference: string | null
}

/** Title and reference of the item of a text box; null if it does not exist or the actor cannot see it. */
export async function ownerName(ctx: Context, owner: PlaceOwner): Promise<OwnerName | null> {
  const actor = writer(ctx)
  const found = async (query: RawBuilder<OwnerName>) => (await query.execute(ctx.db)).rows[0] ?? null
  const item = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ title: string; fullPath: string; type: string; iid: number }>`
      select i.title, n.full_path, i.type, i.iid ${from}`.execute(ctx.db)
    return rows[0]
      ? { title: rows[0].title, reference: `${rows[0].fullPath}${referenceOf(rows[0].type, rows[0].iid)}` }
      : null
  }
  switch (owner.of) {
    case 'person':
      return { title: null, reference: null }
    case 'issuable':
      return item(sql`from issuables i join namespaces n on n.id = i.namespace_id
        where i.id = ${owner.id} and ${visibleIssuables(actor, 'i')}`)
    case 'note':
      return item(sql`from notes tn join issuables i on i.id = tn.issuable_id join namespaces n on n.id = i.namespace_id
        where tn.id = ${owner.id} and ${visibleIssuables(actor, 'i')} and ${noteInSight(actor, 'tn', 'n')}`)
    case 'namespace':
      return found(sql`select n.full_name as title, '' as reference from namespaces n
        where n.id = ${owner.id} and ${visibleNamespaces(actor, 'n')}`)
    case 'milestone':
      return found(sql`select m.title, n.full_name as reference from milestones m join namespaces n on n.id = m.namespace_id
        where m.id = ${owner.id} and ${visiblePlan(actor, 'n')}`)
    default:
      return owner satisfies never
  }
}

interface UnsentTextRow extends TextRow {
  readonly isInSight: boolean
  readonly isDeleted: boolean
  readonly aboutTitle: string | null
  readonly aboutReference: string | null
  readonly noteId: number | null
  readonly iid: number | null
  readonly type: string | null
  readonly title: string | null
  readonly fullPath: string | null
  readonly fullName: string | null
  readonly isProject: boolean | null
  readonly milestoneIid: number | null
  readonly milestoneTitle: string | null
  readonly replyNoteId: number | null
}

/**
 * The actor's texts with their owners, in one statement. A text reveals nothing of an owner that the actor may not
 * read.
 */
export async function textsPage(ctx: Context) {
  const { rows } = await sql<UnsentTextRow>`select ${shown}, ${inSight(ctx)} as is_in_sight, ${isDeleted} as is_deleted,
      t.about_title, t.about_reference, t.note_id, i.iid, i.type, i.title, n.full_path, n.full_name, n.kind = 'project' as is_project, m.iid as milestone_iid, m.title as milestone_title,
      (select min(r.id) from notes r where r.issuable_id = i.id and r.discussion_id = substring(t.place from '[.]reply[.]([0-9a-f]+)$')) as reply_note_id
    from unsent_texts t ${owners} where t.user_id = ${writer(ctx).id} and t.discarded_at is null
    order by t.updated_at desc, t.id desc`.execute(ctx.db)
  return rows.map(row => {
    const { id, place, device, updatedAt, audience, excerpt } = row
    return {
      ...{ id, place, device, updatedAt, audience, excerpt },
      kind: readPlace(place).kind,
      about: row.isInSight ? aboutOf(ctx, row) : null,
      isOutOfSight: !row.isInSight,
    }
  })
}

function aboutOf(ctx: Context, row: UnsentTextRow) {
  if (row.isDeleted) return { title: row.aboutTitle ?? '', reference: row.aboutReference ?? '', path: null }
  const base = siteBase(ctx)
  const { owner, kind, path, title } = readPlace(row.place)
  if (owner.of === 'person') return path === '' ? null : { title, reference: '', path: `${base}${path}` }
  if (row.fullPath === null) return null
  const reference = row.fullName ?? row.fullPath
  switch (owner.of) {
    case 'issuable':
    case 'note': {
      if (row.iid === null || row.type === null) return null
      const noteId = row.noteId ?? row.replyNoteId
      return {
        title: row.title ?? '',
        reference: `${row.fullPath}${referenceOf(row.type, row.iid)}`,
        path: `${base}${pagePath(issuableKindOf(row.type), row.fullPath, row.iid)}${noteId === null ? '' : `#note_${noteId}`}`,
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

const placeBase = (row: UnsentTextRow): string => (row.isProject ? `/${row.fullPath}/-` : `/groups/${row.fullPath}/-`)
