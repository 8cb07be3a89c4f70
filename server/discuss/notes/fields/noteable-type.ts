import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { builder, type SchemaTypes } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Discussion } from './fields.ts'

interface NoteableNode {
  /** As stored. */
  readonly type: string
}

interface DiscussedType {
  readonly type: PothosSchemaTypes.ObjectRef<SchemaTypes, NoteableNode>
  readonly node: (context: GraphqlContext, id: number) => Promise<NoteableNode | null>
}

const discussed: DiscussedType[] = []

/**
 * Let discussions show what they are about.
 *
 * @param type  has the kind's name in the contract, without the colons of a module: `AlertManagementAlert`
 * @param node  one of the kind by its id; null when it is of another kind, or not for the actor
 */
export function discussedType(type: DiscussedType['type'], node: DiscussedType['node']): void {
  discussed.push({ type, node })
}

export function noteableTypeFields(): void {
  const Noteable = builder.unionType('NoteableType', {
    types: () => discussed.map(({ type }) => type),
    resolveType: ({ type }) => issuableKinds[issuableKindOf(type)].contractType.replaceAll('::', ''),
  })
  builder.objectField(Discussion, 'noteable', t =>
    t.field({
      type: Noteable,
      resolve: async (first, _args, context) => {
        for (const { node } of discussed) {
          const found = await node(context, first.issuableId)
          if (found !== null) return found
        }
        return null
      },
    }),
  )
}
