import type { Static } from 'typebox'
import * as contract from '#contract/plan/work-items/links.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound, Unprocessable } from '#server/errors.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { linkIssues } from './link.ts'
import { messages } from './messages.ts'
import { showLinked } from './present.ts'
import { findLinked } from './queries.ts'
import { findNamed, splitReferences } from './references.ts'
import { reorderLinks } from './reorder.ts'
import { unlinkIssue } from './unlink.ts'

type Changed = { message: string | null; issuables: Static<typeof contract.LinkedIssue>[] }

async function changed(
  ctx: Context,
  issue: Allowed<'issuable:link', IssuableRow>,
  status = 200,
  message: string | null = null,
) {
  return new Reply<Changed>(status, { message, issuables: await showLinked(ctx, issue) })
}

/** What the issue page calls for its links. @source rest.md 17.4 */
export const linkPageAnswers: readonly Answer[] = [
  answer(contract.listLinkedIssues, { about: issueOfAddress, ability: 'issuable:read', run: showLinked }),
  answer(contract.addLinkedIssues, {
    about: issueOfAddress,
    ability: 'issuable:link',
    run: async (ctx, issue, { issuableReferences, linkType }) => {
      const refused = await addByReference(ctx, issue, issuableReferences, linkType ?? 'relates_to')
      return changed(ctx, issue, refused?.status, refused?.message)
    },
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
      const [other] = await findLinked(ctx, issue.id, linkId)
      if (other === undefined) throw new NotFound()
      await unlinkIssue(ctx, issue, other)
      return changed(ctx, issue)
    },
  }),
]

interface Refused {
  readonly status: 403 | 404 | 409 | 422
  readonly message: string
}

/** Link all that is named, or nothing: null when it was done. */
async function addByReference(
  ctx: Context,
  issue: Allowed<'issuable:link', IssuableRow>,
  given: readonly string[],
  type: contract.LinkType,
): Promise<Refused | null> {
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
    await linkIssues(ctx, issue, others, type)
    return null
  } catch (error) {
    if (error instanceof Unprocessable) return { status: 422, message: error.message }
    throw error
  }
}
