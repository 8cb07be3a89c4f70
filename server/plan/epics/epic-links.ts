import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import * as contract from '#contract/plan/epics/epic-links.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, NotFound } from '#server/errors.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { findLinked, linksOf } from '#server/plan/links/queries.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'
import { momentsBetween } from '#server/platform/sql/moments-between.ts'
import { object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, pageOfJson } from '#server/slice.ts'
import { epicByIid } from './find.ts'
import { epicJoins, epicJson } from './present.ts'

/** Links between epics in the REST API. @source rest.md 11 */
export const epicLinkAnswers: readonly Answer[] = [
  answer(contract.listRelatedEpics, {
    about: epicByIid,
    ability: 'issuable:read',
    run: (ctx, { id }, page) =>
      pageOfJson<never>(ctx, page, {
        item: sql`${epicJson(ctx)} || ${objectb({
          related_epic_link_id: sql`k.id`,
          link_type: sql`k.link_type`,
          link_created_at: sql`iso(k.created_at)`,
          link_updated_at: sql`iso(k.updated_at)`,
        })}`,
        matching: sql`${linksOf(id)} k join issuables i on i.id = k.other_id ${epicJoins}
          where ${visibleIssuables(ctx.actor, 'i', { series: 'epic' })}`,
        order: sql`k.created_at, k.id`,
      }),
  }),
  answer(contract.createRelatedEpic, {
    about: epicByIid,
    ability: 'issuable:link',
    run: async (ctx, epic, { targetGroupId, targetEpicIid, linkType = 'relates_to' }) => {
      const other = await load(ctx, 'issuable:read', epicByIid, { id: targetGroupId, epicIid: targetEpicIid })
      if (!may(ctx.actor, 'issuable:link', other.facts)) throw new Forbidden()
      const linkId = (await linkIssues(ctx, epic, [other], linkType)).get(other.id)
      if (linkId === undefined) throw new Conflict('These epics are already linked')
      return showLink(ctx, epic.id, linkId)
    },
  }),
  answer(contract.deleteRelatedEpic, {
    about: epicByIid,
    ability: 'issuable:link',
    run: async (ctx, epic, { relatedEpicLinkId: linkId }) => {
      const [other] = await findLinked(ctx, epic.id, { linkId, series: 'epic' })
      if (other === undefined) throw new NotFound('Related Epic Link')
      const shown = await showLink(ctx, epic.id, linkId)
      await unlinkIssues(ctx, epic, [other])
      return shown
    },
  }),
  answer(contract.listRelatedEpicLinks, { about: groupByRef, ability: 'group:read-epics', run: listLinks }),
]

const epicOf = (ctx: Context, id: string) =>
  sql`(select ${epicJson(ctx)} from issuables i ${epicJoins} where i.id = ${sql.ref(id)})`

/** A link as an epic sees it. */
async function showLink(ctx: Context, epicId: number, linkId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${object({
      id: sql`k.id`,
      source_epic: sql`(select ${epicJson(ctx)} from issuables i ${epicJoins} where i.id = ${epicId})`,
      target_epic: epicOf(ctx, 'k.other_id'),
      link_type: sql`k.link_type`,
      created_at: sql`iso(k.created_at)`,
      updated_at: sql`iso(k.updated_at)`,
    })}::text as json
    from ${linksOf(epicId)} k where k.id = ${linkId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Related Epic Link')
  return new RawJson(found.json)
}

/** The links whose source is an epic of a group or of a group below it, as far as the actor may know of both ends. */
function listLinks(
  ctx: Context,
  group: Pick<GroupRow, 'id'>,
  { createdAfter, createdBefore, updatedAfter, updatedBefore, ...page }: InputOf<typeof contract.listRelatedEpicLinks>,
) {
  const conditions = [
    // An index has the epics of a group, and the links of each.
    sql`s.namespace_id in (select g.id from namespaces g where g.kind = 'group' and g.ancestor_ids @> array[${group.id}]::bigint[]) and s.series = 'epic'`,
    visibleIssuables(ctx.actor, 's', { series: 'epic' }),
    visibleIssuables(ctx.actor, 't', { series: 'epic' }),
    ...momentsBetween('k.created_at', { after: createdAfter, before: createdBefore }),
    ...momentsBetween('k.updated_at', { after: updatedAfter, before: updatedBefore }),
  ]
  return pageOfJson<never>(ctx, page, {
    item: object({
      id: sql`k.id`,
      source_epic: epicOf(ctx, 'k.source_id'),
      target_epic: epicOf(ctx, 'k.target_id'),
      link_type: sql`k.link_type`,
      created_at: sql`iso(k.created_at)`,
      updated_at: sql`iso(k.updated_at)`,
    }),
    matching: sql`issuable_links k join issuables s on s.id = k.source_id join issuables t on t.id = k.target_id
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`k.created_at, k.id`,
  })
}
