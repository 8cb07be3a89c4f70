import * as contract from '#contract/deploy/environments/protected-environments.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, Paged, pageOf, type Slice } from '#server/slice.ts'
import './events.ts'
import { presentProtection } from './present.ts'
import {
  changeProtection,
  lockedProtection,
  protectEnvironment,
  protectionOf,
  unprotectEnvironment,
} from './protect.ts'
import { protectionsOf } from './rules.ts'

const read = { about: projectByRef, ability: 'project:read-deploy-settings' } as const
const administered = { about: projectByRef, ability: 'project:admin-environments' } as const

const show = async (
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  name: string,
): Promise<contract.ProtectedEnvironment> => presentProtection(await protectionOf(ctx, project, name))

const answers: readonly Answer[] = [
  answer(contract.listProtectedEnvironments, {
    ...read,
    run: async (ctx, project, input) => {
      const { page, perPage, offset } = pageOf(input)
      const all = await protectionsOf(ctx, project)
      const shown = all.slice(offset, offset + perPage).map(presentProtection)
      return Paged.offset(shown, { page, perPage, total: all.length })
    },
  }),
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
]

/** Who may deploy to which environment, and who approves deployments. */
export const protectedEnvironments: Slice = { name: 'protected-environments', answers }
