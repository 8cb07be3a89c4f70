import { kindWord } from '#contract/issuable-kinds.ts'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { addLabels } from '#server/plan/labels/create.ts'
import { attributeNames, attributes, blank } from '../all-attributes.ts'
import type { Changes, ReferencedRows } from '../define-attribute.ts'
import { refuseChildrenOf, refuseOpenChildren, refuseParent } from '../parents.ts'
import type { AttributeName, AttributeValues, Surroundings } from '../values.ts'
import { lookUp, unknownTitles } from './look-up.ts'

interface Normalized {
  readonly to: AttributeValues
  /** The attributes whose values differ, in the order of `attributes`. */
  readonly changed: readonly AttributeName[]
}

export interface NormalizeOptions {
  /** Unknown rows are refused instead of left out. */
  readonly isStrict?: boolean
  /** Create labels for unknown titles, where the actor may. */
  readonly createsLabels?: boolean
}

/**
 * Work out the new attribute values of an issuable from the wanted changes.
 *
 * @throws Invalid  a value breaks a rule
 */
export async function normalize(
  ctx: Context,
  place: Surroundings,
  from: AttributeValues,
  given: Changes,
  options: NormalizeOptions & { readonly mayCreateLabels: boolean },
): Promise<Normalized> {
  const changes = leavingParent(from, given)
  const isStrict = options.isStrict === true && !options.createsLabels
  let named = await lookUp(ctx, place, changes, { isStrict })
  if (options.createsLabels && options.mayCreateLabels) {
    const made = await addLabels(ctx, place.namespaceId, unknownTitles(changes, named))
    named = { ...named, labels: [...named.labels, ...made] }
  }
  const { to: normalized, changed } = normalizeWith(named, from, changes)
  if (changed.includes('parent') && normalized.parent !== null)
    await refuseParent(ctx, place, place.series === 'issue' ? normalized.type : place.type, normalized.parent)
  if (place.id !== undefined && changed.includes('confidential') && normalized.confidential)
    await refuseOpenChildren(ctx, place)
  if (place.id !== undefined && changed.includes('type')) await refuseChildrenOf(ctx, place, normalized.type)
  return { to: normalized, changed }
}

/**
 * The same of rows that were looked up before, without a look at the epics around: for many issuables of one place.
 *
 * @throws Invalid  a value breaks a rule
 */
export function normalizeWith(named: ReferencedRows, from: AttributeValues, changes: Changes): Normalized {
  const to: Record<string, unknown> = { ...from }
  const changed: AttributeName[] = []
  for (const name of attributeNames) {
    if (normalizeOne(name, from, changes, named, to)) changed.push(name)
  }
  // Every name of AttributeValues came from `from`, and its attribute returned the new value.
  const normalized = to as unknown as AttributeValues
  if (changed.includes('startDate') || changed.includes('dueDate')) checkDates(normalized)
  if (changed.includes('parent') || changed.includes('confidential')) checkParent(normalized)
  return { to: normalized, changed }
}

function normalizeOne<Name extends AttributeName>(
  name: Name,
  from: AttributeValues,
  changes: Changes,
  named: ReferencedRows,
  to: Record<string, unknown>,
): boolean {
  const given = changes[name]
  if (given === undefined) return false
  const attribute = attributes[name]
  // The value is not undefined, so its type is the one that the attribute takes.
  const value = attribute.normalize(from[name], given as Parameters<typeof attribute.normalize>[1], named)
  if (attribute.isSame(from[name], value)) return false
  to[name] = value
  return true
}

/** An issuable of another type leaves a parent that it can no longer be in. */
function leavingParent(from: AttributeValues, changes: Changes): Changes {
  const { type } = changes
  if (type === undefined || from.parent === null || changes.parent !== undefined) return changes
  return parentTypesOf(type).includes(from.parent.type) ? changes : { ...changes, parent: null }
}

/** @throws Invalid  it would be due before it starts */
export function checkDates({ startDate, dueDate }: Readonly<Record<'startDate' | 'dueDate', string | null>>): void {
  if (startDate !== null && dueDate !== null && dueDate < startDate) {
    throw new Invalid({ dueDate: ['must be greater than or equal to start date'] })
  }
}

/**
 * Check the wanted values of a new issuable as `normalize` does, without a statement.
 *
 * @param named  the rows that they refer to
 * @throws Invalid  a value breaks a rule
 */
export function refuseWrong(changes: Changes, named: ReferencedRows): void {
  const to: Record<string, unknown> = { ...blank }
  for (const name of attributeNames) normalizeOne(name, blank, changes, named, to)
  // Every name of AttributeValues came from `blank`.
  checkDates(to as unknown as AttributeValues)
}

/** @source product-rules.md 3 */
function checkParent({ parent, confidential }: AttributeValues): void {
  if (parent?.confidential && !confidential)
    throw new Invalid({ confidential: [`must be on, as the ${kindWord(parent.type)} is confidential`] })
}

/** The changes that the actor may make. */
export function permitted(ctx: Context, facts: IssuableFacts, changes: Changes): Changes {
  const names = Object.keys(changes) as AttributeName[]
  return Object.fromEntries(
    names
      .filter(name => isOfType(name, changes.type ?? facts.type) && may(ctx.actor, attributes[name].ability, facts))
      .map(name => [name, changes[name]]),
  )
}
