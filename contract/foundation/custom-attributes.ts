import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Dictionary, NamespaceRef } from '#contract/shapes.ts'

const tag = 'Custom attributes'

export const CustomAttribute = Type.Object({ key: Type.String(), value: Type.String() })

/** Parameters of lists, for administrators only: show the attributes of each entry, and filter by them. */
export const customAttributeFilters = {
  withCustomAttributes: Type.Optional(Type.Boolean()),
  customAttributes: Type.Optional(Dictionary(Type.String())),
}

const key = Type.String({ minLength: 1, maxLength: 255 })
const value = Type.String({ maxLength: 255 })
const userId = Type.Integer({ minimum: 1 })

export const listUserCustomAttributes = operation({
  name: 'listUserCustomAttributes',
  summary: 'The custom attributes of a user, by key. Administrators only.',
  tag,
  at: 'GET /users/:id/custom_attributes',
  input: Type.Object({ id: userId }),
  reply: Type.Array(CustomAttribute),
})

export const getUserCustomAttribute = operation({
  name: 'getUserCustomAttribute',
  summary: 'One custom attribute of a user. Administrators only.',
  tag,
  at: 'GET /users/:id/custom_attributes/:key',
  input: Type.Object({ id: userId, key }),
  reply: CustomAttribute,
})

export const setUserCustomAttribute = operation({
  name: 'setUserCustomAttribute',
  summary: 'Add or change a custom attribute of a user. Administrators only.',
  tag,
  at: 'PUT /users/:id/custom_attributes/:key',
  input: Type.Object({ id: userId, key, value }),
  reply: CustomAttribute,
})

export const deleteUserCustomAttribute = operation({
  name: 'deleteUserCustomAttribute',
  summary: 'Remove a custom attribute from a user. Administrators only.',
  tag,
  at: 'DELETE /users/:id/custom_attributes/:key',
  input: Type.Object({ id: userId, key }),
  reply: Type.Null(),
})

export const listGroupCustomAttributes = operation({
  name: 'listGroupCustomAttributes',
  summary: 'The custom attributes of a group, by key. Administrators only.',
  tag,
  at: 'GET /groups/:id/custom_attributes',
  input: Type.Object({ id: NamespaceRef }),
  reply: Type.Array(CustomAttribute),
})

export const getGroupCustomAttribute = operation({
  name: 'getGroupCustomAttribute',
  summary: 'One custom attribute of a group. Administrators only.',
  tag,
  at: 'GET /groups/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key }),
  reply: CustomAttribute,
})

export const setGroupCustomAttribute = operation({
  name: 'setGroupCustomAttribute',
  summary: 'Add or change a custom attribute of a group. Administrators only.',
  tag,
  at: 'PUT /groups/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key, value }),
  reply: CustomAttribute,
})

export const deleteGroupCustomAttribute = operation({
  name: 'deleteGroupCustomAttribute',
  summary: 'Remove a custom attribute from a group. Administrators only.',
  tag,
  at: 'DELETE /groups/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key }),
  reply: Type.Null(),
})

export const listProjectCustomAttributes = operation({
  name: 'listProjectCustomAttributes',
  summary: 'The custom attributes of a project, by key. Administrators only.',
  tag,
  at: 'GET /projects/:id/custom_attributes',
  input: Type.Object({ id: NamespaceRef }),
  reply: Type.Array(CustomAttribute),
})

export const getProjectCustomAttribute = operation({
  name: 'getProjectCustomAttribute',
  summary: 'One custom attribute of a project. Administrators only.',
  tag,
  at: 'GET /projects/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key }),
  reply: CustomAttribute,
})

export const setProjectCustomAttribute = operation({
  name: 'setProjectCustomAttribute',
  summary: 'Add or change a custom attribute of a project. Administrators only.',
  tag,
  at: 'PUT /projects/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key, value }),
  reply: CustomAttribute,
})

export const deleteProjectCustomAttribute = operation({
  name: 'deleteProjectCustomAttribute',
  summary: 'Remove a custom attribute from a project. Administrators only.',
  tag,
  at: 'DELETE /projects/:id/custom_attributes/:key',
  input: Type.Object({ id: NamespaceRef, key }),
  reply: Type.Null(),
})
