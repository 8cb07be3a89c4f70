import { pagePath } from '#contract/issuable-kinds.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { messages } from './messages.ts'
import { findLinked, type LinkedRow } from './queries.ts'

interface Holder {
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
}

/** The links that the page of an issue shows. One statement. */
export async function showLinked(ctx: Context, issue: IssuableRow & { readonly facts: IssuableFacts }) {
  return presentLinked(ctx, issue, await findLinked(ctx, issue.id), may(ctx.actor, 'issuable:link', issue.facts))
}

/**
 * Linked issues as the page of the other one shows them.
 *
 * @param canLink  whether the actor may link the issue whose page it is
 * @source rest.md 17.4
 */
function presentLinked(ctx: Context, issue: Holder, rows: readonly LinkedRow[], canLink: boolean): RawJson {
  const base = siteBase(ctx)
  const items = rows.map(row => {
    const canLinkOther = may(ctx.actor, 'issuable:link', row.facts)
    const isLocked = canLink && !canLinkOther
    const rest = JSON.stringify({
      reference: referenceFrom(issue, row),
      path: `${base}${pagePath(row.type, row.namespacePath, row.iid)}`,
      relation_path:
        canLink && canLinkOther
          ? `${base}${pagePath('issue', issue.namespacePath, issue.iid)}/links/${row.linkId}`
          : null,
      lock_issue_removal: isLocked,
      locked_message: isLocked ? messages.locked(row.namespacePath) : null,
    })
    return `${row.json.slice(0, -1)},${rest.slice(1)}`
  })
  return new RawJson(`[${items.join(',')}]`)
}

/**
 * The shortest reference for the reader's namespace: nothing before the number within the project, its name within the
 * group.
 */
function referenceFrom(
  from: Pick<Holder, 'namespaceId' | 'namespacePath'>,
  to: { readonly iid: number; readonly namespaceId: number; readonly namespacePath: string },
): string {
  if (from.namespaceId === to.namespaceId) return `#${to.iid}`
  const cut = to.namespacePath.lastIndexOf('/')
  const isNear = from.namespacePath.slice(0, from.namespacePath.lastIndexOf('/')) === to.namespacePath.slice(0, cut)
  return `${isNear ? to.namespacePath.slice(cut + 1) : to.namespacePath}#${to.iid}`
}
