import { completeCommands } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import { type Noteable, type TextTarget, textTarget } from '#web/discuss/noteable.ts'

export interface CompletionContext {
  readonly namespace: string
  readonly type: string
  readonly typeId?: number
}

export const completionContext = (namespace: string, target: TextTarget): CompletionContext => ({
  namespace,
  type: target.type,
  ...(target.iid === undefined ? {} : { typeId: target.iid }),
})

/** Names and aliases of the commands that may be used, as far as they were asked for; null before that. */
export function knownCommands(noteable: Noteable): ReadonlySet<string> | null {
  const context = completionContext(noteable.namespace, textTarget(noteable))
  const commands = queryClient.getQueryData(reading(completeCommands, context).queryKey)
  return commands === undefined ? null : new Set(commands.flatMap(each => [each.name, ...each.aliases]))
}
