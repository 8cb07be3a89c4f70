import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { countIssue } from '../rate-limit.ts'
import { cloneIssue } from './clone.ts'
import type { Verb } from './messages.ts'
import { moveIssue } from './move.ts'
import { loadTarget, type TargetProject } from './target.ts'

const common = {
  aliases: [],
  types: issuableTypes,
  ability: 'issuable:move',
  // A new one is written where it belongs.
  isOffered: (target: CommandTarget) => target.id !== 0,
} as const

/** @source product-rules.md 7 */
export const moveActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'move',
    parameter: 'group/project',
    description: 'Move this issue to another project',
    explain: async (ctx, target, argument) => {
      const project = await projectOf(ctx, 'move', target, argument)
      return 'refused' in project ? project : `Moves this ${kindWord(target.type)} to ${project.fullPath}.`
    },
    run: async (ctx, target, argument) => {
      const project = await projectOf(ctx, 'move', target, argument)
      if ('refused' in project) return project
      await countIssue(ctx)
      const issue = await load(ctx, 'issuable:move', issueById, { issueId: target.id })
      const { iid } = await moveIssue(ctx, issue, project)
      return { done: `Moved this ${kindWord(target.type)} to ${project.fullPath}#${iid}.` }
    },
  },
  {
    ...common,
    name: 'clone',
    parameter: 'group/project [--with_notes]',
    description: 'Clone this issue, to this project or another one',
    explain: async (ctx, target, argument) => {
      const { path, withNotes } = readClone(target, argument)
      const project = await projectOf(ctx, 'clone', target, path)
      const comments = withNotes ? ' with its comments' : ''
      return 'refused' in project ? project : `Clones this ${kindWord(target.type)} to ${project.fullPath}${comments}.`
    },
    run: async (ctx, target, argument) => {
      const { path, withNotes } = readClone(target, argument)
      const project = await projectOf(ctx, 'clone', target, path)
      if ('refused' in project) return project
      await countIssue(ctx)
      const issue = await load(ctx, 'issuable:move', issueById, { issueId: target.id })
      const { iid } = await cloneIssue(ctx, issue, project, { withNotes })
      return { done: `Cloned this ${kindWord(target.type)} to ${project.fullPath}#${iid}.` }
    },
  },
]

/** Without a path, the issue is cloned within its project. */
function readClone({ namespaceId }: CommandTarget, argument: string) {
  const words = argument.split(/\s+/).filter(word => word !== '')
  const path = words.find(word => !word.startsWith('--'))
  return { path: path ?? namespaceId, withNotes: words.includes('--with_notes') }
}

async function projectOf(
  ctx: Context,
  verb: Verb,
  { type }: CommandTarget,
  path: string | number,
): Promise<TargetProject | { readonly refused: string }> {
  const ref = typeof path === 'string' ? path.trim() : path
  if (ref === '') return { refused: `${notApplied(verb)} Enter the path of a project.` }
  try {
    return await loadTarget(ctx, verb, type, ref)
  } catch (error) {
    return refusal(verb, error)
  }
}
