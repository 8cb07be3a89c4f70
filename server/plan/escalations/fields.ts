import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { Project, projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { factsOfIssue, Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { countIssue } from '#server/plan/issues/rate-limit.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { OncallSchedule, scheduleNode } from '../on-call/fields.ts'
import { scheduleByIid } from '../on-call/find.ts'
import { createPolicy, currentPolicy, deletePolicy, type PolicyGiven, updatePolicy } from './change.ts'
import { policyById } from './find.ts'
import { pageByPolicy, pageNow } from './page-now.ts'

interface PolicyNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly repeatCount: number
  readonly repeatMinutes: number
  readonly reminderMinutes: number | null
}

interface RuleNode {
  readonly id: number
  readonly userId: number | null
  readonly scheduleId: number | null
  readonly groupPath: string | null
  readonly elapsedMinutes: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
}

const policyColumns = sql`ep.id, ep.name, ep.description, ep.repeat_count, ep.repeat_minutes, ep.reminder_minutes`

/** A policy by its id, for callers who have checked that the actor can read the policies of its project. */
const policyNode = batch<number, PolicyNode | null>(async ({ db }, ids) => {
  const { rows } = await sql<PolicyNode>`
    select ${policyColumns} from escalation_policies ep where ep.id = any (${[...ids]}::bigint[])`.execute(db)
  return byId(rows)
})

const policyOfIssue = batch<number, number | null>(async ({ db }, ids) => {
  const { rows } = await sql<{ id: number; policyId: number }>`
    select i.id, i.escalation_policy_id as policy_id from issuables i
    where i.id = any (${[...ids]}::bigint[]) and i.type = 'incident' and i.escalation_policy_id is not null`.execute(db)
  const found = new Map(rows.map(row => [row.id, row.policyId]))
  return id => found.get(id) ?? null
})

const rulesOf = batch<number, readonly RuleNode[]>(async ({ db }, ids) => {
  const { rows } = await sql<RuleNode & { readonly policyId: number }>`
    select r.id, r.policy_id, r.user_id, r.schedule_id, g.full_path as group_path, r.elapsed_minutes, r.status
    from escalation_rules r left join namespaces g on g.id = r.group_id
    where r.policy_id = any (${[...ids]}::bigint[]) order by r.elapsed_minutes, r.id`.execute(db)
  return groupedBy(rows, row => row.policyId)
})

const RuleStatus = builder.enumType('EscalationRuleStatus', { values: words(['ACKNOWLEDGED', 'RESOLVED']) })

const Rule = builder.objectRef<RuleNode>('EscalationRuleType').implement({
  description:
    'Rule of an escalation policy: it pages a user, the people on call in a schedule or the members of a group if the incident has not reached a status in time.',
  fields: t => ({
    id: t.field({
      type: 'IncidentManagementEscalationRuleID',
      resolve: ({ id }) => gid('IncidentManagement::EscalationRule', id),
    }),
    elapsedTimeSeconds: t.int({ resolve: ({ elapsedMinutes }) => elapsedMinutes * 60 }),
    status: t.field({ type: RuleStatus, resolve: ({ status }) => status }),
    user: t.field({
      type: UserCore,
      resolve: ({ userId }, _args, context) => (userId === null ? null : userNode(context, userId)),
    }),
    oncallSchedule: t.field({
      type: OncallSchedule,
      resolve: ({ scheduleId }, _args, context) => (scheduleId === null ? null : scheduleNode(context, scheduleId)),
    }),
    groupPath: t.id({ description: 'Full path of the group.', resolve: ({ groupPath }) => groupPath }),
  }),
})

const Policy = builder.objectRef<PolicyNode>('EscalationPolicyType').implement({
  description: 'Escalation policy of a project.',
  fields: t => ({
    id: t.field({
      type: 'IncidentManagementEscalationPolicyID',
      resolve: ({ id }) => gid('IncidentManagement::EscalationPolicy', id),
    }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    repeatCount: t.exposeInt('repeatCount', { description: 'Number of repetitions of the rules.' }),
    repeatMinutes: t.exposeInt('repeatMinutes', { description: 'Minutes between the last rule and the repetition.' }),
    reminderMinutes: t.exposeInt('reminderMinutes', {
      nullable: true,
      description: 'Minutes between reminders to the person who acknowledged, until the incident is resolved.',
    }),
    rules: t.field({
      type: [Rule],
      resolve: ({ id }, _args, context) => rulesOf(context, id).then(rules => [...rules]),
    }),
  }),
})
const PolicyConnection = connectionOf(Policy)

/** Escalation policies of projects and incidents, and their mutations. @source graphql.md 5, 9.6 */
export function escalationFields(): void {
  builder.objectFields(Project, t => ({
    incidentManagementEscalationPolicies: t.field({
      type: PolicyConnection,
      description: 'Escalation policies of the project.',
      args: { ...pageArgs, name: t.arg.string() },
      resolve: (project, { name, ...args }, context) =>
        may(context.weft.actor, 'project:read-escalations', project.facts)
          ? pageOfRows<PolicyNode>(context, args, {
              columns: policyColumns,
              from: sql`escalation_policies ep`,
              where: sql`ep.namespace_id = ${project.id} ${name?.trim() ? sql`and ${matchesSearch(sql`ep.name`, name)}` : sql``}`,
              keys: [
                { value: nameOrder(sql`ep.name`), type: 'text', direction: 'asc' },
                { value: sql`ep.id`, type: 'bigint', direction: 'asc' },
              ],
            })
          : null,
    }),
    incidentManagementEscalationPolicy: t.field({
      type: Policy,
      description: 'Get an escalation policy of the project.',
      args: { id: t.arg({ type: 'IncidentManagementEscalationPolicyID', required: true }), name: t.arg.string() },
      resolve: async (project, { id }, { weft }) => {
        if (!may(weft.actor, 'project:read-escalations', project.facts)) return null
        const { rows } = await sql<PolicyNode>`
          select ${policyColumns} from escalation_policies ep where ep.id = ${id} and ep.namespace_id = ${project.id}`.execute(
          weft.db,
        )
        return rows[0] ?? null
      },
    }),
  }))
  builder.objectField(Issue, 'escalationPolicy', t =>
    t.field({
      type: Policy,
      description: 'Escalation policy of the incident. Null if the current user cannot read those of its project.',
      resolve: async (issue, _args, context) => {
        const facts = await factsOfIssue(context, issue)
        if (facts === null || !may(context.weft.actor, 'project:read-escalations', facts.namespace)) return null
        const id = await policyOfIssue(context, issue.id)
        return id === null ? null : policyNode(context, id)
      },
    }),
  )
  policyMutations()
}

function policyMutations(): void {
  const RuleInput = builder.inputType('EscalationRuleInput', {
    description: 'Rule of an escalation policy.',
    fields: t => ({
      elapsedTimeSeconds: t.int({ required: true }),
      groupPath: t.id({ description: 'Full path of a group that the project is in or shared with.' }),
      oncallScheduleIid: t.id(),
      status: t.field({ type: RuleStatus, required: true }),
      username: t.string(),
    }),
  })
  const times = (t: InputFields) => ({
    repeatCount: t.int({ description: 'Number of repetitions of the rules.' }),
    repeatMinutes: t.int({ description: 'Minutes between the last rule and the repetition.' }),
    reminderMinutes: t.int({
      description:
        'Minutes between reminders to the person who acknowledged, until the incident is resolved. Null: never.',
    }),
  })
  interface Changed {
    readonly policyId?: number
    readonly deleted?: PolicyNode | undefined
  }
  const payload = (t: PayloadFields<Changed>) => ({
    escalationPolicy: t.field({
      type: Policy,
      resolve: ({ policyId, deleted }, _args, context) =>
        policyId === undefined ? (deleted ?? null) : policyNode(context, policyId),
    }),
  })
  mutation('escalationPolicyCreate', {
    description: 'Create an escalation policy.',
    input: t => ({
      projectPath: t.id({ required: true }),
      name: t.string({ required: true }),
      description: t.string(),
      rules: t.field({ type: [RuleInput], required: true }),
      ...times(t),
    }),
    run: async (ctx, { projectPath, ...given }): Promise<Changed> => {
      const project = await load(ctx, 'project:admin-escalations', projectNodeByPath, projectPath)
      return { policyId: await createPolicy(ctx, project, given as PolicyGiven) }
    },
    payload,
  })
  mutation('escalationPolicyUpdate', {
    description: 'Update an escalation policy.',
    input: t => ({
      id: t.field({ type: 'IncidentManagementEscalationPolicyID', required: true }),
      name: t.string(),
      description: t.string(),
      rules: t.field({ type: [RuleInput] }),
      ...times(t),
    }),
    current: async (ctx, { id }) => currentPolicy(ctx, await load(ctx, 'project:admin-escalations', policyById, id)),
    run: async (ctx, { id, ...given }): Promise<Changed> => {
      const policy = await load(ctx, 'project:admin-escalations', policyById, id)
      await updatePolicy(ctx, policy, given as PolicyGiven)
      return { policyId: id }
    },
    payload,
  })
  mutation('escalationPolicyDestroy', {
    description: 'Delete an escalation policy.',
    input: t => ({ id: t.field({ type: 'IncidentManagementEscalationPolicyID', required: true }) }),
    run: async (ctx, { id }): Promise<Changed> => {
      const policy = await load(ctx, 'project:admin-escalations', policyById, id)
      const { rows } = await sql<PolicyNode>`
        select ${policyColumns} from escalation_policies ep where ep.id = ${id}`.execute(ctx.db)
      const [deleted] = rows
      await deletePolicy(ctx, policy)
      return { deleted }
    },
    payload,
  })
  const paged = (t: PayloadFields<{ readonly issueId: number }>) => ({
    issue: t.field({
      type: Issue,
      resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
    }),
  })
  mutation('escalationPolicyPage', {
    description: 'Open an incident and page by an escalation policy.',
    input: t => ({
      id: t.field({ type: 'IncidentManagementEscalationPolicyID', required: true }),
      title: t.string({ required: true, description: 'Of the incident.' }),
    }),
    run: async (ctx, { id, title }): Promise<{ readonly issueId: number }> => {
      const policy = await load(ctx, 'project:read-escalations', policyById, id)
      const project = await load(ctx, 'project:create-issue', projectByRef, { id: policy.namespaceId })
      await countIssue(ctx)
      return { issueId: await pageByPolicy(ctx, { project, policy, title }) }
    },
    payload: paged,
  })
  mutation('oncallSchedulePage', {
    description: 'Open an incident and page the people who are on call in a schedule.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true, description: 'Of the schedule.' }),
      title: t.string({ required: true, description: 'Of the incident.' }),
    }),
    run: async (ctx, { projectPath, iid, title }): Promise<{ readonly issueId: number }> => {
      const schedule = await load(ctx, 'project:read-escalations', scheduleByIid, { projectPath, iid })
      const project = await load(ctx, 'project:create-issue', projectByRef, { id: projectPath })
      await countIssue(ctx)
      return { issueId: await pageNow(ctx, { project, schedule, title }) }
    },
    payload: paged,
  })
}
