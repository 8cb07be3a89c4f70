import { sql } from 'kysely'
import { isOfType } from '#contract/plan/plain-attributes.ts'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { lockValues } from '#server/plan/issuables/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { normalize, permitted } from '#server/plan/issuables/normalize.ts'
import type { AttributeName, AttributeValues } from '#server/plan/issuables/values.ts'
import { type StateEvent, updateIssue } from '../update.ts'
import { refusals } from './messages.ts'

/** What a bulk edit asks of each issue. */
export interface Wanted {
  readonly changes: Changes
  readonly stateEvent: StateEvent | null
}

/** A changed attribute, without the note about it. */
type StoredChange = Pick<AttributeChange, 'attribute' | 'from' | 'to'>

/** What changed on an issue, as its events say: enough to take it back. */
export interface MadeChange {
  readonly attributes: readonly StoredChange[]
  readonly state: { readonly event: StateEvent; readonly at: string } | null
}

export type Outcome =
  | { readonly outcome: 'changed'; readonly change: MadeChange }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: string }

/** Change one issue of a project with the rights of the actor. A refusal changes nothing. */
export async function changeOne(
  ctx: Context,
  projectId: number,
  issueId: number,
  { changes, stateEvent }: Wanted,
): Promise<Outcome> {
  const issue = await loadIfAllowed(ctx, 'issuable:update', issueById, { issueId })
  if (issue === null || issue.namespaceId !== projectId) return refused(refusals.notAllowed)
  const reason = whyNone(ctx, issue.facts, { changes, stateEvent })
  if (reason !== null) return refused(reason)
  return refusedOr(() => observed(ctx, inner => updateIssue(inner, issue, changes, stateEvent)))
}

/** Take a change of one issue back, unless somebody has changed the same since. */
export async function takeBack(ctx: Context, projectId: number, issueId: number, made: MadeChange): Promise<Outcome> {
  const issue = await loadIfAllowed(ctx, 'issuable:update', issueById, { issueId })
  if (issue === null || issue.namespaceId !== projectId) return refused(refusals.notAllowed)
  const now = await lockValues(ctx, issue)
  const isHeld = made.attributes.every(change => isStill(change, now)) && (await isStateStill(ctx, issue, made.state))
  if (!isHeld) return refused(refusals.edited)
  const wanted = { changes: inverseOf(made.attributes), stateEvent: opposite(made.state?.event) }
  const reason = maySetState(ctx, issue, wanted) ? whyNone(ctx, issue.facts, wanted) : refusals.notAllowed
  if (reason !== null) return refused(reason)
  return refusedOr(async () => {
    // A rule that a later step breaks refuses all of them.
    await normalize(ctx, { ...issue, series: 'issue' }, now, permitted(ctx, issue.facts, wanted.changes), {
      mayCreateLabels: false,
    })
    return observed(ctx, inner => updateBackwards(inner, issue, wanted))
  })
}

/**
 * The state was changed last, so it is taken back first: some attributes belong to open issues only. A discussion is unlocked
 * even before that, as a locked issue cannot be reopened.
 */
async function updateBackwards(
  ctx: Context,
  issue: Allowed<'issuable:update', IssuableRow>,
  { changes: { discussionLocked, ...changes }, stateEvent }: Wanted,
): Promise<boolean> {
  const steps: readonly Wanted[] = [
    { changes: discussionLocked === false ? { discussionLocked } : {}, stateEvent: null },
    { changes: {}, stateEvent },
    { changes: discussionLocked === true ? { ...changes, discussionLocked } : changes, stateEvent: null },
  ]
  let isChanged = false
  let now = issue
  for (const step of steps) {
    if (!(await updateIssue(ctx, now, step.changes, step.stateEvent))) continue
    isChanged = true
    now = await load(ctx, 'issuable:update', issueById, { issueId: issue.id })
  }
  return isChanged
}

/** Whether the actor can restore the state once the lock is restored. */
function maySetState(
  ctx: Context,
  { facts }: Allowed<'issuable:update', IssuableRow>,
  { changes, stateEvent }: Wanted,
) {
  if (stateEvent === null) return true
  const locked = changes.discussionLocked === false ? false : facts.locked
  return may(ctx.actor, stateEvent === 'close' ? 'issuable:close' : 'issuable:reopen', { ...facts, locked })
}

/** Why nothing of what is wanted can be done to an issue; null when something can. */
export function whyNone(ctx: Context, facts: Parameters<typeof permitted>[1], { changes, stateEvent }: Wanted) {
  const names = Object.keys(changes) as AttributeName[]
  if (stateEvent !== null || names.length === 0) return null
  if (names.every(name => !isOfType(name, changes.type ?? facts.type))) return refusals.notAvailable
  return Object.keys(permitted(ctx, facts, changes)).length === 0 ? refusals.notAllowed : null
}

const refused = (reason: string): Outcome => ({ outcome: 'refused', reason })

/** A failure that names a rule is a refusal: whatever breaks one is not written. Any other is a bug. */
async function refusedOr(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(error instanceof Forbidden || error instanceof NotFound ? refusals.notAllowed : error.message)
  }
}

export const isRefusal = (error: unknown): error is Error =>
  [Invalid, Conflict, Unprocessable, Forbidden, NotFound].some(named => error instanceof named)

/** Run a change of one issue, and hear from its own events what it was. */
async function observed(ctx: Context, run: (ctx: Context) => Promise<boolean>): Promise<Outcome> {
  const attributes: StoredChange[] = []
  let state: MadeChange['state'] = null
  const inner: Context = {
    ...ctx,
    events: {
      record: (name, payload, scope) => {
        // The changes of this event are of that type.
        if (name === 'issuable.changed' && 'changes' in payload)
          for (const { attribute, from, to } of payload.changes as readonly AttributeChange[])
            attributes.push({ attribute, from, to })
        if (name === 'issue.closed') state = { event: 'close', at: ctx.now }
        if (name === 'issue.reopened') state = { event: 'reopen', at: ctx.now }
        return ctx.events.record(name, payload, scope)
      },
    },
  }
  const isChanged = await run(inner)
  return isChanged ? { outcome: 'changed', change: { attributes, state } } : { outcome: 'unchanged' }
}

const opposite = (event: StateEvent | undefined): StateEvent | null =>
  event === undefined ? null : event === 'close' ? 'reopen' : 'close'

/** Whether nobody has closed or reopened an issue since. */
async function isStateStill(
  ctx: Context,
  { id }: Pick<IssuableRow, 'id'>,
  made: MadeChange['state'],
): Promise<boolean> {
  if (made === null) return true
  const { rows } = await sql`
    select 1 from issuables where id = ${id} and state_changed_at = ${made.at}::timestamptz`.execute(ctx.db)
  return rows.length > 0
}

const listNames = ['assignees', 'reviewers', 'labels'] as const
type ListName = (typeof listNames)[number]
const isList = (name: AttributeName): name is ListName => listNames.some(each => each === name)

interface WithId {
  readonly id: number
}

/** What of a list came and went. */
function deltaOf({ from, to }: StoredChange) {
  // Values of lists are rows with ids.
  const [before, after] = [from, to].map(rows => (rows as readonly WithId[]).map(row => row.id)) as [number[], number[]]
  return { added: after.filter(id => !before.includes(id)), removed: before.filter(id => !after.includes(id)) }
}

/** Whether a change still stands: what others did to other rows of a list does not matter. */
function isStill(change: StoredChange, now: AttributeValues): boolean {
  if (!isList(change.attribute))
    return JSON.stringify(keyOf(now[change.attribute])) === JSON.stringify(keyOf(change.to))
  const ids = now[change.attribute].map(row => row.id)
  const { added, removed } = deltaOf(change)
  return added.every(id => ids.includes(id)) && removed.every(id => !ids.includes(id))
}

/** Of a row its id: it may have been renamed since. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

/** The changes that bring the former values back. */
export function inverseOf(made: readonly StoredChange[]): Changes {
  return Object.fromEntries(
    made.map(change => {
      if (!isList(change.attribute)) return [change.attribute, keyOf(change.from)]
      const { added, removed } = deltaOf(change)
      return [change.attribute, { add: removed, remove: added }]
    }),
  )
}
