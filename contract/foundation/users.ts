import { Type } from 'typebox'
import { Nullable, Words } from '#contract/shapes.ts'

export const userStates = ['active', 'blocked', 'deactivated', 'banned'] as const

/** A user as they stand in every other entity. */
export const UserBasic = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  publicEmail: Type.String(),
  name: Type.String(),
  state: Words(userStates),
  locked: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})
