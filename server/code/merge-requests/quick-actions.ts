import { load } from '#server/access/load.ts'
import { attempt, type Context } from '#server/context.ts'
import type { CommandPlan, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { NamedError } from '#server/errors.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { stateActionsOf } from '#server/plan/issuables/changes/state-actions.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryOf } from '../repository/open.ts'
import { titleAs } from './draft.ts'
import { mergeRequestById } from './find.ts'
import { refuseAutoMerge, setAutoMerge } from './merge/auto-merge.ts'
import { readRebase } from './merge/rebase.ts'
import { rebaseLater } from './merge/rebase-later.ts'
import { refusalSentence } from './merge/refusal-sentence.ts'
import { messages } from './messages.ts'
import { retargetMergeRequest } from './retarget.ts'
import { closeMergeRequest, reopenMergeRequest } from './state.ts'

const types = ['merge_request']

// A merge request that is not created yet has no state to change.
const isOpen = (target: CommandTarget): boolean => target.id !== 0 && target.state === 'opened'

/** `/draft` and `/ready`: the beginning of the title says it. */
const draftAction = (name: 'draft' | 'ready', isDraft: boolean): QuickAction => ({
  name,
  aliases: [],
  parameter: null,
  description: isDraft ? 'Mark as draft' : 'Mark as ready',
  types,
  ability: 'issuable:update',
  isOffered: isOpen,
  explain: async () => `Marks this merge request as ${name}.`,
  run: async (ctx, target) => {
    const mergeRequest = await load(ctx, 'issuable:update', mergeRequestById, { id: target.id })
    const title = titleAs(mergeRequest, isDraft)
    if (title !== mergeRequest.title) await changeIssuable(ctx, mergeRequest, { title }, { isStrict: true })
    return { done: `Marked this merge request as ${name}.` }
  },
})

/**
 * A command that the database may refuse, such as for branches that another merge request has, runs in a savepoint: the
 * rest of the comment goes on.
 *
 * @source product-rules.md 7
 */
export const mergeRequestQuickActions: readonly QuickAction[] = [
  ...stateActionsOf({
    types,
    word: 'merge request',
    close: async (ctx, id) => closeMergeRequest(ctx, await load(ctx, 'issuable:close', mergeRequestById, { id })),
    reopen: async (ctx, id) => {
      const mergeRequest = await load(ctx, 'issuable:reopen', mergeRequestById, { id })
      await attempt(ctx, () => reopenMergeRequest(ctx, mergeRequest))
    },
  }),
  draftAction('draft', true),
  draftAction('ready', false),
  {
    name: 'merge',
    aliases: ['ship'],
    parameter: null,
    description: 'Merge when all checks pass',
    types,
    ability: 'issuable:merge',
    isOffered: isOpen,
    explain: async (ctx, target) =>
      (await planAutoMerge(ctx, target, refuseAutoMerge)) ?? 'Merges this merge request when all checks pass.',
    run: async (ctx, target) =>
      (await planAutoMerge(ctx, target, setAutoMerge)) ?? {
        done: 'Set this merge request to merge when all checks pass.',
      },
  },
  {
    name: 'rebase',
    aliases: [],
    parameter: null,
    description: 'Rebase source branch',
    types,
    // `explain` and `run` check the right to push to the source branch, which can be in a fork.
    ability: 'issuable:comment',
    isOffered: isOpen,
    isListed: async (ctx, target) => typeof (await planRebase(ctx, target)) === 'string',
    explain: planRebase,
    run: async (ctx, target) => {
      const mergeRequest = await load(ctx, 'issuable:read', mergeRequestById, { id: target.id })
      await rebaseLater(ctx, mergeRequest)
      return { done: `Scheduled a rebase of ${mergeRequest.sourceBranch} onto ${mergeRequest.targetBranch}.` }
    },
  },
  {
    name: 'target_branch',
    aliases: [],
    parameter: 'branch',
    description: 'Set target branch',
    types,
    ability: 'issuable:update',
    isOffered: isOpen,
    explain: async (ctx, target, argument) => {
      const name = nameOf(argument)
      if (name === '') return { refused: messages.nameTarget }
      return (await hasBranch(ctx, target, name))
        ? `Sets target branch to ${name}.`
        : { refused: `${messages.noBranch(name, 'target')}.` }
    },
    run: async (ctx, target, argument) => {
      const name = nameOf(argument)
      if (name === '') return { refused: messages.nameTarget }
      const mergeRequest = await load(ctx, 'issuable:update', mergeRequestById, { id: target.id })
      await attempt(ctx, () => retargetMergeRequest(ctx, mergeRequest, name))
      return { done: `Set target branch to ${name}.` }
    },
  },
]

/** The name, also if it is written as code: `main`. */
const nameOf = (argument: string): string => argument.trim().replace(/^`(.*)`$/, '$1')

/** @returns why it is refused; null where it is not */
async function planAutoMerge(
  ctx: Context,
  target: CommandTarget,
  plan: typeof setAutoMerge,
): Promise<{ readonly refused: string } | null> {
  const mergeRequest = await load(ctx, 'issuable:merge', mergeRequestById, { id: target.id })
  try {
    // The head that is there now: a push cancels it.
    await plan(ctx, mergeRequest, { sha: mergeRequest.headSha ?? undefined })
    return null
  } catch (error) {
    if (error instanceof NamedError) return { refused: `${notApplied('merge')} ${refusalSentence(error)}` }
    throw error
  }
}

async function planRebase(ctx: Context, target: CommandTarget): Promise<CommandPlan> {
  try {
    const mergeRequest = await load(ctx, 'issuable:read', mergeRequestById, { id: target.id })
    await readRebase(ctx, mergeRequest)
    return `Rebases ${mergeRequest.sourceBranch} onto ${mergeRequest.targetBranch}.`
  } catch (error) {
    return refusal('rebase', error)
  }
}

async function hasBranch(ctx: Context, { namespaceId }: CommandTarget, name: string): Promise<boolean> {
  const dir = await repositoryOf(ctx, { id: namespaceId })
  return dir !== null && (await findRef(dir, 'branch', name)) !== null
}
