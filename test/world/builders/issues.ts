import { sql } from 'kysely'
import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import type { BuilderParts } from './builders.ts'

let made = 0

interface NewMilestone {
  readonly namespaceId?: number
  readonly title?: string
  readonly state?: 'active' | 'closed'
  readonly startDate?: string
  readonly dueDate?: string
}

interface NewLabel {
  readonly namespaceId?: number
  readonly title?: string
  readonly color?: string
  readonly priority?: number
}

interface NewIssue {
  /** The id of the project; for an epic, of its group. */
  readonly projectId?: number
  readonly title?: string
  readonly description?: string | null
  readonly type?: string
  readonly state?: 'opened' | 'closed'
  readonly authorId?: number
  readonly assigneeIds?: readonly number[]
  readonly labelIds?: readonly number[]
  readonly milestoneId?: number | null
  readonly confidential?: boolean
  readonly locked?: boolean
  readonly hidden?: boolean
  readonly weight?: number | null
  readonly startDate?: string | null
  readonly dueDate?: string | null
  readonly upvotes?: number
  readonly createdAt?: string
  readonly updatedAt?: string
}

export function issueBuilders({ db, project, users }: BuilderParts) {
  return {
    milestone: async (given: NewMilestone = {}) => {
      made += 1
      const { rows } = await sql<{ id: number; iid: number; title: string }>`
        insert into milestones (namespace_id, iid, title, state, start_date, due_date)
        values (${given.namespaceId ?? project.id}, ${made}, ${given.title ?? `milestone ${made}`}, ${given.state ?? 'active'},
          ${given.startDate ?? null}::date, ${given.dueDate ?? null}::date)
        returning id, iid, title`.execute(db)
      return only(rows)
    },
    label: async (given: NewLabel = {}) => {
      made += 1
      const { rows } = await sql<{ id: number; title: string }>`
        insert into labels (namespace_id, title, color)
        values (${given.namespaceId ?? project.id}, ${given.title ?? `label ${made}`}, ${given.color ?? '#6699cc'}) returning id, title`.execute(
        db,
      )
      const label = only(rows)
      if (given.priority !== undefined) {
        await db
          .insertInto('labelPriorities')
          .values({ projectId: project.id, labelId: label.id, priority: given.priority })
          .execute()
      }
      return label
    },
    /** An issuable as a bare row, an issue by rita in weft/loom unless said otherwise. `ref` is what operations of the API take. */
    issue: async (given: NewIssue = {}) => {
      made += 1
      const { series } = issuableKinds[issuableKindOf(given.type ?? 'issue')]
      const projectId = given.projectId ?? project.id
      const { rows } = await sql<{ id: number; iid: number; title: string }>`
        with counter as (insert into iid_counters as c (namespace_id, series, value) values (${projectId}, ${series}, 1)
          on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
        insert into issuables (namespace_id, type, series, iid, title, description, state, author_id, milestone_id, confidential, discussion_locked,
          hidden, weight, start_date, due_date, upvotes, closed_at, created_at, updated_at)
        select ${projectId}, ${given.type ?? 'issue'}, ${series}, value, ${given.title ?? `Issue ${made}`}, ${given.description ?? null},
          ${given.state ?? 'opened'}, ${given.authorId ?? users.rita.id}, ${given.milestoneId ?? null}::bigint, ${given.confidential ?? false}::boolean,
          ${given.locked ?? false}::boolean, ${given.hidden ?? false}::boolean, ${given.weight ?? null}::integer, ${given.startDate ?? null}::date,
          ${given.dueDate ?? null}::date, ${given.upvotes ?? 0}::integer, case when ${given.state ?? 'opened'} = 'closed' then now() end,
          coalesce(${given.createdAt ?? null}::timestamptz, now()), coalesce(${given.updatedAt ?? given.createdAt ?? null}::timestamptz, now())
        from counter returning id, iid, title`.execute(db)
      const issue = only(rows)
      for (const userId of given.assigneeIds ?? []) {
        await db
          .insertInto('issuableAssignees')
          .values({ issuableId: issue.id, userId, namespaceId: projectId })
          .execute()
      }
      for (const labelId of given.labelIds ?? []) {
        await db
          .insertInto('issuableLabels')
          .values({ issuableId: issue.id, labelId, namespaceId: projectId })
          .execute()
      }
      return { ...issue, projectId, ref: { id: projectId, issueIid: issue.iid } }
    },
  }
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0]
  if (row === undefined) throw new Error('nothing was inserted')
  return row
}
