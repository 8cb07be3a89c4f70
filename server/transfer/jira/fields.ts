import { type RawBuilder, sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, selfId, userIdOrZero } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { type ProjectRow, projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userOf } from '#server/foundation/users/fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { choosePeople } from '../issue-imports/people.ts'
import { startImport } from '../issue-imports/start.ts'

interface JiraImportNode {
  readonly id: number
  readonly userId: number
  readonly projectKey: string | null
  readonly totalCount: number
  readonly createdCount: number
  readonly faultyCount: number
  readonly createdAt: string
  readonly startedAt: string | null
}

interface JiraUserNode {
  readonly key: string
  readonly name: string
  readonly email: string | null
  readonly userId: number | null
  readonly userName: string | null
  readonly username: string | null
}

/** The key of the project in Jira, which the first issue of an import tells. */
const projectKey = sql`(select regexp_replace(coalesce(r.content ->> 'key', r.content #>> '{remote,key}'), '-[0-9]+$', '')
  from issue_import_rows r where r.import_id = im.id order by r.number limit 1)`

/** The columns of an import, over `issue_imports im`. */
const columns = sql`im.id, im.user_id, ${projectKey} as project_key, im.total_count, im.created_count, im.faulty_count, im.created_at, im.started_at`

/** The imports from Jira that the actor has started into a project, or could not fetch. */
const started = (ctx: Pick<Context, 'actor'>, projectIds: readonly number[]): RawBuilder<unknown> =>
  sql`im.namespace_id = any (${[...projectIds]}::bigint[]) and im.user_id = ${userIdOrZero(ctx)} and im.source = 'jira'
    and im.state not in ('reading', 'ready')`

const statusOf = batch<number, string>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; status: string }>`
    select distinct on (im.namespace_id) im.namespace_id as id,
      case im.state when 'running' then 'started' when 'finished' then 'finished' else 'failed' end as status
    from issue_imports im where ${started(ctx, ids)} order by im.namespace_id, im.id desc`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row.status]))
  return id => found.get(id) ?? 'none'
})

const JiraImport = builder.objectRef<JiraImportNode>('JiraImport').implement({
  description: 'An import of issues from Jira.',
  fields: t => ({
    createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
    failedToImportCount: t.exposeInt('faultyCount', { nullable: false }),
    importedIssuesCount: t.exposeInt('createdCount', { nullable: false }),
    jiraProjectKey: t.string({ nullable: false, resolve: node => node.projectKey ?? '' }),
    scheduledAt: t.field({ type: 'Time', resolve: node => node.startedAt }),
    scheduledBy: t.field({ type: UserCore, resolve: ({ userId }, _args, context) => userOf(context, userId) }),
    totalIssueCount: t.exposeInt('totalCount', { nullable: false }),
  }),
})
const JiraImportConnection = connectionOf(JiraImport)

const JiraUser = builder.objectRef<JiraUserNode>('JiraUser').implement({
  description: 'A Jira person and the user they are mapped to.',
  fields: t => ({
    jiraAccountId: t.exposeString('key', { nullable: false }),
    jiraDisplayName: t.exposeString('name', { nullable: false }),
    jiraEmail: t.exposeString('email'),
    gitlabId: t.exposeInt('userId'),
    gitlabName: t.exposeString('userName'),
    gitlabUsername: t.exposeString('username'),
  }),
})

const UsersMapping = builder.inputType('JiraUsersMappingInputType', {
  description: 'The user a Jira person is mapped to.',
  fields: t => ({ jiraAccountId: t.string({ required: true }), gitlabId: t.int() }),
})

/** People of Jira in one answer. */
const usersPerPage = 50
const mostMapped = 1_000

/** Imports from Jira: the same that the page "Import from Jira" fetches. @source graphql.md 5, 9 */
export function jiraFields(): void {
  builder.objectFields(Project, t => ({
    jiraImportStatus: t.string({
      description: "Status of the current user's latest import from Jira.",
      resolve: (project, _args, context) =>
        may(context.weft.actor, 'project:import-jira', project.facts) ? statusOf(context, project.id) : null,
    }),
    jiraImports: t.field({
      type: JiraImportConnection,
      description: "The current user's imports from Jira into the project.",
      args: pageArgs,
      resolve: (project, args, context) =>
        may(context.weft.actor, 'project:import-jira', project.facts)
          ? pageOfRows<JiraImportNode>(context, args, {
              columns,
              from: sql`issue_imports im`,
              where: started(context.weft, [project.id]),
              keys: [{ value: sql`im.id`, type: 'bigint', direction: 'asc' }],
            })
          : null,
    }),
  }))

  mutation('jiraImportStart', {
    description: 'Start an import of the issues fetched on the “Import from Jira” page.',
    input: t => ({
      projectPath: t.id({ required: true }),
      jiraProjectKey: t.string({ required: true }),
      jiraProjectName: t.string(),
      usersMapping: t.field({ type: [UsersMapping] }),
    }),
    run: async (ctx, input) => {
      const project = await projectToImport(ctx, input.projectPath)
      const importId = await readyImport(ctx, project, input.jiraProjectKey)
      const mapping = input.usersMapping ?? []
      if (mapping.length > mostMapped) throw new Invalid(`Map at most ${mostMapped} users at a time.`)
      await choosePeople(
        ctx,
        project,
        importId,
        mapping.map(({ jiraAccountId, gitlabId }) => ({ key: jiraAccountId, userId: gitlabId ?? null })),
      )
      // The right to import from Jira includes the right to import issues.
      await startImport(ctx, project as unknown as Allowed<'project:import-issues', ProjectRow>, importId)
      const { rows } = await sql<JiraImportNode>`
        select ${columns} from issue_imports im where im.id = ${importId}`.execute(ctx.db)
      return { jiraImport: rows[0] ?? null }
    },
    payload: t => ({ jiraImport: t.field({ type: JiraImport, resolve: ({ jiraImport }) => jiraImport ?? null }) }),
  })

  mutation('jiraImportUsers', {
    description: 'List the people in the most recently fetched Jira issues, and the users they are mapped to.',
    input: t => ({ projectPath: t.id({ required: true }), startAt: t.int() }),
    run: async (ctx, { projectPath, startAt }) => {
      const project = await projectToImport(ctx, projectPath)
      const importId = await readyImport(ctx, project, null)
      const { rows } = await sql<JiraUserNode>`
        select p ->> 'key' as key, p ->> 'name' as name, p ->> 'email' as email,
          u.id as user_id, u.name as user_name, u.username
        from issue_imports im, jsonb_array_elements(im.people) with ordinality as e(p, place)
          left join users u on lower(u.username) = lower(p ->> 'username')
        where im.id = ${importId} order by e.place offset ${Math.max(startAt ?? 0, 0)} limit ${usersPerPage}`.execute(
        ctx.db,
      )
      return { jiraUsers: rows }
    },
    payload: t => ({
      jiraUsers: t.field({ type: [JiraUser], resolve: ({ jiraUsers }) => (jiraUsers ? [...jiraUsers] : null) }),
    }),
  })
}

const projectToImport = (ctx: Context, projectPath: string) =>
  load(ctx, 'project:import-jira', projectByPath, { namespace: projectPath })

/** The latest import of the actor that waits to be started. @param key  of its project in Jira @throws Invalid  there is none */
async function readyImport(ctx: Context, project: { readonly id: number }, key: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select im.id from issue_imports im
    where im.namespace_id = ${project.id} and im.user_id = ${selfId(ctx)} and im.source = 'jira' and im.state = 'ready'
      ${key === null ? sql`` : sql`and ${projectKey} = ${key.trim().toUpperCase()}`}
    order by im.id desc limit 1`.execute(ctx.db)
  const [found] = rows
  if (found === undefined)
    throw new Invalid(
      'No issues from Jira are waiting to be imported. Fetch them on the page "Import from Jira" first.',
    )
  return found.id
}
