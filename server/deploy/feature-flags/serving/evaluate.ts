import { compareVersions } from '#server/platform/text/semver.ts'
import { murmur3 } from './murmur.ts'

// The rules of Unleash's clients, for those that have the server evaluate: results agree to the last user.

/** The person or machine for whom flags are evaluated. Fields of their own are in `properties`. */
export interface FlagContext {
  readonly userId?: string
  readonly sessionId?: string
  readonly remoteAddress?: string
  readonly environment?: string
  readonly appName?: string
  readonly currentTime?: string
  readonly properties: Readonly<Record<string, string>>
}

/** A flag as clients get it. */
export interface ServedFlag {
  readonly name: string
  readonly enabled: boolean
  readonly strategies: readonly ServedStrategy[]
}

export interface ServedStrategy {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly constraints: readonly ServedConstraint[]
  readonly variants: readonly ServedVariant[]
}

export interface ServedConstraint {
  readonly contextName: string
  readonly operator: string
  readonly values: readonly string[]
  readonly value?: string
  readonly inverted: boolean
  readonly caseInsensitive: boolean
}

export interface ServedVariant {
  readonly name: string
  readonly weight: number
  readonly stickiness: string
  readonly payload?: { readonly type: string; readonly value: string }
}

/** A flag as it was evaluated. */
export interface Evaluated {
  readonly enabled: boolean
  readonly variant: Pick<ServedVariant, 'name' | 'payload'> | null
}

/** The seed that keeps the choice of a variant apart from that of a rollout. */
const variantSeed = 86_028_157

/** A number from 1 to `most` that is always the same for an id in a group. */
export const normalized = (id: string, group: string, most = 100, seed = 0): number =>
  (murmur3(`${group}:${id}`, seed) % most) + 1

/**
 * Evaluate a flag: it is on where one of its strategies is, or where it has none.
 *
 * @source github.com/Unleash/client-specification
 */
export function evaluate({ name, enabled, strategies }: ServedFlag, context: FlagContext): Evaluated {
  if (!enabled) return { enabled: false, variant: null }
  if (strategies.length === 0) return { enabled: true, variant: null }
  const strategy = strategies.find(each => each.constraints.every(one => meets(one, context)) && isOn(each, context))
  if (strategy === undefined) return { enabled: false, variant: null }
  return { enabled: true, variant: chooseVariant(strategy, name, context) }
}

function isOn({ name, parameters }: ServedStrategy, context: FlagContext): boolean {
  switch (name) {
    case 'default':
      return true
    case 'userWithId':
      return context.userId !== undefined && isListed(context.userId, parameters.userIds ?? '')
    case 'gradualRolloutUserId':
      return isWithin(context.userId, parameters.groupId ?? '', parameters.percentage)
    case 'flexibleRollout':
      return isWithin(stickyId(parameters.stickiness, context), parameters.groupId ?? '', parameters.rollout)
    default:
      return false
  }
}

/** Whether an id is among those that commas join, with or without space around them. Lists are long: they are not split for each question. */
function isListed(id: string, ids: string): boolean {
  if (id === '' || id.includes(',') || id.trim() !== id) return false
  for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + id.length)) {
    let [before, after] = [at - 1, at + id.length]
    while (isSpace(ids[before])) before -= 1
    while (isSpace(ids[after])) after += 1
    if (isEnd(ids[before]) && isEnd(ids[after])) return true
  }
  return false
}

const isSpace = (character: string | undefined): boolean => character !== undefined && character.trim() === ''
const isEnd = (character: string | undefined): boolean => character === undefined || character === ','

const isWithin = (id: string | undefined, group: string, percentage: string | undefined): boolean => {
  const share = Number(percentage)
  return id !== undefined && id !== '' && share > 0 && normalized(id, group) <= share
}

const anyId = () => String(Math.round(Math.random() * 10_000) + 1)

function stickyId(stickiness = 'default', context: FlagContext): string | undefined {
  if (stickiness === 'default') return context.userId || context.sessionId || anyId()
  return stickiness === 'random' ? anyId() : fieldOf(context, stickiness)
}

function chooseVariant(
  { parameters, variants }: ServedStrategy,
  flagName: string,
  context: FlagContext,
): Evaluated['variant'] {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return null
  const stickiness = variants[0]?.stickiness || parameters.stickiness || 'default'
  const known =
    stickiness === 'default'
      ? context.userId || context.sessionId || context.remoteAddress
      : fieldOf(context, stickiness)
  const target = normalized(known || anyId(), parameters.groupId ?? flagName, total, variantSeed)
  let sum = 0
  return (
    variants.find(({ weight }) => {
      sum += weight
      return weight > 0 && sum >= target
    }) ?? null
  )
}

const named: ReadonlySet<string> = new Set([
  'userId',
  'sessionId',
  'remoteAddress',
  'environment',
  'appName',
  'currentTime',
])

function fieldOf(context: FlagContext, name: string): string | undefined {
  // The set holds the names of the fields.
  const own = named.has(name) ? context[name as Exclude<keyof FlagContext, 'properties'>] : undefined
  return own ?? (Object.hasOwn(context.properties, name) ? context.properties[name] : undefined)
}

function meets(constraint: ServedConstraint, context: FlagContext): boolean {
  return holds(constraint, context) !== constraint.inverted
}

function holds(
  { contextName, operator, values, value = '', caseInsensitive }: ServedConstraint,
  context: FlagContext,
): boolean {
  const given = fieldOf(context, contextName)
  if (operator === 'IN') return given !== undefined && values.includes(given)
  if (operator === 'NOT_IN') return given === undefined || !values.includes(given)
  if (operator.startsWith('STR_')) {
    if (given === undefined) return false
    const text = caseInsensitive ? given.toLowerCase() : given
    return values.some(each => compareTexts(operator, text, caseInsensitive ? each.toLowerCase() : each))
  }
  if (operator.startsWith('NUM_')) return compareNumbers(operator, Number(given ?? Number.NaN), Number(value))
  if (operator.startsWith('DATE_')) {
    const difference =
      (context.currentTime === undefined ? Date.now() : Date.parse(context.currentTime)) - Date.parse(value)
    return operator === 'DATE_AFTER' ? difference > 0 : difference < 0
  }
  if (!operator.startsWith('SEMVER_') || given === undefined || given.startsWith('v')) return false
  const order = compareVersions(given, value)
  return order !== null && compareNumbers(operator, order, 0)
}

function compareTexts(operator: string, text: string, part: string): boolean {
  if (operator === 'STR_STARTS_WITH') return text.startsWith(part)
  return operator === 'STR_ENDS_WITH' ? text.endsWith(part) : text.includes(part)
}

function compareNumbers(operator: string, given: number, value: number): boolean {
  switch (operator.slice(operator.indexOf('_') + 1)) {
    case 'EQ':
      return given === value
    case 'GT':
      return given > value
    case 'GTE':
      return given >= value
    case 'LT':
      return given < value
    default:
      return given <= value
  }
}
