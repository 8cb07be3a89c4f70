import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { refusal } from '#server/discuss/quick-actions/refusal.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { makeTag } from '../repository/refs/tags.ts'
import { messages } from './messages.ts'

/** @source product-rules.md 7 */
export const commitQuickActions: readonly QuickAction[] = [
  {
    name: 'tag',
    aliases: [],
    parameter: 'v1.2.3 message',
    description: 'Tag this commit',
    types: ['commit'],
    // On a commit, those who may push have this ability.
    ability: 'issuable:set-metadata',
    isOffered: () => true,
    explain: async (_ctx, _target, argument) => {
      const { name, message } = readTag(argument)
      if (name === '') return { refused: messages.noTagName }
      return messages.tags(name, message)
    },
    run: tagCommit,
  },
]

async function tagCommit(ctx: Context, target: CommandTarget, argument: string): Promise<CommandOutcome> {
  const { name, message } = readTag(argument)
  if (name === '') return { refused: messages.noTagName }
  const { rows } = await sql<{ sha: string }>`select sha from discussed_commits where id = ${target.id}`.execute(ctx.db)
  try {
    const project = await load(ctx, 'project:push-code', projectByRef, { id: target.namespaceId })
    await makeTag(ctx, project, { name, target: rows[0]?.sha ?? '', message: message || undefined })
    return { done: messages.tagged(name) }
  } catch (error) {
    return refusal('tag', error)
  }
}

/** `v1.2.3 The message`: a name and, after a space, the message of the tag. */
function readTag(argument: string): { readonly name: string; readonly message: string } {
  const [name = '', ...words] = argument.trim().split(/\s+/)
  return { name, message: words.join(' ') }
}
