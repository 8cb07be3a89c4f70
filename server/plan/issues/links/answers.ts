import { sql } from 'kysely'
import {
  createIssueLink,
  deleteIssueLink,
  getIssueLink,
  type LinkType,
  listIssueLinks,
} from '#contract/plan/work-items/links.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, NotFound } from '#server/errors.ts'
import { type IssuableRow, issueByIid } from '#server/plan/issuables/find.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { findLinked, linksOf, maxLinks } from '#server/plan/links/queries.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { issueJoins, issueJson } from '../present.ts'
import { showIssue } from '../queries.ts'

/** @source rest.md 6.3 */
export const linkAnswers: readonly Answer[] = [
  answer(listIssueLinks, { about: issueByIid, ability: 'issuable:read', run: listRelated }),
  answer(getIssueLink, {
    about: issueByIid,
    ability: 'issuable:read',
    run: async (ctx, issue, { issueLinkId }) => {
      const other = await findOne(ctx, issue.id, issueLinkId)
      return showLink(ctx, issue.id, other.id, other)
    },
  }),
  answer(createIssueLink, {
    about: issueByIid,
    ability: 'issuable:link',
    run: async (ctx, issue, { targetProjectId, targetIssueIid, linkType = 'relates_to' }) => {
      const target = { id: targetProjectId, issueIid: targetIssueIid }
      const other = await load(ctx, 'issuable:read', issueByIid, target)
      if (!may(ctx.actor, 'issuable:link', other.facts)) throw new Forbidden()
      const linkId = (await linkIssues(ctx, issue, [other], linkType)).get(other.id)
      if (linkId === undefined) throw new Conflict('Issue(s) already assigned')
      return showLink(ctx, issue.id, other.id, { linkId, linkType })
    },
  }),
  answer(deleteIssueLink, {
    about: issueByIid,
    ability: 'issuable:link',
    run: async (ctx, issue, { issueLinkId }) => {
      const other = await findOne(ctx, issue.id, issueLinkId)
      await unlinkIssues(ctx, issue, [other])
      return showLink(ctx, issue.id, other.id, other)
    },
  }),
]

async function findOne(ctx: Context, issueId: number, linkId: number) {
  const [found] = await findLinked(ctx, issueId, { linkId })
  if (found === undefined) throw new NotFound()
  return found
}

async function showLink(
  ctx: Context,
  issueId: number,
  otherId: number,
  { linkId, linkType }: { readonly linkId: number; readonly linkType: LinkType },
) {
  return {
    id: linkId,
    sourceIssue: await showIssue(ctx, issueId),
    targetIssue: await showIssue(ctx, otherId),
    linkType,
  }
}

/** All links, or the requested page. One statement. */
async function listRelated(ctx: Context, issue: IssuableRow, asked: Paging): Promise<RawJson | Paged<never>> {
  const isPaged = asked.page !== undefined || asked.perPage !== undefined
  const { page, perPage, offset } = pageOf(asked)
  const { rows } = await sql<{ items: string; total: number }>`
    with linked as materialized (select k.* from (select * from ${linksOf(issue.id)} l order by l.created_at, l.id limit ${sql.lit(maxLinks)}) k
      join issuables i on i.id = k.other_id where ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })})
    select '[' || coalesce(string_agg(left(${issueJson(ctx, { through: issue.namespacePath })}, -1)
      || ',"issue_link_id":' || k.id || ',"link_type":"' || k.link_type || '","link_created_at":' || to_json(iso(k.created_at))
      || ',"link_updated_at":' || to_json(iso(k.updated_at)) || '}', ',' order by k.created_at, k.id), '') || ']' as items,
      (select count(*) from linked) as total
    from (select * from linked l order by l.created_at, l.id ${isPaged ? sql`limit ${perPage} offset ${offset}` : sql``}) k
      join issuables i on i.id = k.other_id ${issueJoins(ctx)}`.execute(ctx.db)
  const { items, total } = rows[0] ?? { items: '[]', total: 0 }
  return isPaged ? Paged.offset<never>(new RawJson(items), { page, perPage, total }) : new RawJson(items)
}
