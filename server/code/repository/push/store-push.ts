import { type RawBuilder, sql } from 'kysely'
import { projectTopic, repositoryTopic } from '#contract/live-topics.ts'
import { moveDefaultRule } from '#server/code/protected-refs/default-branch.ts'
import { type Context, canBeOneStatement, eventDraft, transact, userIdOf, writeLogged } from '#server/context.ts'
import { insertContributor } from '#server/foundation/projects/contributors.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { draftColumns } from '#server/platform/events/log.ts'
import { Unflushed } from '#server/platform/sql/durable.ts'
import { runWrite } from '#server/platform/sql/statement.ts'
import type { RefPush } from '../events.ts'

/** `last_pushed_at` may be up to a minute old, so that frequent pushes do not wait for the row lock. */
const pushedAgainMs = 60_000

interface PushToStore {
  readonly payload: EventPayloads['repository.pushed']
  /** The moves for the activity. */
  readonly pushes: readonly RefPush[]
  /** The default branch and the one that replaces it: the first branch of a repository. */
  readonly adopted: { readonly from: string; readonly to: string } | null
}

/**
 * Store a push: the time of its project's last push, who contributed, and its events.
 *
 * That is one statement, unless the push is part of a larger change or moves the default branch. Both ways leave the same rows and events.
 * The change has committed when this resolves.
 */
export async function storePush(ctx: Context, push: PushToStore): Promise<Unflushed<undefined>> {
  const { payload, adopted, pushes } = push
  const { projectId } = payload
  const topics = [repositoryTopic(projectId), projectTopic(projectId)]
  const ofRefs = pushes.map(each => ({ projectId, ...each }))
  const isOneStatement =
    adopted === null &&
    canBeOneStatement(ctx, 'repository.pushed', payload) &&
    ofRefs.every(each => canBeOneStatement(ctx, 'ref.pushed', each))
  if (isOneStatement) {
    const drafts = [
      eventDraft(ctx, { name: 'repository.pushed', payload }, topics),
      ...ofRefs.map(each => eventDraft(ctx, { name: 'ref.pushed', payload: each }, [])),
    ]
    const values = { ...notedValues(ctx, payload), drafts: JSON.stringify(drafts) }
    const written = await writeLogged<unknown, typeof values>(
      ctx,
      { key: 'log push', values, log: { namespaceId: projectId, drafts } },
      (parameter, log) => sql`
      with ${notedParts(parameter)},
        drafts as (
          select row_number() over () as place, g.* from (select count(*) from touched) before_the_log,
            jsonb_to_recordset(${parameter.drafts}::jsonb) as g(${draftColumns})
        ), ${log}
      select count(*) from published`,
    )
    return written.map(() => undefined)
  }
  await transact(ctx, async inner => {
    const values = notedValues(inner, payload)
    await runWrite<unknown, typeof values>(
      inner.db,
      'note push',
      values,
      parameter => sql`with ${notedParts(parameter)} select count(*) from touched`,
    )
    if (adopted !== null) {
      await inner.db.updateTable('projects').set({ defaultBranch: adopted.to }).where('id', '=', projectId).execute()
      await moveDefaultRule(inner, projectId, adopted)
    }
    await inner.events.record('repository.pushed', payload, { namespaceId: projectId, topics })
    for (const each of ofRefs) await inner.events.record('ref.pushed', each, { namespaceId: projectId })
  })
  return new Unflushed(undefined)
}

type Noted = {
  readonly projectId: number
  /** Null where the push only deletes, or its user is unknown. */
  readonly contributorId: number | null
  readonly now: string
  readonly pushedBefore: string
}

const notedValues = (ctx: Context, { projectId, refs }: PushToStore['payload']): Noted => ({
  projectId,
  contributorId: refs.some(({ after }) => after !== null) ? userIdOf(ctx) : null,
  now: ctx.now,
  pushedBefore: new Date(Date.parse(ctx.now) - pushedAgainMs).toISOString(),
})

/** The common table expressions that store the time of a push and its contributor. */
const notedParts = ({
  projectId,
  contributorId,
  now,
  pushedBefore,
}: { readonly [Name in keyof Noted]: RawBuilder<Noted[Name]> }) =>
  sql`touched as (
      update projects set last_pushed_at = ${now}::timestamptz, last_activity_at = ${now}::timestamptz
      where id = ${projectId}::bigint and (last_pushed_at is null or last_pushed_at < ${pushedBefore}::timestamptz)
      returning id
    ), contributed as (${insertContributor(projectId, contributorId)})`
