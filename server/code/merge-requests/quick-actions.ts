import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryOf } from '../repository/open.ts'
import { mergeRequestById } from './find.ts'
import { messages } from './messages.ts'
import { retargetMergeRequest } from './retarget.ts'

/** @source product-rules.md 7 */
export const mergeRequestQuickActions: readonly QuickAction[] = [
  {
    name: 'target_branch',
    aliases: [],
    parameter: 'branch',
    description: 'Set target branch',
    types: ['merge_request'],
    ability: 'issuable:update',
    isOffered: target => target.state === 'opened',
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
      await retargetMergeRequest(ctx, await load(ctx, 'issuable:update', mergeRequestById, { id: target.id }), name)
      return { done: `Set target branch to ${name}.` }
    },
  },
]

/** Also where it is written as code: `main`. */
const nameOf = (argument: string): string => argument.trim().replace(/^`(.*)`$/, '$1')

async function hasBranch(ctx: Context, { namespaceId }: CommandTarget, name: string): Promise<boolean> {
  const dir = await repositoryOf(ctx, { id: namespaceId })
  return dir !== null && (await findRef(dir, 'branch', name)) !== null
}
