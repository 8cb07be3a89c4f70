import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { hasRole, isMember, levelSql } from '#server/access/levels.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Actor } from '#server/context.ts'
import {
  AccessLevel,
  Group,
  Namespace,
  type PlaceNode,
  Project,
  placeNode,
  projectNodeByPath,
  roleAt,
} from '#server/foundation/namespaces/nodes.ts'
import { rightFields, sharedFields } from '#server/foundation/namespaces/shared-fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { readAhead } from '#server/graphql/read-ahead.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { serviceDeskAddress } from './service-desk-address.ts'
import { toldSshUrl } from './ssh-url.ts'

type Right = (actor: Actor, facts: NamespaceFacts) => boolean

const serviceDeskAddressOf = batch<number, string | null>(async ({ actor, db, services }, ids) => {
  const seen =
    actor.kind === 'anonymous'
      ? sql`false`
      : actor.isAdmin
        ? sql`true`
        : sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${levelSql('planner')}`
  const { rows } = await sql<{ id: number; address: string | null }>`
    select n.id, ${serviceDeskAddress(services.settings)} as address from namespaces n join projects p on p.id = n.id
    where n.id = any (${[...ids]}::bigint[]) and ${seen}`.execute(db)
  const found = new Map(rows.map(row => [row.id, row.address]))
  return id => found.get(id) ?? null
})

const never: Right = () => false

/** The permissions that the contract lists, by our rules; no one has those for features that do not exist here. */
const permissions: Readonly<Record<string, Right>> = {
  adminAllResources: actor => actor.kind === 'user' && actor.isAdmin,
  adminIssue: (actor, facts) => hasRole(actor, facts, 'planner') && may(actor, 'project:set-issue-metadata', facts),
  adminOperations: (actor, facts) => may(actor, 'project:admin-alerts', facts),
  adminPathLocks: never,
  adminProject: (actor, facts) => may(actor, 'project:admin', facts),
  adminRemoteMirror: never,
  adminWiki: never,
  archiveProject: (actor, facts) => may(actor, 'project:own', facts),
  changeNamespace: (actor, facts) => may(actor, 'project:own', facts),
  changeVisibilityLevel: (actor, facts) => may(actor, 'project:own', facts),
  createDeployment: (actor, facts) => may(actor, 'project:create-deployment', facts),
  createDesign: never,
  createIssue: (actor, facts) => may(actor, 'project:create-issue', facts),
  createLabel: (actor, facts) => may(actor, 'project:admin-labels', facts),
  createMergeRequestFrom: (actor, facts) =>
    may(actor, 'project:push-code', facts) && may(actor, 'project:create-merge-request', facts),
  createMergeRequestIn: (actor, facts) => may(actor, 'project:create-merge-request', facts),
  createPages: never,
  createPathLock: never,
  createPipeline: never,
  createPipelineSchedule: never,
  createSnippet: never,
  createWiki: never,
  createWorkItem: (actor, facts) => may(actor, 'project:create-issue', facts),
  destroyDesign: never,
  destroyPages: never,
  destroyWiki: never,
  downloadCode: (actor, facts) => may(actor, 'project:read-code', facts),
  downloadWikiCode: never,
  forkProject: (actor, facts) => may(actor, 'project:fork', facts),
  importIssues: (actor, facts) => may(actor, 'project:import-issues', facts),
  moveDesign: never,
  pushCode: (actor, facts) => may(actor, 'project:push-code', facts),
  pushToDeleteProtectedBranch: (actor, facts) => may(actor, 'project:admin-code', facts),
  readCommitStatus: (actor, facts) => may(actor, 'project:read-code', facts),
  readCycleAnalytics: never,
  readDesign: never,
  readEnvironment: (actor, facts) => may(actor, 'project:read-environments', facts),
  readMergeRequest: (actor, facts) => may(actor, 'project:read-merge-requests', facts),
  readPagesContent: never,
  readProject: (actor, facts) => may(actor, 'project:read', facts),
  readProjectMember: (actor, facts) => may(actor, 'project:read-members', facts),
  readWiki: never,
  removeForkProject: (actor, facts) => may(actor, 'project:own', facts),
  removePages: never,
  removeProject: (actor, facts) => may(actor, 'project:own', facts),
  renameProject: (actor, facts) => may(actor, 'project:admin', facts),
  requestAccess: never,
  adminWorkItemLifecycle: never,
  canLeave: (actor, facts) => facts.level > 0 && isMember(actor, facts),
  readCrmContact: never,
  readCrmOrganization: never,
  readPathLocks: never,
  updateDesign: never,
  updatePages: never,
  updateWiki: never,
  uploadFile: (actor, facts) => may(actor, 'project:upload', facts),
  viewEditPage: (actor, facts) => may(actor, 'project:admin', facts),
}

/** The sizes of uploads by project. */
const uploadBytes = batch<number, number>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; size: number }>`
    select namespace_id as id, sum(size_bytes)::bigint as size from uploads
    where namespace_id = any (${[...ids]}::bigint[]) group by namespace_id`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row.size]))
  return id => found.get(id) ?? 0
})

export const Repository = builder.objectRef<PlaceNode>('Repository')

export function projectsFields(): void {
  const Permissions = builder.objectRef<PlaceNode>('ProjectPermissions').implement({
    description: 'Permissions of the current user in the project.',
    fields: t => rightFields(t, permissions),
  })
  const FeatureAccessLevel = builder.enumType('ProjectFeatureAccessLevel', {
    values: { DISABLED: { value: 0 }, PRIVATE: { value: 10 }, ENABLED: { value: 20 } } as const,
  })
  const levels = { disabled: 0, private: 10, enabled: 20 } as const
  const FeatureAccess = builder.objectRef<keyof typeof levels>('ProjectFeatureAccess').implement({
    description: 'Access level of a project feature.',
    fields: t => ({
      integerValue: t.int({ resolve: word => levels[word] }),
      stringValue: t.field({ type: FeatureAccessLevel, resolve: word => levels[word] }),
    }),
  })
  Repository.implement({
    description: 'The Git repository of a project.',
    fields: t => ({
      rootRef: t.string({
        resolve: node => (node.project?.last_pushed_at == null ? null : node.project.default_branch),
      }),
      empty: t.boolean({ nullable: false, resolve: node => node.project?.last_pushed_at == null }),
      exists: t.boolean({
        nullable: false,
        resolve: (node, _args, { weft }) => repositoryExists(repositoryDir(weft.services.settings.dataDir, node.id)),
      }),
    }),
  })
  const Statistics = builder.objectRef<PlaceNode>('ProjectStatistics').implement({
    description: 'Storage statistics of a project, in bytes.',
    fields: t => ({
      commitCount: t.float({ nullable: false, resolve: node => node.project?.commit_count ?? 0 }),
      repositorySize: t.float({ nullable: false, resolve: node => node.project?.repository_size_bytes ?? 0 }),
      storageSize: t.float({
        nullable: false,
        resolve: async (node, _args, context) =>
          (node.project?.repository_size_bytes ?? 0) + (await uploadBytes(context, node.id)),
      }),
      uploadsSize: t.float({ resolve: (node, _args, context) => uploadBytes(context, node.id) }),
      lfsObjectsSize: t.float({ nullable: false, resolve: () => 0 }),
      buildArtifactsSize: t.float({ nullable: false, resolve: () => 0 }),
      packagesSize: t.float({ nullable: false, resolve: () => 0 }),
      snippetsSize: t.float({ resolve: () => 0 }),
      wikiSize: t.float({ resolve: () => 0 }),
    }),
  })
  Project.implement({
    description: 'A project.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: node => gid('Project', node.id) }),
      name: t.exposeString('name', { nullable: false }),
      nameWithNamespace: t.exposeString('fullName', { nullable: false }),
      ...sharedFields(t),
      archived: t.exposeBoolean('archived'),
      webUrl: t.exposeString('webUrl'),
      webPath: t.string({ nullable: false, resolve: node => `/${node.fullPath}` }),
      httpUrlToRepo: t.string({ resolve: node => `${node.webUrl}.git` }),
      sshUrlToRepo: t.string({ resolve: (node, _args, { weft }) => toldSshUrl(weft.services.settings, node.fullPath) }),
      createdAt: t.field({ type: 'Time', resolve: node => node.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: node => node.updatedAt }),
      lastActivityAt: t.field({
        type: 'Time',
        resolve: node => (node.project === null ? null : new Date(node.project.last_activity_at).toISOString()),
      }),
      namespace: t.field({
        type: Namespace,
        resolve: (node, _args, context) => (node.parentId === null ? null : placeNode(context, node.parentId)),
      }),
      group: t.field({
        type: Group,
        resolve: async (node, _args, context) => {
          const parent = node.parentId === null ? null : await placeNode(context, node.parentId)
          return parent?.kind === 'group' ? parent : null
        },
      }),
      rootGroup: t.field({
        type: Group,
        resolve: async (node, _args, context) => {
          const root = await placeNode(context, node.ancestorIds[0] ?? node.id)
          return root?.kind === 'group' ? root : null
        },
      }),
      topics: t.field({ type: ['String'], resolve: node => [...(node.project?.topics ?? [])] }),
      tagList: t.string({
        deprecationReason: 'Use `topics`.',
        resolve: node => (node.project?.topics ?? []).join(', '),
      }),
      starCount: t.int({ nullable: false, resolve: node => node.project?.star_count ?? 0 }),
      forksCount: t.int({ nullable: false, resolve: node => node.project?.forks_count ?? 0 }),
      isForked: t.boolean({ nullable: false, resolve: node => node.project?.forked_from_id != null }),
      forkedFrom: t.field({
        type: Project,
        resolve: (node, _args, context) =>
          node.project?.forked_from_id == null ? null : placeNode(context, node.project.forked_from_id),
      }),
      squashReadOnly: t.boolean({ nullable: false, resolve: () => false }),
      serviceDeskAddress: t.string({
        description: 'Email address of the service desk. Null for users below planner.',
        resolve: (node, _args, context) => serviceDeskAddressOf(context, node.id),
      }),
      openMergeRequestsCount: t.int({
        resolve: (node, _args, { weft }) =>
          may(weft.actor, 'project:read-merge-requests', node.facts)
            ? (node.project?.open_merge_requests_count ?? 0)
            : null,
      }),
      importStatus: t.string({ resolve: node => node.project?.import_status ?? 'none' }),
      issuesEnabled: t.boolean({ resolve: node => node.facts.issues !== 'disabled' }),
      issuesAccessLevel: t.field({ type: FeatureAccess, resolve: node => node.facts.issues }),
      mergeRequestsEnabled: t.boolean({ resolve: node => node.facts.mergeRequests !== 'disabled' }),
      mergeRequestsAccessLevel: t.field({ type: FeatureAccess, resolve: node => node.facts.mergeRequests }),
      forkingAccessLevel: t.field({ type: FeatureAccess, resolve: node => node.facts.repository }),
      wikiEnabled: t.boolean({ resolve: () => false }),
      jobsEnabled: t.boolean({ resolve: () => false }),
      snippetsEnabled: t.boolean({ resolve: () => false }),
      serviceDeskEnabled: t.boolean({ resolve: node => node.project?.service_desk_enabled ?? false }),
      lfsEnabled: t.boolean({ resolve: node => (node.project === null ? null : false) }),
      requestAccessEnabled: t.boolean({ resolve: node => node.project?.request_access_enabled ?? null }),
      autocloseReferencedIssues: t.boolean({ resolve: node => node.project?.autoclose_referenced_issues ?? null }),
      onlyAllowMergeIfPipelineSucceeds: t.boolean({
        resolve: node => node.project?.only_allow_merge_if_pipeline_succeeds ?? null,
      }),
      onlyAllowMergeIfAllDiscussionsAreResolved: t.boolean({
        resolve: node => node.project?.only_allow_merge_if_all_discussions_are_resolved ?? null,
      }),
      allowMergeOnSkippedPipeline: t.boolean({
        resolve: node => node.project?.allow_merge_on_skipped_pipeline ?? null,
      }),
      removeSourceBranchAfterMerge: t.boolean({
        resolve: node => node.project?.remove_source_branch_after_merge ?? null,
      }),
      suggestionCommitMessage: t.string({ resolve: node => node.project?.suggestion_commit_message ?? null }),
      mergeCommitTemplate: t.string({ resolve: node => node.project?.merge_commit_template ?? null }),
      squashCommitTemplate: t.string({ resolve: node => node.project?.squash_commit_template ?? null }),
      maxAccessLevel: t.field({
        type: AccessLevel,
        nullable: false,
        resolve: (node, _args, context) => roleAt(context, node),
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: node => node }),
      repository: t.field({
        type: Repository,
        resolve: (node, _args, { weft }) => (may(weft.actor, 'project:read-code', node.facts) ? node : null),
      }),
      statistics: t.field({
        type: Statistics,
        resolve: (node, _args, { weft }) => (hasRole(weft.actor, node.facts, 'reporter') ? node : null),
      }),
    }),
  })
  builder.queryField('project', t =>
    t.field({
      type: Project,
      description: 'Get a project by full path.',
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, context, info) => {
        readAhead(context, String(fullPath), info)
        return loadIfAllowed(context.weft, 'project:read', projectNodeByPath, String(fullPath))
      },
    }),
  )
}
