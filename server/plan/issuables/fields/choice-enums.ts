import { type ChoiceName, choiceNames, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { builder } from '#server/graphql/builder.ts'

const enumOf = (name: ChoiceName) => builder.enumType(plainAttributes[name].graphqlEnum, { values: choiceValues(name) })

/** The choices of an attribute by their words in GraphQL. */
export const choiceValues = (name: ChoiceName): Record<string, { readonly value: string }> =>
  Object.fromEntries(plainAttributes[name].choices.map(({ word, value }) => [word, { value }]))

/** The enums of all attributes that are choices. */
export const choiceEnums = Object.fromEntries(choiceNames.map(name => [name, enumOf(name)])) as Readonly<
  // Every name has its own.
  Record<ChoiceName, ReturnType<typeof enumOf>>
>
