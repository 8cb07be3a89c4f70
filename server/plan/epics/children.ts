import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { load } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { issueKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import { Conflict, Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { asChangeSets } from '#server/plan/change-sets/as-change-sets.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { problemSentences } from '#server/plan/issuables/changes/problem-sentences.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { epicKind } from '#server/plan/issuables/parents.ts'
import { epicReferences, issueReferences } from '#server/platform/markdown/references.ts'
import { epicById, type ReadableEpic } from './find.ts'
import { messages } from './messages.ts'

/**
 * Put an issue into an epic; it leaves the one that it was in.
 *
 * @throws NotFound  an issue that the actor may not know of
 * @throws Forbidden  one that they may not edit
 * @throws Invalid  a public issue in a confidential epic
 */
export async function addIssue(ctx: Context, epic: ReadableEpic, issueId: number): Promise<void> {
  const issue = await load(ctx, 'issuable:update', issueById, { issueId })
  await changeIssuable(ctx, issue, { parent: epic.id }, { isStrict: true })
}

/** Put an epic into another one, as `addIssue`. @throws Conflict  the parent is full, or deep enough already */
export async function addChild(ctx: Context, epic: ReadableEpic, childId: number): Promise<void> {
  const child = await load(ctx, 'issuable:update', epicById, { id: childId })
  await changeIssuable(ctx, child, { parent: epic.id }, { isStrict: true })
}

/**
 * Put the issues or epics that references name into an epic, all or none.
 *
 * @returns the ids of the change sets to undo
 * @throws Unprocessable  a reference names none that the actor may know of
 */
export async function addNamed(
  ctx: Context,
  epic: ReadableEpic,
  kind: 'issue' | 'epic',
  references: readonly string[],
): Promise<readonly number[]> {
  const [numbered, syntaxes] = kind === 'epic' ? [epicKind, epicReferences] : [issueKind, issueReferences]
  const words = references.map(word => word.trim())
  const sign = issuableKinds[kind].sign
  const matches = words.map(word => matchOf(ctx, /^\d+$/.test(word) ? `${sign}${word}` : word, syntaxes))
  const asked = matches.filter(match => match !== null)
  const place = { id: epic.namespaceId, fullPath: epic.namespacePath, ancestorIds: epic.ancestorIds }
  const resolved = asked.length === 0 ? new Map() : await numbered.resolve(ctx, place, asked)
  const ids = matches.map(match => (match === null ? undefined : resolved.get(match)?.issuableId))
  const { rows } = await sql<{ id: number; namespaceId: number }>`
    select i.id, i.namespace_id from issuables i where i.id = any (${ids.filter(id => id !== undefined)}::bigint[])
      and ${visibleIssuables(ctx.actor, 'i', { series: kind })}`.execute(ctx.db)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = words.filter((_word, index) => !known.has(ids[index] ?? 0))
  if (unknown.length > 0) throw new Unprocessable(messages.unknown(kind, unknown))
  try {
    return await asChangeSets(ctx, kind, rows, (inner, { id }) =>
      (kind === 'epic' ? addChild : addIssue)(inner, epic, id),
    )
  } catch (error) {
    if (error instanceof Conflict) throw new Unprocessable(error.message, { cause: error })
    if (error instanceof Invalid) throw new Unprocessable(problemSentences(error).join('. '), { cause: error })
    throw error
  }
}

/** Take an issue or a child out of an epic. @throws NotFound  it is not in there */
export async function removeFrom(ctx: Context, epic: ReadableEpic, id: number, kind: 'issue' | 'epic'): Promise<void> {
  const { rows } = await sql`
    select 1 from issuables where id = ${id} and parent_id = ${epic.id} and series = ${kind}`.execute(ctx.db)
  if (rows.length === 0) throw new NotFound(kind === 'issue' ? 'Epic Issue' : 'Epic')
  const child =
    kind === 'issue'
      ? await load(ctx, 'issuable:update', issueById, { issueId: id })
      : await load(ctx, 'issuable:update', epicById, { id })
  await changeIssuable(ctx, child, { parent: null })
}
