import { isWhen } from '#contract/plan/lists/when-words.ts'
import { searchText, typoPattern } from '#contract/search-text.ts'
import {
  type Field,
  type FieldKey,
  type Filter,
  type FilterSet,
  isById,
  isList,
  isPerson,
  withFilter,
} from './filters.ts'

/** The result of reading a text such as `label:bug (assignee:ann or assignee:bob) -milestone:none shuttle`. */
export type ReadQuery =
  | {
      readonly kind: 'read'
      readonly filters: readonly Filter[]
      /** The words without a field. */
      readonly search: string
      readonly state: string | null
    }
  | { readonly kind: 'wrong'; readonly problem: string }
  /** The text names no field: it is searched for as it is. */
  | { readonly kind: 'plain' }

/**
 * Read a text as the filters of a list. Terms are joined by "and" where nothing stands between them. "Or" joins values of one field as
 * often as there are fields. Lists of issues can also be filtered by values of different fields of which any holds, but only once.
 *
 * @param known  the filters that the list has already; those of the text are added to them
 */
export function readQuery(text: string, set: FilterSet, known: readonly Filter[] = []): ReadQuery {
  const words = wordsIn(text)
  if (!words.some(word => word.kind === 'term' && word.field !== null && isFieldOrTypo(word.field, set)))
    return { kind: 'plain' }
  const terms = words.map(word => (word.kind === 'term' ? Math.max(1, word.values.length) : 0))
  if (terms.reduce((sum, count) => sum + count, 0) > mostTerms)
    return { kind: 'wrong', problem: `Write at most ${mostTerms} filters and words at a time.` }
  try {
    const nodes = conjuncts(new Parser(words).parse(), false)
    return collect(nodes, set, known)
  } catch (error) {
    if (error instanceof WrongQuery) return { kind: 'wrong', problem: error.message }
    throw error
  }
}

class WrongQuery extends Error {}

/** A pasted text with more would hold up the tab, or overflow the stack. */
const mostTerms = 200
const mostNested = 50

type Word =
  | { readonly kind: '(' | ')' | 'or' | 'and' | 'not' }
  | { readonly kind: 'term'; readonly field: string | null; readonly value: string; readonly values: readonly string[] }

/** A term of a field, with its value in quotes or up to the next space, or a word alone. */
const pattern = /\s+|([()])|(-)(?=[^\s-])|(?:([a-z][\w-]*):)?((?:"[^"]*"?|[^\s()"]+)+)/giy

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = []
  pattern.lastIndex = 0
  for (;;) {
    const found = pattern.exec(text)
    if (found === null || found[0] === '') return words
    const [, bracket, minus, field, value] = found
    if (bracket === '(' || bracket === ')') words.push({ kind: bracket })
    else if (minus !== undefined) words.push({ kind: 'not' })
    else if (value !== undefined) words.push(wordOf(field, value))
  }
}

function wordOf(field: string | undefined, value: string): Word {
  const operator = field === undefined ? (/^(or|and|not)$/i.exec(value)?.[1]?.toLowerCase() ?? null) : null
  if (operator === 'or' || operator === 'and' || operator === 'not') return { kind: operator }
  const [, bare] = (field === undefined ? /^([a-z][\w-]*):$/i.exec(value) : null) ?? []
  if (bare !== undefined) return { kind: 'term', field: bare, value: '', values: [] }
  // An address is a word to search for.
  if (field === undefined || value.startsWith('//'))
    return { kind: 'term', field: null, value: unquoted(field === undefined ? value : `${field}:${value}`), values: [] }
  const values = (value.match(/(?:"[^"]*"?|[^,"]+)+/g) ?? []).map(unquoted).filter(each => each !== '')
  return { kind: 'term', field, value: unquoted(value), values }
}

const unquoted = (text: string): string => text.replaceAll('"', '').trim()

type Node =
  | { readonly kind: 'term'; readonly field: string | null; readonly value: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Node[] }
  | { readonly kind: 'not'; readonly of: Node }

class Parser {
  readonly #words: readonly Word[]
  #at = 0
  /** The number of parentheses and negations around the next word. */
  #depth = 0

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  parse(): Node {
    const node = this.#either()
    if (this.#at < this.#words.length) throw new WrongQuery('There is a “)” without a “(”.')
    return node
  }

  #either(): Node {
    const of = [this.#all()]
    while (this.#takes('or')) of.push(this.#all())
    return of.length === 1 ? (of[0] as Node) : { kind: 'or', of }
  }

  #all(): Node {
    const of: Node[] = []
    for (;;) {
      const next = this.#words[this.#at]
      if (next === undefined || next.kind === ')' || next.kind === 'or') break
      if (this.#takes('and') && of.length > 0) continue
      of.push(this.#one())
    }
    if (of.length === 0) throw new WrongQuery('Write a filter on both sides of “or”, and between “(” and “)”.')
    return of.length === 1 ? (of[0] as Node) : { kind: 'and', of }
  }

  #one(): Node {
    if (this.#takes('not')) return { kind: 'not', of: this.#nested(() => this.#one()) }
    if (this.#takes('(')) {
      const inner = this.#nested(() => this.#either())
      if (!this.#takes(')')) throw new WrongQuery('A “(” is not closed.')
      return inner
    }
    const word = this.#words[this.#at]
    if (word?.kind !== 'term') throw new WrongQuery('Write a filter after “not”, such as not label:bug.')
    this.#at += 1
    const { field, value, values } = word
    if (values.length < 2) return { kind: 'term', field, value: values[0] ?? value }
    return { kind: 'or', of: values.map(each => ({ kind: 'term', field, value: each })) }
  }

  #nested(read: () => Node): Node {
    if (this.#depth === mostNested) throw new WrongQuery(`Put at most ${mostNested} parentheses inside one another.`)
    this.#depth += 1
    const node = read()
    this.#depth -= 1
    return node
  }

  #takes(kind: Word['kind']): boolean {
    if (this.#words[this.#at]?.kind !== kind) return false
    this.#at += 1
    return true
  }
}

interface Literal {
  readonly field: string | null
  readonly value: string
  readonly isNegated: boolean
}

/** The parts of a query that all have to hold, each with the literals of which one has to. */
function conjuncts(node: Node, isNegated: boolean): readonly (readonly Literal[])[] {
  switch (node.kind) {
    case 'term':
      return [[{ field: node.field, value: node.value, isNegated }]]
    case 'not':
      return conjuncts(node.of, !isNegated)
    case 'and':
    case 'or': {
      const parts = node.of.map(each => conjuncts(each, isNegated))
      if ((node.kind === 'and') !== isNegated) return parts.flat()
      if (parts.some(part => part.length !== 1))
        throw new WrongQuery('“or” joins single filters: it cannot join several filters in parentheses.')
      return [parts.flat(2)]
    }
    default:
      return node satisfies never
  }
}

function collect(parts: readonly (readonly Literal[])[], set: FilterSet, known: readonly Filter[]): ReadQuery {
  let filters = known
  let state: string | null = null
  const search: string[] = []
  const seen = new Set<string>()
  for (const literals of parts) {
    const [first, ...others] = literals
    if (first === undefined) continue
    if (literals.some(({ field }) => field === null)) {
      if (others.length > 0 || first.isNegated)
        throw new WrongQuery('Words without a field cannot be excluded or joined by “or”.')
      search.push(first.value)
      continue
    }
    if (others.length === 0 && (first.field === 'is' || first.field === 'state') && !has(set, 'state')) {
      state = stateOf(first)
      continue
    }
    if (literals.some(({ field }) => field === 'is' || field === 'state') && !has(set, 'state'))
      throw new WrongQuery('State cannot be joined by “or”.')
    const read = literals.map(each => filterOf(each, set))
    const [filter] = read
    if (filter === undefined) continue
    if (others.length > 0) filters = union(read, filters, seen, set)
    else {
      const field = fieldNamed(filter.field, set)
      const key = `${filter.field} ${filter.how}`
      if (!isList(field) && seen.has(key))
        throw new WrongQuery(
          filter.how === 'is not'
            ? `Only one ${field.label.toLowerCase()} can be excluded.`
            : `${field.label} has one value. Join several by “or”.`,
        )
      seen.add(key)
      filters = withFilter(filters, filter, set)
    }
  }
  return { kind: 'read', filters, search: search.join(' '), state }
}

/** One of several values, of one field or of different ones. */
function union(
  read: readonly Filter[],
  filters: readonly Filter[],
  seen: Set<string>,
  set: FilterSet,
): readonly Filter[] {
  const [first] = read
  if (first === undefined) return filters
  const how = read.some(({ field }) => field !== first.field) ? 'or is' : 'is one of'
  if (how === 'or is' && !set.fields.some(({ hows }) => hows.includes(how)))
    throw new WrongQuery('“or” joins values of one field, such as label:bug or label:ui.')
  if (read.some(each => each.how === 'is not')) throw new WrongQuery('What is excluded cannot be joined by “or”.')
  for (const each of read) {
    const { label, hows } = fieldNamed(each.field, set)
    if (each.how !== 'is' || !hows.includes(how)) throw new WrongQuery(`${label} cannot be joined by “or”.`)
  }
  const key = how === 'or is' ? how : `${first.field} ${how}`
  if (how === 'or is' && (seen.has(key) || filters.some(each => each.how === how)))
    throw new WrongQuery('A list can have only one “or” between different fields.')
  if (seen.has(key)) throw new WrongQuery(`${fieldNamed(first.field, set).label} cannot be joined by “or” twice.`)
  if (read.some(({ value }) => /^(none|any|0)$/i.test(value)))
    throw new WrongQuery('None and any cannot be joined by “or”.')
  seen.add(key)
  return read.reduce((known, filter) => withFilter(known, { ...filter, how }, set), filters)
}

const states: Readonly<Record<string, string>> = {
  open: 'opened',
  opened: 'opened',
  closed: 'closed',
  merged: 'merged',
  all: 'all',
}

function stateOf({ value, isNegated }: Literal): string {
  const word = states[value.toLowerCase()]
  if (word === undefined || isNegated)
    throw new WrongQuery('State takes open, closed, merged or all, and cannot be excluded.')
  return word
}

const otherNames: Readonly<Record<string, FieldKey>> = {
  labels: 'label',
  assignees: 'assignee',
  assigned: 'assignee',
  reviewers: 'reviewer',
  milestones: 'milestone',
  parent: 'epic',
}

const has = (set: FilterSet, key: FieldKey): boolean => set.fields.some(field => field.key === key)

/** The words for a field: its key, and its label with dashes. */
const namesOf = ({ key, label }: Field): readonly string[] => [
  key.toLowerCase(),
  label.toLowerCase().replaceAll(' ', '-'),
  label.toLowerCase().replaceAll(' ', ''),
]

const fieldCalled = (name: string, set: FilterSet): Field | undefined =>
  set.fields.find(field => namesOf(field).includes(name.toLowerCase()) || otherNames[name.toLowerCase()] === field.key)

const isFieldOrTypo = (name: string, set: FilterSet): boolean =>
  fieldCalled(name, set) !== undefined || /^(is|state)$/i.test(name) || nearest(name, set) !== undefined

/** The name of a field that was meant, if one is near. */
function nearest(name: string, set: FilterSet): string | undefined {
  const near = typoPattern(searchText(name))
  if (near === null || name.length < 4) return undefined
  return set.fields.map(({ key }) => key).find(key => new RegExp(`^(?:${near})$`).test(key.toLowerCase()))
}

function fieldNamed(name: string, set: FilterSet): Field {
  const field = fieldCalled(name, set)
  if (field !== undefined) return field
  const near = nearest(name, set)
  throw new WrongQuery(`There is no filter “${name}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`)
}

function filterOf({ field: name, value, isNegated }: Literal, set: FilterSet): Filter {
  const field = fieldNamed(name ?? '', set)
  if (value === '') throw new WrongQuery(`Write a value after “${name}:”, such as ${exampleOf(field, set)}.`)
  if (field.dayWord !== undefined && /^[<>]/.test(value)) return dayFilter(field, value, isNegated)
  const special = specialOf(field, value, set)
  if (special === undefined && isClosed(field, set))
    throw new WrongQuery(`${field.label} takes ${choicesOf(field, set)}.`)
  if (special === undefined && isById(field.key) && !/^\d+$/.test(value))
    throw new WrongQuery(`Choose ${field.label.toLowerCase()} from the list: its titles are not unique.`)
  const plain = special ?? (isPerson(field) ? value.replace(/^@(?!me$)/i, '') : value.replace(/^[~%]/, ''))
  if (!isNegated) return { field: field.key, how: 'is', value: plain }
  const opposite = opposites[plain.toLowerCase()]
  if (opposite !== undefined && specialOf(field, opposite, set) !== undefined)
    return { field: field.key, how: 'is', value: specialOf(field, opposite, set) ?? opposite }
  if (!field.hows.includes('is not')) throw new WrongQuery(`${field.label} cannot be excluded.`)
  return { field: field.key, how: 'is not', value: plain }
}

const opposites: Readonly<Record<string, string>> = {
  none: 'any',
  any: 'none',
  '0': 'any',
  true: 'false',
  false: 'true',
  yes: 'no',
  no: 'yes',
}

function dayFilter({ key, label, hows }: Field, value: string, isNegated: boolean): Filter {
  const [, operator = '', day = ''] = /^([<>]=?)\s*(.*)$/.exec(value) ?? []
  const how = operator === '>=' ? 'on or after' : operator === '<=' ? 'on or before' : null
  if (how === null || isNegated || !isWhen(day) || !hows.includes(how))
    throw new WrongQuery(`${label} takes a day after >= or <=, such as ${key}:>=2026-11-21 or ${key}:<=-7d.`)
  return { field: key, how, value: day }
}

/** The word of the list for a value, by its name or value in any spelling. */
function specialOf({ key }: Field, value: string, set: FilterSet): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_#-]/g, '')
  return [...(set.specials[key] ?? []), ...(set.values?.[key] ?? [])].find(
    each => plain(each.value) === plain(value) || plain(each.label) === plain(value),
  )?.value
}

/** Whether a field takes nothing but the words of the list. */
const isClosed = ({ key, value }: Field, set: FilterSet): boolean =>
  set.values?.[key] !== undefined || ['type', 'yesNo', 'word', 'flag', 'choice', 'day'].includes(value)

const choicesOf = (field: Field, set: FilterSet): string => {
  const words = [...(set.specials[field.key] ?? []), ...(set.values?.[field.key] ?? [])].map(({ label }) =>
    label.toLowerCase().replaceAll(' ', '-'),
  )
  const days = field.dayWord === undefined ? [] : [`a day after >= or <=, such as ${field.key}:>=2026-11-21`]
  return [...words, ...days].join(', ')
}

const exampleOf = (field: Field, set: FilterSet): string =>
  `${field.key}:${field.dayWord === undefined ? (set.specials[field.key]?.[0]?.label.toLowerCase() ?? 'ann') : '>=2026-11-21'}`
