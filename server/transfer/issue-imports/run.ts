import { sql } from 'kysely'
import { issueImportTopic } from '#contract/live-topics.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NamedError, NotFound, Unavailable } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { activeActor } from '#server/foundation/users/active-actor.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { prepareIssue } from '#server/plan/issues/create.ts'
import { setEstimate, spendTime } from '#server/plan/time-tracking/track.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { fetchAttachments, forgetAttachments } from './attachments.ts'
import { checkIssues } from './check.ts'
import { findEarlier, lockImports } from './earlier.ts'
import './events.ts'
import type { ImportedIssue } from './imported-issue.ts'
import { messages } from './messages.ts'
import { chosenPeople, withPeople } from './people.ts'
import { addRemoteParts, keepAttachments, withParent } from './remote-parts.ts'
import { queueReport } from './report.ts'

/** An import gives way to other jobs after this time. */
const turnMs = 5_000
/** Rows that are checked, and told of to the page, in one go. */
const batchSize = 50

interface RunningImport {
  readonly id: number
  readonly namespaceId: number
  readonly userId: number
}

interface WaitingRow {
  readonly number: number
  readonly content: ImportedIssue
  readonly problems: readonly string[]
  readonly notices: readonly string[]
}

/**
 * Create the waiting issues of an import, in the name of the user who started it and with the rights they have now. The
 * outcome of a row is stored in the transaction that creates its issue: an interrupted import continues, and two
 * concurrent jobs create nothing twice.
 *
 * @param startedAt  of the start that is gone on with; a later one has another job
 */
export async function runImport(outer: Context, importId: number, startedAt?: string): Promise<void> {
  const until = performance.now() + turnMs
  while (performance.now() < until) {
    const found = await findRunning(outer, importId, startedAt)
    if (found === null) return
    const actor = await activeActor(outer.db, found.userId)
    if (actor === null) return endImport(outer, found, 'failed', messages.blocked)
    // The time of each batch is that of its issues.
    const ctx: Context = { ...outer, actor, now: new Date().toISOString() }
    const project = await projectOf(ctx, found)
    if (project === null) return endImport(ctx, found, 'failed', messages.lostRight)
    const waiting = await nextRows(ctx, importId)
    if (waiting.length === 0) return endImport(ctx, found, 'finished')
    const people = await chosenPeople(ctx, importId)
    const rows = waiting.map(row => ({ ...row, content: withPeople(row.content, people) }))
    const checked = await checkIssues(
      ctx,
      project,
      rows.map(row => row.content),
    )
    const ready = rows.map((row, index) => ({
      ...row,
      content: checked.issues[index] ?? row.content,
      problems: row.problems.length > 0 ? row.problems : (checked.problems[index] ?? []),
      notices: checked.notices[index] ?? [],
    }))
    await importRows(ctx, project, importId, ready, until)
    await transact(ctx, inner => inner.events.record('issue_import.advanced', { importId }, scopeOf(found)))
  }
  const due = { importId, ...(startedAt !== undefined && { startedAt }) }
  await transact(outer, inner => inner.events.record('issue_import.due', due, { namespaceId: 0 }))
}

export const scopeOf = ({ id, namespaceId }: Pick<RunningImport, 'id' | 'namespaceId'>) => ({
  namespaceId,
  topics: [issueImportTopic(id)],
})

async function findRunning(
  ctx: Context,
  importId: number,
  startedAt: string | undefined,
): Promise<RunningImport | null> {
  const found = await ctx.db
    .selectFrom('issueImports')
    .select(['id', 'namespaceId', 'userId'])
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .$if(startedAt !== undefined, query => query.where('startedAt', '=', startedAt ?? ''))
    .executeTakeFirst()
  return found ?? null
}

async function projectOf(ctx: Context, { namespaceId }: RunningImport) {
  try {
    return await load(ctx, 'project:import-issues', projectByRef, { id: namespaceId })
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return null
    throw error
  }
}

async function nextRows(ctx: Context, importId: number): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select number, content, coalesce(problems, '{}') as problems, notices from issue_import_rows
    where import_id = ${importId} and outcome is null order by number limit ${batchSize}`.execute(ctx.db)
  return rows
}

type ImportProject = Allowed<'project:import-issues', ProjectRow>

/** Import rows in their order, neighbors that need nothing but the database in one transaction. Faulty ones are only counted. */
async function importRows(
  ctx: Context,
  project: ImportProject,
  importId: number,
  all: readonly WaitingRow[],
  until: number,
): Promise<void> {
  const [faulty, rows] = [all.filter(isFaulty), all.filter(row => !isFaulty(row))]
  await keepFaulty(ctx, importId, faulty)
  for (let at = 0; at < rows.length && performance.now() < until; ) {
    const end = rows.findIndex((row, index) => index >= at && !isPlain(row))
    const plain = rows.slice(at, end === -1 ? rows.length : end)
    const alone = plain.length < 2 || !(await importBatch(ctx, project, importId, plain))
    const next = rows.slice(at, at + Math.max(1, plain.length))
    if (alone) for (const row of next) await importRow(ctx, project, importId, row)
    at += next.length
  }
}

const isFaulty = ({ problems }: WaitingRow): boolean => problems.length > 0
const isPlain = ({ content }: WaitingRow): boolean => content.remote === undefined

/** @returns false when one of them could not be imported, and thus none was */
async function importBatch(
  ctx: Context,
  project: ImportProject,
  importId: number,
  rows: readonly WaitingRow[],
): Promise<boolean> {
  try {
    await transact(ctx, async inner => {
      const claimed = await claimRows(
        inner,
        project,
        importId,
        rows.map(row => row.number),
      )
      const ready = await concurrently(
        inner.db,
        rows.filter(({ number }) => claimed.has(number)),
        async ({ number, content, notices }) => ({
          number,
          notices,
          create: await prepareImported(inner, project, content),
        }),
      )
      // The numbers of the issues are in the order of the rows.
      const created = await concurrently(inner.db, ready, async ({ number, notices, create }) => ({
        number,
        notices,
        issueId: await create(),
      }))
      await keepOutcomes(
        inner,
        importId,
        'created',
        created.map(each => ({ ...each, problems: [] })),
      )
    })
    return true
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return false
  }
}

async function importRow(ctx: Context, project: ImportProject, importId: number, row: WaitingRow): Promise<void> {
  const fetched = await fetchAttachments(ctx, importId, row.content.remote?.attachments ?? [])
  try {
    const isCreated = await transact(ctx, async inner => {
      if (!(await claimRows(inner, project, importId, [row.number])).has(row.number)) return false
      const content = await keepAttachments(inner, project.id, importId, row.content, fetched)
      const issueId = await createImported(inner, project, await withParent(inner, importId, content))
      if (content.remote !== undefined) await addRemoteParts(inner, importId, issueId, content.remote)
      const notices = [...row.notices, ...fetched.notices]
      await keepOutcomes(inner, importId, 'created', [{ number: row.number, issueId, problems: [], notices }])
      return true
    })
    if (!isCreated) await forgetAttachments(ctx, fetched.files)
  } catch (error) {
    await forgetAttachments(ctx, fetched.files)
    if (error instanceof Unavailable) throw error
    const isExpected = error instanceof Invalid || error instanceof Conflict || error instanceof Forbidden
    if (!isExpected) ctx.services.log.error({ err: error, importId, row: row.number }, 'a row could not be imported')
    // If the database itself is unavailable, this fails too, and the job is tried again.
    const problem = error instanceof NamedError ? error.message : messages.internal
    await keepFaulty(ctx, importId, [{ number: row.number, problems: [problem] }])
  }
}

/** Create an issue with the properties from the source. The rights of the actor decide which of them are set. */
const createImported = async (ctx: Context, project: ImportProject, given: ImportedIssue): Promise<number> =>
  (await prepareImported(ctx, project, given))()

/** @returns a function that creates it, in the same transaction */
async function prepareImported(
  ctx: Context,
  outer: ImportProject,
  given: ImportedIssue,
): Promise<() => Promise<number>> {
  const { changes, isClosed, timeEstimate, timeSpent, createdAt } = given
  // The right to import issues includes the right to create them.
  const project = outer as unknown as Allowed<'project:create-issue', ProjectRow>
  const issue = { ...changes, ...(createdAt === null ? {} : { createdAt }) }
  const create = await prepareIssue(ctx, project, issue, { isImported: true })
  return async () => {
    const { id } = await create()
    if (timeEstimate || timeSpent) {
      const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId: id })
      if (timeEstimate) await setEstimate(ctx, issue, timeEstimate)
      if (timeSpent) await spendTime(ctx, issue, { seconds: timeSpent })
    }
    if (isClosed)
      await closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId: id }), { isImported: true })
    return id
  }
}

/**
 * Lock rows for this transaction. Those whose issues another import has created meanwhile are stored as skipped, unless they are to
 * be imported all the same.
 *
 * @returns the numbers of the others that no other job has handled
 */
async function claimRows(
  ctx: Context,
  project: ImportProject,
  importId: number,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  await lockImports(ctx, project)
  const { rows } = await sql<{ number: number; fingerprint: string | null }>`
    select r.number, case when not (select im.includes_imported from issue_imports im where im.id = r.import_id) then r.fingerprint end as fingerprint
    from issue_import_rows r where r.import_id = ${importId} and r.number = any (${[...numbers]}::integer[]) and r.outcome is null
      and exists (select 1 from issue_imports i where i.id = r.import_id and i.state = 'running')
    order by r.number for no key update of r`.execute(ctx.db)
  const earlier = await findEarlier(
    ctx,
    project,
    rows.flatMap(row => row.fingerprint ?? []),
  )
  const skipped = rows.flatMap(({ number, fingerprint }) => {
    const issueId = earlier.get(fingerprint ?? '')
    return issueId === undefined ? [] : [{ number, issueId, problems: [], notices: [] }]
  })
  if (skipped.length > 0) await keepOutcomes(ctx, importId, 'skipped', skipped)
  const isSkipped = new Set(skipped.map(row => row.number))
  return new Set(rows.map(row => row.number).filter(number => !isSkipped.has(number)))
}

async function keepFaulty(
  ctx: Context,
  importId: number,
  rows: readonly Pick<WaitingRow, 'number' | 'problems'>[],
): Promise<void> {
  if (rows.length === 0) return
  const outcomes = rows.map(({ number, problems }) => ({ number, problems, issueId: null, notices: [] }))
  await keepOutcomes(ctx, importId, 'faulty', outcomes)
}

interface RowOutcome {
  readonly number: number
  readonly issueId: number | null
  readonly problems: readonly string[]
  readonly notices: readonly string[]
}

/** The part of the contents that a row keeps with its outcome: the title for the page, the keys for links of other rows. */
export const outcomeContent = sql`jsonb_build_object('changes', jsonb_build_object('title', content #>> '{changes,title}'),
  'key', content #>> '{remote,key}', 'parentKey', content #>> '{remote,parentKey}')`

/** Store the outcomes of rows, and count them: once. */
async function keepOutcomes(
  ctx: Context,
  importId: number,
  outcome: 'created' | 'faulty' | 'skipped',
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const rows = outcomes.map(({ issueId, ...each }) => ({ ...each, issue_id: issueId }))
  await sql`with kept as (
      update issue_import_rows r set outcome = ${outcome}, issue_id = g.issue_id, problems = g.problems, notices = g.notices,
        content = ${outcomeContent}
      from json_to_recordset(${JSON.stringify(rows)}::json) as g(number integer, issue_id bigint, problems text[], notices text[])
      where r.import_id = ${importId} and r.number = g.number and r.outcome is null returning 1
    )
    update issue_imports set ${sql.ref(`${outcome}_count`)} = ${sql.ref(`${outcome}_count`)} + (select count(*) from kept)
    where id = ${importId} and exists (select 1 from kept)`.execute(ctx.db)
}

/** End an import, and report its outcome by mail. */
export async function endImport(
  ctx: Context,
  ended: RunningImport,
  state: 'finished' | 'failed' | 'cancelled',
  reason: string | null = null,
): Promise<void> {
  await transact(ctx, async inner => {
    const { numUpdatedRows } = await inner.db
      .updateTable('issueImports')
      .set({
        ...{ state, reason, endedAt: new Date().toISOString() },
        // If the import is continued, it fetches the attachments of its remaining issues.
        ...(state === 'finished' && { remote: null }),
      })
      .where('id', '=', ended.id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await inner.events.record('issue_import.ended', { importId: ended.id }, scopeOf(ended))
    await queueReport(inner, ended.id)
  })
}
