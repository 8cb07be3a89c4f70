import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import type { ScheduleRow } from '../on-call/find.ts'
import { onCallOf, readSchedules } from '../on-call/read.ts'
import type { PolicyRow } from './find.ts'
import { pageByHand } from './paging.ts'

interface PolicyRequest {
  readonly project: Allowed<'project:create-issue', ProjectRow>
  readonly policy: Allowed<'project:read-escalations', PolicyRow>
  readonly title: string
}

/** Open an incident with an escalation policy, which pages by its rules. @returns its id @throws NotFound  the user may not escalate */
export async function pageByPolicy(ctx: Context, { project, policy, title }: PolicyRequest): Promise<number> {
  const { id } = await createIssue(ctx, project, { title, type: 'incident' })
  const incident = await load(ctx, 'issuable:escalate', issueById, { issueId: id })
  await changeIssuable(ctx, incident, { escalationPolicy: policy.id })
  return id
}

interface PageRequest {
  readonly project: Allowed<'project:create-issue', ProjectRow>
  readonly schedule: Allowed<'project:read-escalations', ScheduleRow>
  readonly title: string
}

/** Open an incident and page the people who are on call in a schedule. @returns its id @throws Invalid  no one is on call */
export async function pageNow(ctx: Context, { project, schedule, title }: PageRequest): Promise<number> {
  const [read] = await readSchedules(ctx, sql`s.id = ${schedule.id}`)
  const people = read === undefined ? [] : onCallOf(read, Date.parse(ctx.now))
  if (people.length === 0) throw new Invalid({ base: [`No one is on call in ${schedule.name}`] })
  const { id } = await createIssue(ctx, project, { title, type: 'incident' })
  await pageByHand(ctx, id, {
    people: people.map(({ id, username }) => ({ id, username })),
    because: `who ${people.length === 1 ? 'is' : 'are'} on call in ${schedule.name}`,
  })
  return id
}
