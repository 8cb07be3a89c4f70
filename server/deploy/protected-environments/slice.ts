import * as contract from '#contract/deploy/environments/protected-environments.ts'
import type { Context } from '#server/context.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, Paged, type Paging, pageOf, type Slice } from '#server/slice.ts'
import './events.ts'
import { presentProtection } from './present.ts'
import {
  changeProtection,
  lockedProtection,
  protectEnvironment,
  protectionOf,
  unprotectEnvironment,
} from './protect.ts'
import { type ProtectingNamespace, protectionsOf } from './rules.ts'

const read = { about: projectByRef, ability: 'project:read-deploy-settings' } as const
const administered = { about: projectByRef, ability: 'project:admin-environments' } as const
const byOwner = { about: groupByRef, ability: 'group:admin-environments' } as const

const show = async (
  ctx: Context,
  namespace: ProtectingNamespace,
  name: string,
): Promise<contract.ProtectedEnvironment> => presentProtection(await protectionOf(ctx, namespace, name))

async function list(ctx: Context, namespace: ProtectingNamespace, input: Paging) {
  const { page, perPage, offset } = pageOf(input)
  const all = await protectionsOf(ctx, namespace)
  return Paged.offset(all.slice(offset, offset + perPage).map(presentProtection), { page, perPage, total: all.length })
}

const answers: readonly Answer[] = [
  answer(contract.listProtectedEnvironments, { ...read, run: list }),
  answer(contract.getProtectedEnvironment, { ...read, run: (ctx, project, { name }) => show(ctx, project, name) }),
  answer(contract.protectEnvironment, {
    ...administered,
    run: async (ctx, project, input) => {
      await protectEnvironment(ctx, project, input)
      return show(ctx, project, input.name)
    },
  }),
  answer(contract.updateProtectedEnvironment, {
    ...administered,
    current: (ctx, project, { name }) => lockedProtection(ctx, project, name),
    run: async (ctx, project, input) => {
      await changeProtection(ctx, project, input)
      return show(ctx, project, input.name)
    },
  }),
  answer(contract.unprotectEnvironment, {
    ...administered,
    run: (ctx, project, { name }) => unprotectEnvironment(ctx, project, name),
  }),
  answer(contract.listGroupProtectedEnvironments, { ...byOwner, run: list }),
  answer(contract.getGroupProtectedEnvironment, { ...byOwner, run: (ctx, group, { name }) => show(ctx, group, name) }),
  answer(contract.protectGroupEnvironment, {
    ...byOwner,
    run: async (ctx, group, input) => {
      await protectEnvironment(ctx, group, input)
      return show(ctx, group, input.name)
    },
  }),
  answer(contract.updateGroupProtectedEnvironment, {
    ...byOwner,
    run: async (ctx, group, input) => {
      await changeProtection(ctx, group, input)
      return show(ctx, group, input.name)
    },
  }),
  answer(contract.unprotectGroupEnvironment, {
    ...byOwner,
    run: (ctx, group, { name }) => unprotectEnvironment(ctx, group, name),
  }),
]

/** Who may deploy to which environment, and who approves deployments. */
export const protectedEnvironments: Slice = { name: 'protected-environments', answers }
