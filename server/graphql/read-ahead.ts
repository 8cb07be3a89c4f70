import type { FieldNode, GraphQLResolveInfo, ValueNode } from 'graphql'
import type { GraphqlContext } from './context.ts'

/**
 * Start reading the rows that a field below `project` needs, before the project is read, so that both statements are
 * sent together.
 */
interface ReadAhead {
  /** The name of the field. */
  readonly field: string
  /** The one argument with which it is read ahead. */
  readonly argument: string
  readonly start: (context: GraphqlContext, fullPath: string, value: string) => void
}

const belowProject: ReadAhead[] = []

export function addReadAhead(each: ReadAhead): void {
  belowProject.push(each)
}

/** @param info  of a field that finds the project */
export function readAhead(context: GraphqlContext, fullPath: string, info: GraphQLResolveInfo): void {
  for (const { selectionSet } of info.fieldNodes)
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind !== 'Field' || (selection.directives?.length ?? 0) > 0) continue
      for (const { field, argument, start } of belowProject) {
        if (field !== selection.name.value) continue
        const value = onlyArgument(selection, argument, info)
        if (value !== null) start(context, fullPath, value)
      }
    }
}

/** The text of an argument, if it is the only one. */
function onlyArgument({ arguments: given = [] }: FieldNode, name: string, info: GraphQLResolveInfo): string | null {
  const [argument] = given
  if (given.length !== 1 || argument?.name.value !== name) return null
  const value = textOf(argument.value, info)
  return typeof value === 'string' ? value : null
}

function textOf(node: ValueNode, { variableValues }: GraphQLResolveInfo): unknown {
  if (node.kind === 'Variable') return variableValues[node.name.value]
  return node.kind === 'StringValue' ? node.value : null
}
