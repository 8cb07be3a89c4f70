import { graphqlWords, plainAttributes, type ShownIn } from '#contract/plan/plain-attributes.ts'
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

interface SetterVariables {
  readonly projectPath: string
  readonly iid: string
  readonly value: boolean | number | string | null
}

const types = { flag: 'Boolean!', day: 'Time', count: 'Int' }

/** The mutation that sets one plain attribute, made from its declaration. */
export function setterOf(name: ShownIn<'graphql'>): GraphqlDocument<unknown, SetterVariables> {
  const { input, setter } = graphqlWords(name)
  const operation = setter.replace('issueSet', 'Set')
  const variables = `$projectPath:ID!$iid:String!$value:${types[plainAttributes[name].kind]}`
  return {
    name: operation,
    kind: 'mutation',
    text: `mutation ${operation}(${variables}){${setter}(input:{projectPath:$projectPath iid:$iid ${input}:$value}){errors}}`,
  }
}
