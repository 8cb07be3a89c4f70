import * as contract from '#contract/code/protected-refs.ts'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { refRulesOf } from './guard.ts'
import { presentProtectedBranch, presentProtectedTag, presentRules } from './present.ts'
import {
  type Administered,
  changeRule,
  currentRule,
  type GivenAccess,
  protectRef,
  ruleOf,
  unprotectRef,
} from './protect.ts'
import type { RefRule } from './rights.ts'

const administered = { about: projectByRef, ability: 'project:admin-code' } as const

const branch = (ctx: Context, rule: RefRule) => one(presentRules(ctx, [rule], presentProtectedBranch))
const tag = (ctx: Context, rule: RefRule) => one(presentRules(ctx, [rule], presentProtectedTag))

export const protectedRefsAnswers: readonly Answer[] = [
  answer(contract.listProtectedBranches, {
    ...administered,
    run: async (ctx, project, input) => {
      const { rules, counts } = await pageOfRules(ctx, project, 'branch', input)
      return Paged.offset(await presentRules(ctx, rules, presentProtectedBranch), counts)
    },
  }),
  answer(contract.getProtectedBranch, {
    ...administered,
    run: async (ctx, { id }, { name }) => branch(ctx, await ruleOf(ctx, id, 'branch', name)),
  }),
  answer(contract.protectBranch, {
    ...administered,
    run: async (ctx, project, input) => {
      const { name, allowForcePush, codeOwnerApprovalRequired } = input
      const rule = { kind: 'branch', name, allowForcePush, codeOwnerApprovalRequired, access: accessOf(input) } as const
      return branch(ctx, await protectRef(ctx, project, rule))
    },
  }),
  answer(contract.updateProtectedBranch, {
    ...administered,
    current: (ctx, { id }, { name }) => currentRule(ctx, id, 'branch', name),
    run: async (ctx, project, input) => {
      const { name, allowForcePush, codeOwnerApprovalRequired } = input
      const rule = { kind: 'branch', name, allowForcePush, codeOwnerApprovalRequired, access: accessOf(input) } as const
      return branch(ctx, await changeRule(ctx, project, rule))
    },
  }),
  answer(contract.unprotectBranch, {
    ...administered,
    run: (ctx, project, { name }) => unprotectRef(ctx, project, { kind: 'branch', name }),
  }),
  answer(contract.listProtectedTags, {
    ...administered,
    run: async (ctx, project, input) => {
      const { rules, counts } = await pageOfRules(ctx, project, 'tag', input)
      return Paged.offset(await presentRules(ctx, rules, presentProtectedTag), counts)
    },
  }),
  answer(contract.getProtectedTag, {
    ...administered,
    run: async (ctx, { id }, { name }) => tag(ctx, await ruleOf(ctx, id, 'tag', name)),
  }),
  answer(contract.protectTag, {
    ...administered,
    run: async (ctx, project, { name, createAccessLevel: level, allowedToCreate: grants }) => {
      const access = [{ action: 'create', level, grants, usual: levels.maintainer }] as const
      return tag(ctx, await protectRef(ctx, project, { kind: 'tag', name, access }))
    },
  }),
  answer(contract.unprotectTag, {
    ...administered,
    run: (ctx, project, { name }) => unprotectRef(ctx, project, { kind: 'tag', name }),
  }),
]

function accessOf(input: InputOf<typeof contract.protectBranch>): readonly GivenAccess[] {
  return [
    { action: 'push', level: input.pushAccessLevel, grants: input.allowedToPush, usual: levels.maintainer },
    { action: 'merge', level: input.mergeAccessLevel, grants: input.allowedToMerge, usual: levels.maintainer },
    { action: 'unprotect', level: input.unprotectAccessLevel, grants: input.allowedToUnprotect, usual: null },
  ]
}

async function pageOfRules(
  ctx: Context,
  project: Administered,
  kind: RefKind,
  { search = '', ...input }: Paging & { readonly search?: string },
) {
  const { page, perPage, offset } = pageOf(input)
  const wanted = search.toLowerCase()
  const all = (await refRulesOf(ctx, project.id)).filter(
    rule => rule.kind === kind && rule.name.toLowerCase().includes(wanted),
  )
  return { rules: all.slice(offset, offset + perPage), counts: { page, perPage, total: all.length } }
}

async function one<Shape>(shown: Promise<readonly Shape[]>): Promise<Shape> {
  const [first] = await shown
  if (first === undefined) throw new NotFound('Protected ref')
  return first
}
