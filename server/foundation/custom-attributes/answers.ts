import {
  deleteGroupCustomAttribute,
  deleteProjectCustomAttribute,
  deleteUserCustomAttribute,
  getGroupCustomAttribute,
  getProjectCustomAttribute,
  getUserCustomAttribute,
  listGroupCustomAttributes,
  listProjectCustomAttributes,
  listUserCustomAttributes,
  setGroupCustomAttribute,
  setProjectCustomAttribute,
  setUserCustomAttribute,
} from '#contract/foundation/custom-attributes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByRef } from '#server/foundation/groups/find.ts'
import { projectByRef } from '#server/foundation/projects/find.ts'
import { userById } from '#server/foundation/users/find.ts'
import { answer } from '#server/slice.ts'
import { type AttributeOwner, deleteAttribute, listAttributes, setAttribute, showAttribute } from './attributes.ts'

type Find<Ref> = (ctx: Context, input: { readonly id: Ref }) => Promise<AttributeOwner>

const user: Find<number> = async (ctx, { id }) => ({
  kind: 'user',
  id: (await load(ctx, 'user:admin', userById, { id })).id,
})
const group: Find<number | string> = async (ctx, { id }) => ({
  kind: 'group',
  id: (await load(ctx, 'group:admin', groupByRef, { id })).id,
})
const project: Find<number | string> = async (ctx, { id }) => ({
  kind: 'project',
  id: (await load(ctx, 'project:own', projectByRef, { id })).id,
})

/** The four bindings of a kind of owner share what they run. */
const of = <Ref>(find: Find<Ref>) => ({
  list: {
    for: 'admin' as const,
    run: async (ctx: Context, input: { readonly id: Ref }) => listAttributes(ctx, await find(ctx, input)),
  },
  show: {
    for: 'admin' as const,
    run: async (ctx: Context, input: { readonly id: Ref; readonly key: string }) =>
      showAttribute(ctx, await find(ctx, input), input.key),
  },
  set: {
    for: 'admin' as const,
    run: async (ctx: Context, input: { readonly id: Ref; readonly key: string; readonly value: string }) =>
      setAttribute(ctx, await find(ctx, input), { key: input.key, value: input.value }),
  },
  remove: {
    for: 'admin' as const,
    run: async (ctx: Context, input: { readonly id: Ref; readonly key: string }) => {
      await deleteAttribute(ctx, await find(ctx, input), input.key)
      return null
    },
  },
})

const ofUser = of(user)
const ofGroup = of(group)
const ofProject = of(project)

export const customAttributesAnswers = [
  answer(listUserCustomAttributes, ofUser.list),
  answer(getUserCustomAttribute, ofUser.show),
  answer(setUserCustomAttribute, ofUser.set),
  answer(deleteUserCustomAttribute, ofUser.remove),
  answer(listGroupCustomAttributes, ofGroup.list),
  answer(getGroupCustomAttribute, ofGroup.show),
  answer(setGroupCustomAttribute, ofGroup.set),
  answer(deleteGroupCustomAttribute, ofGroup.remove),
  answer(listProjectCustomAttributes, ofProject.list),
  answer(getProjectCustomAttribute, ofProject.show),
  answer(setProjectCustomAttribute, ofProject.set),
  answer(deleteProjectCustomAttribute, ofProject.remove),
]
