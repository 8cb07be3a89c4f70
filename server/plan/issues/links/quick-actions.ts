import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { asOneChange } from '#server/plan/change-sets/as-one-change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { messages } from '#server/plan/links/messages.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { findNamed, type NamedIssue, splitReferences } from '#server/plan/links/references.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'

const common = {
  aliases: [],
  types: issuableTypes,
  ability: 'issuable:link',
} as const

export const linkActions: readonly QuickAction[] = [
  linking(
    'relate',
    'relates_to',
    'Mark as related to other issues',
    (item, them) => `Marks this ${item} as related to ${them}.`,
    (item, them) => `Marked this ${item} as related to ${them}.`,
  ),
  linking(
    'blocks',
    'blocks',
    'Mark as blocking other issues',
    (item, them) => `Marks this ${item} as blocking ${them}.`,
    (item, them) => `Marked this ${item} as blocking ${them}.`,
  ),
  linking(
    'blocked_by',
    'is_blocked_by',
    'Mark as blocked by other issues',
    (item, them) => `Marks this ${item} as blocked by ${them}.`,
    (item, them) => `Marked this ${item} as blocked by ${them}.`,
  ),
  {
    ...common,
    name: 'unlink',
    parameter: '#issue',
    description: 'Remove the link to another issue',
    isOffered: target => target.id !== 0,
    explain: async (ctx, target, argument) => {
      const named = await namedIn(ctx, target, 'unlink', argument)
      return 'refused' in named ? named : `Removes the link to ${wordsOf(named)}.`
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const named = await namedIn(ctx, target, 'unlink', argument)
      if ('refused' in named) return named
      const linked = await findLinked(ctx, target.id)
      const gone = linked.filter(row => named.some(each => each.id === row.id))
      if (gone.length < named.length) return { refused: `${notApplied('unlink')} They are not linked.` }
      const issue = await load(ctx, 'issuable:link', issueById, { issueId: target.id })
      try {
        await asOneChange(ctx, issue, gone.length, inner => unlinkIssues(inner, issue, gone))
      } catch (error) {
        return refusal('unlink', error)
      }
      return { done: `Removed the link to ${wordsOf(named)}.` }
    },
  },
]

type Say = (item: string, them: string) => string

function linking(name: string, type: LinkType, description: string, will: Say, did: Say): QuickAction {
  return {
    ...common,
    name,
    parameter: '#issue',
    description,
    isOffered: () => true,
    explain: async (ctx, target, argument) => {
      const named = await namedIn(ctx, target, name, argument)
      return 'refused' in named ? named : will(kindWord(target.type), wordsOf(named))
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const named = await namedIn(ctx, target, name, argument)
      if ('refused' in named) return named
      const issue = await load(ctx, 'issuable:link', issueById, { issueId: target.id })
      try {
        const made = await asOneChange(ctx, issue, named.length, inner => linkIssues(inner, issue, named, type))
        if (made.size === 0) {
          return { refused: `${notApplied(name)} ${messages.linkedAlready(named.map(each => each.reference))}` }
        }
      } catch (error) {
        return refusal(name, error)
      }
      return { done: did(kindWord(target.type), wordsOf(named)) }
    },
  }
}

const wordsOf = (named: readonly NamedIssue[]): string => named.map(each => each.reference).join(', ')

/** The issues that a command names: each one the actor may link, or why not. */
async function namedIn(
  ctx: Context,
  target: CommandTarget,
  name: string,
  argument: string,
): Promise<readonly NamedIssue[] | { readonly refused: string }> {
  const refused = (why: string) => ({ refused: `${notApplied(name)} ${why}` })
  const references = splitReferences(argument)
  if (references.length === 0) return refused(messages.nothing)
  const found = await findNamed(ctx, await namespaceOf(ctx, target), references)
  const unknown = references.filter((_reference, index) => found[index] === null)
  if (unknown.length > 0) return refused(messages.notFoundOf(unknown))
  const named = found.filter(each => each !== null)
  return named.every(each => may(ctx.actor, 'issuable:link', each.facts)) ? named : refused(messages.notAllowed)
}

/** The namespace of the text of a command. */
const namespaceOf = (ctx: Context, target: CommandTarget) =>
  ctx.db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'ancestorIds'])
    .where('id', '=', target.namespaceId)
    .executeTakeFirstOrThrow()
