import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { refusal } from '#server/discuss/quick-actions/refusal.ts'
import { attributeNames, attributes, blank } from '../all-attributes.ts'
import type { AttributeCommand, CommandReading } from '../define-attribute.ts'
import { issuableOfType } from '../find.ts'
import type { AttributeName } from '../values.ts'
import { changeIssuable } from './change.ts'
import { copyMetadata } from './copy-metadata.ts'
import { normalize } from './normalize.ts'

const onMergeRequests: ReadonlySet<AttributeName> = new Set([
  'title',
  'assignees',
  'labels',
  'milestone',
  'discussionLocked',
])
const onEpics: ReadonlySet<AttributeName> = new Set([
  'title',
  'assignees',
  'labels',
  'milestone',
  'discussionLocked',
  'confidential',
])
const onAlerts: ReadonlySet<AttributeName> = new Set(['assignees'])

/** The attributes' commands as quick actions. */
export const attributeActions: readonly QuickAction[] = [
  ...attributeNames.flatMap(name =>
    attributes[name].commands.map(command => actionOf(attributes[name].ability, command, typesWith(name))),
  ),
  actionOf('issuable:set-metadata', copyMetadata, [...issuableTypes, 'merge_request', 'epic']),
]

/** The types of issuables on which a command of an attribute can be written, where it does not name them. @source product-rules.md 7 */
function typesWith(name: AttributeName): readonly string[] {
  return [
    ...issuableTypes,
    ...(onMergeRequests.has(name) ? ['merge_request'] : []),
    ...(onEpics.has(name) ? ['epic'] : []),
    ...(onAlerts.has(name) ? ['alert'] : []),
  ]
}

function actionOf(ability: QuickAction['ability'], command: AttributeCommand, types: readonly string[]): QuickAction {
  return {
    name: command.name,
    aliases: command.aliases ?? [],
    parameter: command.parameter,
    description: command.description,
    types: command.types ?? types,
    ability,
    isOffered: command.isOffered ?? (() => true),
    ...(command.isListed === undefined ? {} : { isListed: command.isListed }),
    ...(command.leaves === undefined ? {} : { leaves: command.leaves }),
    explain: async (ctx, target, argument) => {
      const reading = await command.read(ctx, target, argument)
      return 'refused' in reading ? reading : tried(ctx, target, command.name, reading)
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const reading = await command.read(ctx, target, argument)
      if ('refused' in reading) return reading
      const issuable = await load(ctx, ability, issuableOfType, target)
      await changeIssuable(ctx, issuable, reading.changes, { isStrict: true })
      return { done: reading.did }
    },
  }
}

/** Check a change without making it: the values that it names must exist, and they must be valid. */
async function tried(
  ctx: Context,
  target: CommandTarget,
  name: string,
  { changes, will }: Exclude<CommandReading, { readonly refused: string }>,
) {
  const { ancestorIds } = await ctx.db
    .selectFrom('namespaces')
    .select('ancestorIds')
    .where('id', '=', target.namespaceId)
    .executeTakeFirstOrThrow()
  const { series } = issuableKinds[issuableKindOf(target.type)]
  const place = { namespaceId: target.namespaceId, ancestorIds, series, type: target.type }
  try {
    await normalize(ctx, place, blank, changes, { isStrict: true, mayCreateLabels: false })
    return will
  } catch (error) {
    return refusal(name, error)
  }
}
