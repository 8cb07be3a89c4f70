import { type IssuableSeries, issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { builder, type SchemaTypes } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Discussion } from './fields.ts'

export interface NoteableNode {
  readonly id: number
  /** The type in its stored form. */
  readonly type: string
}

interface DiscussedType {
  readonly series: IssuableSeries
  readonly type: PothosSchemaTypes.ObjectRef<SchemaTypes, NoteableNode>
  readonly node: (context: GraphqlContext, id: number) => Promise<NoteableNode | null>
}

const discussed: DiscussedType[] = []

/**
 * Let discussions and to-dos show their subjects.
 *
 * @param type  has the kind's name in the contract, without the colons of a module: `AlertManagementAlert`
 * @param node  one of the kind by its id; null when it is of another kind, or not for the actor
 */
export function discussedType(series: IssuableSeries, type: DiscussedType['type'], node: DiscussedType['node']): void {
  discussed.push({ series, type, node })
}

/** An issuable of a series by its id; null if the actor may not read it. */
export const discussedNode = async (
  context: GraphqlContext,
  series: IssuableSeries,
  id: number,
): Promise<NoteableNode | null> => discussed.find(each => each.series === series)?.node(context, id) ?? null

/** The types of all kinds that are registered so far. */
export const discussedTypes = (): readonly DiscussedType['type'][] => discussed.map(({ type }) => type)

/** A union of the types of all kinds. */
export const unionOfDiscussed = (name: string) =>
  builder.unionType(name, {
    types: () => discussed.map(({ type }) => type),
    resolveType: ({ type }) => issuableKinds[issuableKindOf(type)].contractType.replaceAll('::', ''),
  })

export function noteableTypeFields(): void {
  const Noteable = unionOfDiscussed('NoteableType')
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
