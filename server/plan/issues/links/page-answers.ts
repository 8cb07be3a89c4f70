import type { Static } from 'typebox'
import * as contract from '#contract/plan/work-items/links.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound, Unprocessable } from '#server/errors.ts'
import { asChangeSets } from '#server/plan/change-sets/as-change-sets.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { messages } from '#server/plan/links/messages.ts'
import { showLinked } from '#server/plan/links/present.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { findNamed, splitReferences } from '#server/plan/links/references.ts'
import { reorderLinks } from '#server/plan/links/reorder.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'

type Changed = Static<typeof contract.ChangedLinks>

interface LinksReply {
  readonly status?: number
  readonly message?: string
  /** The change set to undo. */
  readonly changeSetId?: number | undefined
}

const changed = async (
  ctx: Context,
  issue: Allowed<'issuable:link', IssuableRow>,
  { status = 200, message, changeSetId }: LinksReply = {},
) =>
  new Reply<Changed>(status, {
    message: message ?? null,
    issuables: await showLinked(ctx, issue),
    changeSetId: changeSetId ?? null,
  })

/** The calls of the issue page about its links. @source rest.md 17.4 */
export const linkPageAnswers: readonly Answer[] = [
  answer(contract.listLinkedIssues, { about: issueOfAddress, ability: 'issuable:read', run: showLinked }),
  answer(contract.addLinkedIssues, {
    about: issueOfAddress,
    ability: 'issuable:link',
    run: async (ctx, issue, { issuableReferences, linkType }) =>
      changed(ctx, issue, await addByReference(ctx, issue, issuableReferences, linkType ?? 'relates_to')),
  }),
  answer(contract.reorderLinkedIssue, {
    about: issueOfAddress,
    ability: 'issuable:link',
    run: async (ctx, issue, { linkId, moveBeforeId, moveAfterId, epic }) => {
      await reorderLinks(ctx, issue, linkId, epic ?? { moveBeforeId, moveAfterId })
      return changed(ctx, issue)
    },
  }),
  answer(contract.removeLinkedIssue, {
    about: issueOfAddress,
    ability: 'issuable:link',
    run: async (ctx, issue, { linkId }) => {
      const [other] = await findLinked(ctx, issue.id, { linkId })
      if (other === undefined) throw new NotFound()
      const [changeSetId] = await asChangeSets(ctx, 'issue', [issue], inner => unlinkIssues(inner, issue, [other]))
      return changed(ctx, issue, { changeSetId })
    },
  }),
]

/** Link all that is named, or nothing. */
async function addByReference(
  ctx: Context,
  issue: Allowed<'issuable:link', IssuableRow>,
  given: readonly string[],
  type: contract.LinkType,
): Promise<LinksReply> {
  const references = splitReferences(given.join(' '))
  if (references.length === 0) return { status: 422, message: messages.nothing }
  const place = { id: issue.namespaceId, fullPath: issue.namespacePath, ancestorIds: issue.ancestorIds }
  const found = await findNamed(ctx, place, references)
  const unknown = references.filter((_reference, index) => found[index] === null)
  if (unknown.length > 0) {
    return { status: 404, message: references.length === 1 ? messages.notFound : messages.notFoundOf(unknown) }
  }
  const others = found.filter(each => each !== null)
  if (!others.every(other => may(ctx.actor, 'issuable:link', other.facts)))
    return { status: 403, message: messages.notAllowed }
  const linked = new Set((await findLinked(ctx, issue.id)).map(row => row.id))
  const known = others.filter(other => linked.has(other.id))
  if (known.length > 0) return { status: 409, message: messages.linkedAlready(known.map(other => other.reference)) }
  try {
    const [changeSetId] = await asChangeSets(ctx, 'issue', [issue], inner => linkIssues(inner, issue, others, type))
    return { changeSetId }
  } catch (error) {
    if (error instanceof Unprocessable) return { status: 422, message: error.message }
    throw error
  }
}
