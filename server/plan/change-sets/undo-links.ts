import { sql } from 'kysely'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import type { FormerLink } from '#server/plan/links/events.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'
import type { MadeLink } from './made.ts'
import { refusals } from './messages.ts'
import { type Outcome, observed, refused, refusedOr } from './outcome.ts'

interface Item {
  readonly id: number
  readonly namespaceId: number
}

/** Remove the links that a change added to an issue, and add those that it removed, unless someone has changed them since. */
export async function undoLinks(
  ctx: Context,
  changeSetId: number,
  { id, namespaceId }: Item,
  links: readonly MadeLink[],
): Promise<Outcome> {
  const issue = await loadIfAllowed(ctx, 'issuable:link', issueById, { issueId: id })
  if (issue === null || issue.namespaceId !== namespaceId) return refused(refusals.notAllowed)
  if (!(await areHeld(ctx, id, links))) return refused(refusals.edited)
  const linked = await findLinked(ctx, id)
  const added = linked.filter(row => links.some(link => link.isAdded && link.otherId === row.id))
  const removed: {
    readonly other: Allowed<'issuable:link', IssuableRow>
    readonly linkType: LinkType
    readonly former: FormerLink | undefined
  }[] = []
  for (const { isAdded, otherId, linkType, former } of links) {
    // `linked` omits issues that the actor can no longer see.
    if (isAdded && !added.some(row => row.id === otherId)) return refused(refusals.notAllowed)
    if (isAdded) continue
    const other = await loadIfAllowed(ctx, 'issuable:link', issueById, { issueId: otherId })
    if (other === null) return refused(refusals.notAllowed)
    removed.push({ other, linkType, former })
  }
  // If there are several links, the actor may be able to change the first, and not the next.
  return refusedOr(ctx, links.length > 1, () =>
    observed(ctx, changeSetId, async inner => {
      await unlinkIssues(inner, issue, added)
      for (const { other, linkType, former } of removed) await linkIssues(inner, issue, [other], linkType, { former })
      return true
    }),
  )
}

/** Whether an issue still has each link that was added, and none in the place of one that was removed. */
async function areHeld(ctx: Context, id: number, links: readonly MadeLink[]): Promise<boolean> {
  const { rows } = await sql<{ areHeld: boolean }>`
    select coalesce(bool_and(case when given.is_added
      then k.created_at = given.at::timestamptz and case given.link_type
        when 'blocks' then k.link_type = 'blocks' and k.source_id = ${id}
        when 'is_blocked_by' then k.link_type = 'blocks' and k.target_id = ${id}
        else k.link_type = 'relates_to' end
      else k.id is null end), true) as are_held
    from jsonb_to_recordset(${JSON.stringify(links.map(({ otherId, linkType, isAdded, at }) => ({ other_id: otherId, link_type: linkType, is_added: isAdded, at })))}::jsonb)
      given (other_id bigint, link_type text, is_added boolean, at text)
    left join issuable_links k on (k.source_id = ${id} and k.target_id = given.other_id)
      or (k.target_id = ${id} and k.source_id = given.other_id)`.execute(ctx.db)
  return rows[0]?.areHeld === true
}
