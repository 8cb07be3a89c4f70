import { type TInteger, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Dictionary, NamespaceRef } from '#contract/shapes.ts'

const operation = operationsOf('Custom attributes')

export const CustomAttribute = Type.Object({ key: Type.String(), value: Type.String() })

/** Parameters of lists, for administrators only: show the attributes of each entry, and filter by them. */
export const customAttributeFilters = {
  withCustomAttributes: Type.Optional(Type.Boolean()),
  customAttributes: Type.Optional(Dictionary(Type.String())),
}

const key = Type.String({ minLength: 1, maxLength: 255 })
const value = Type.String({ maxLength: 255 })

const names = { user: 'User', group: 'Group', project: 'Project' } as const

/** The operations on the custom attributes of a kind of owner. */
function customAttributeOperations(kind: keyof typeof names, id: TInteger | typeof NamespaceRef) {
  const name = `${names[kind]}CustomAttribute`
  const path = `/${kind}s/:id/custom_attributes` as const
  return {
    list: operation({
      name: `list${name}s`,
      summary: `List custom attributes of a ${kind}, sorted by key (administrators only)`,
      at: `GET ${path}`,
      input: Type.Object({ id }),
      reply: Type.Array(CustomAttribute),
    }),
    get: operation({
      name: `get${name}`,
      summary: `Get a custom attribute of a ${kind} (administrators only)`,
      at: `GET ${path}/:key`,
      input: Type.Object({ id, key }),
      reply: CustomAttribute,
    }),
    set: operation({
      name: `set${name}`,
      summary: `Set a custom attribute of a ${kind} (administrators only)`,
      at: `PUT ${path}/:key`,
      input: Type.Object({ id, key, value }),
      reply: CustomAttribute,
    }),
    remove: operation({
      name: `delete${name}`,
      summary: `Delete a custom attribute of a ${kind} (administrators only)`,
      at: `DELETE ${path}/:key`,
      input: Type.Object({ id, key }),
      reply: Type.Null(),
    }),
  }
}

export type CustomAttributeOperations = ReturnType<typeof customAttributeOperations>

export const userCustomAttributes = customAttributeOperations('user', Type.Integer({ minimum: 1 }))
export const groupCustomAttributes = customAttributeOperations('group', NamespaceRef)
export const projectCustomAttributes = customAttributeOperations('project', NamespaceRef)
