import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import type { ScheduleRow } from '../on-call/find.ts'
import { onCallOf, readSchedules } from '../on-call/read.ts'
import { pageByHand } from './paging.ts'

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
    people: people.map(({ id, username }) => ({ id, username: String(username) })),
    because: `who ${people.length === 1 ? 'is' : 'are'} on call in ${schedule.name}`,
  })
  return id
}
