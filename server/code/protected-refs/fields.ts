import type { Static } from 'typebox'
import type { ProtectedBranch } from '#contract/code/protected-refs.ts'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { listRefs } from '#server/platform/git/refs/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { countCovered } from './count-covered.ts'
import { rulesOfProjects } from './guard.ts'
import { presentProtectedBranch, presentRules } from './present.ts'

type Protection = Static<typeof ProtectedBranch>
type RefAccess = Protection['pushAccessLevels'][number]

/** A rule for branches, or one that GraphQL makes up for all of them. */
interface BranchRuleNode {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
  readonly covers: 'named' | 'protected' | 'all'
  readonly protection: Protection | null
  readonly createdAt: string | null
  readonly countMatching: () => Promise<number>
}

/** The rules for the branches of projects whose code the actor administers. */
const branchRulesOf = batch<number, readonly (Protection & { readonly createdAt: string })[]>(async (ctx, ids) => {
  const rules = (await rulesOfProjects(ctx, ids)).filter(rule => rule.kind === 'branch')
  const shown = await presentRules(ctx, rules, (rule, access) => ({
    ...presentProtectedBranch(rule, access),
    createdAt: rule.createdAt,
    projectId: rule.projectId,
  }))
  const byProject = Map.groupBy(shown, rule => rule.projectId)
  return id => byProject.get(id) ?? []
})

/** Counts the branches of a project that any of some patterns covers; null counts all. */
type CountBranches = (patterns: readonly string[] | null) => Promise<number>

/** A query reads the branches of a project once, and counts for the same patterns once. */
const branchCounterOf = batch<PlaceNode, CountBranches>(
  async ctx => project => {
    let names: Promise<readonly string[]> | undefined
    const counts = new Map<string, Promise<number>>()
    const count: CountBranches = async patterns => {
      names ??= branchNamesOf(ctx, project)
      return patterns === null ? (await names).length : countCovered(await names, patterns)
    }
    return patterns => {
      const key = JSON.stringify(patterns)
      const counted = counts.get(key) ?? count(patterns)
      counts.set(key, counted)
      return counted
    }
  },
  ({ id }) => String(id),
)

async function nodesOf(context: GraphqlContext, project: PlaceNode, buildMissing: boolean): Promise<BranchRuleNode[]> {
  const [rules, count] = await Promise.all([branchRulesOf(context, project.id), branchCounterOf(context, project)])
  const defaultBranch = project.project?.default_branch ?? null
  const made = (covers: 'all' | 'protected', name: string): BranchRuleNode => ({
    id: gid(covers === 'all' ? 'Projects::AllBranchesRule' : 'Projects::AllProtectedBranchesRule', project.id),
    name,
    covers,
    isDefault: false,
    protection: null,
    createdAt: null,
    countMatching: () => count(covers === 'all' ? null : rules.map(rule => rule.name)),
  })
  const own = rules.map(
    (rule): BranchRuleNode => ({
      id: gid('Projects::BranchRule', rule.id),
      name: rule.name,
      covers: 'named',
      isDefault: rule.name === defaultBranch,
      protection: rule,
      createdAt: rule.createdAt,
      countMatching: () => count([rule.name]),
    }),
  )
  return [
    ...(buildMissing ? [made('all', 'All branches'), made('protected', 'All protected branches')] : []),
    ...own.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
  ]
}

async function branchNamesOf(ctx: Context, project: PlaceNode): Promise<readonly string[]> {
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  return !(await repositoryExists(dir)) ? [] : (await listRefs(dir, 'branch')).map(({ name }) => name)
}

/** @source graphql.md 6: `Project.branchRules` */
export function protectedRefsFields(): void {
  const DeployKey = builder.objectRef<RefAccess>('AccessLevelDeployKey').implement({
    description: 'A deploy key in a branch rule.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: it => gid('DeployKey', it.deployKeyId ?? 0) }),
      title: t.exposeString('accessLevelDescription', { nullable: false }),
    }),
  })
  const accessLevel = (name: string, description: string) =>
    builder.objectRef<RefAccess>(name).implement({
      description,
      fields: t => ({
        accessLevel: t.int({ nullable: false, resolve: it => it.accessLevel ?? 40 }),
        accessLevelDescription: t.exposeString('accessLevelDescription', { nullable: false }),
        user: t.field({
          type: UserCore,
          resolve: (it, _args, context) => (it.userId === null ? null : userNode(context, it.userId)),
        }),
        deployKey: t.field({ type: DeployKey, resolve: it => (it.deployKeyId === null ? null : it) }),
      }),
    })
  const levels = {
    push: connectionOf(accessLevel('PushAccessLevel', 'Who can push to a protected branch.')),
    merge: connectionOf(accessLevel('MergeAccessLevel', 'Who can merge into a protected branch.')),
    unprotect: connectionOf(accessLevel('UnprotectAccessLevel', 'Who can change the protection of a branch.')),
  }
  const Protection = builder.objectRef<Protection>('BranchProtection').implement({
    description: 'Branch protection of a rule.',
    fields: t => {
      const of = (action: keyof typeof levels) =>
        t.field({
          type: levels[action],
          args: pageArgs,
          resolve: (it, args, context) => pageOfList(context, args, it[`${action}AccessLevels`], ({ id }) => id),
        })
      return {
        allowForcePush: t.exposeBoolean('allowForcePush', { nullable: false }),
        codeOwnerApprovalRequired: t.exposeBoolean('codeOwnerApprovalRequired', { nullable: false }),
        isGroupLevel: t.exposeBoolean('inherited', { nullable: false }),
        pushAccessLevels: of('push'),
        mergeAccessLevels: of('merge'),
        unprotectAccessLevels: of('unprotect'),
      }
    },
  })
  const BranchRule = builder.objectRef<BranchRuleNode>('BranchRule').implement({
    description: 'A rule for branches that match a name or pattern.',
    fields: t => ({
      id: t.exposeID('id', { nullable: false }),
      name: t.exposeString('name', { nullable: false }),
      isDefault: t.exposeBoolean('isDefault', { nullable: false }),
      isProtected: t.boolean({ nullable: false, resolve: it => it.covers !== 'all' }),
      matchingBranchesCount: t.int({ nullable: false, resolve: it => it.countMatching() }),
      branchProtection: t.field({ type: Protection, resolve: it => it.protection }),
      createdAt: t.field({ type: 'Time', resolve: it => it.createdAt }),
    }),
  })
  const BranchRuleConnection = connectionOf(BranchRule)
  builder.objectField(Project, 'branchRules', t =>
    t.field({
      type: BranchRuleConnection,
      description: 'Rules for the branches of the project, that of the default branch first.',
      args: {
        ...pageArgs,
        buildMissing: t.arg.boolean({ description: 'Include the rules for all branches and all protected branches.' }),
      },
      resolve: async (node, { buildMissing, ...args }, context) =>
        may(context.weft.actor, 'project:admin-code', node.facts)
          ? pageOfList(context, args, await nodesOf(context, node, buildMissing === true), ({ id }) => id)
          : null,
    }),
  )
}
