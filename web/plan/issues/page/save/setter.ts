import { graphqlWords, isAlwaysSet, plainAttributes, type ShownIn } from '#contract/plan/attributes/plain-attributes.ts'
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

interface SetterVariables {
  readonly projectPath: string
  readonly iid: string
  readonly value: boolean | number | string | null
}

const types = { flag: 'Boolean!', day: 'Time', count: 'Int' }

function typeOf(name: ShownIn<'graphql'>): string {
  const attribute = plainAttributes[name]
  if (attribute.kind !== 'choice') return types[attribute.kind]
  return isAlwaysSet(name) ? `${attribute.graphqlEnum}!` : attribute.graphqlEnum
}

/** The mutation that sets one plain attribute, made from its declaration. */
export function setterOf(name: ShownIn<'graphql'>): GraphqlDocument<unknown, SetterVariables> {
  const { input, setter, setterInput } = graphqlWords(name)
  const operation = `Set${input.charAt(0).toUpperCase()}${input.slice(1)}`
  const variables = `$projectPath:ID!$iid:String!$value:${typeOf(name)}`
  return {
    name: operation,
    kind: 'mutation',
    text: `mutation ${operation}(${variables}){${setter}(input:{projectPath:$projectPath iid:$iid ${setterInput}:$value}){errors}}`,
  }
}
