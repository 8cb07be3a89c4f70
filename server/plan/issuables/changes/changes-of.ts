import { declaredOf, type InputForm, type WriteRequest } from '#contract/plan/attributes/attribute-inputs.ts'
import {
  type BulkName,
  bulkNames,
  graphqlWords,
  namesIn,
  plainAttributes,
  plainNames,
} from '#contract/plan/attributes/plain-attributes.ts'
import { clearingWords } from '#contract/plan/attributes/plain-shapes.ts'
import { Malformed } from '#server/errors.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { attributeNames, blank } from '../all-attributes.ts'
import type { Changes, ListChange, Ref } from '../define-attribute.ts'
import type { AttributeName } from '../values.ts'
import { type ListParts, listChangeOf } from './list-change.ts'

/** The inputs of a request by name, as its schema has checked them. */
type GivenInputs = Readonly<Record<string, unknown>>

/**
 * The changes in a request. Inputs left out change nothing, nor does null for an attribute that always has a value; for
 * any other attribute null clears the value.
 *
 * @throws Malformed  a whole list together with rows to add or remove, or given in two ways
 */
export function changesOf(request: WriteRequest, given: GivenInputs): Changes {
  const wanted: Partial<Record<AttributeName, unknown>> = readPlain(request, given)
  const lists: Record<'assignees' | 'reviewers' | 'labels' | 'contacts', ListParts> = {
    ...{ assignees: {}, reviewers: {}, labels: {}, contacts: {} },
  }
  for (const { name, of, part, form } of declaredOf(request)) {
    const value = given[name]
    if (value === undefined || (isBulk(request) && isBlank(value))) continue
    const read = readers[form]
    // The schema has checked the form.
    const parsed = read === undefined ? value : read(value as never, of)
    if (of === 'assignees' || of === 'reviewers' || of === 'labels' || of === 'contacts') {
      if (request === 'createIssue' && lists[of][part] != null && parsed != null)
        throw new Malformed(`Only one of [${of}, ${name}] arguments is allowed at the same time.`)
      lists[of][part] ??= parsed as readonly Ref[] | null
    } else wanted[of] = parsed
  }
  const isRest = byTitles.has(request)
  wanted.assignees = listChangeOf('assigneeIds', lists.assignees)
  wanted.reviewers = listChangeOf('reviewerIds', lists.reviewers)
  wanted.labels = isRest ? joined(lists.labels) : listChangeOf('labelIds', lists.labels)
  wanted.contacts = listChangeOf('contactIds', lists.contacts)
  const isGiven = (name: AttributeName) => wanted[name] !== undefined && (wanted[name] !== null || blank[name] === null)
  return Object.fromEntries(attributeNames.filter(isGiven).map(name => [name, wanted[name]]))
}

/** The requests that name labels by their titles. */
const byTitles: ReadonlySet<WriteRequest> = new Set([
  'create',
  'update',
  'createMergeRequest',
  'updateMergeRequest',
  'createEpic',
  'updateEpic',
])

function readPlain(request: WriteRequest, given: GivenInputs) {
  switch (request) {
    case 'createIssue':
    case 'updateIssue':
      return Object.fromEntries(namesIn('graphql').map(name => [name, given[graphqlWords(name).input]]))
    case 'bulk':
    case 'epicBulk':
      return Object.fromEntries(bulkNames.map(name => [name, readBulk(name, given[name])]))
    default:
      return Object.fromEntries(plainNames.map(name => [name, given[name]]))
  }
}

function readBulk(name: BulkName, given: unknown): unknown {
  if (given == null || given === '') return undefined
  const { kind } = plainAttributes[name]
  if (kind === 'flag') return given === 'true'
  if (kind === 'count') return given === -1 ? null : given
  return clearingWords.some(word => word === given) ? null : given
}

const isBulk = (request: WriteRequest): boolean =>
  request === 'bulk' || request === 'mergeRequestBulk' || request === 'epicBulk'

/** An empty field of a bulk edit leaves the attribute as it is. */
const isBlank = (value: unknown): boolean => (Array.isArray(value) ? value.every(isBlank) : value === '')

type Read = (given: never, of: string) => unknown

const someId = (id: number | null): number | null => (id === 0 ? null : id)
const looseId = (id: string, of: string): number => readLooseId(id, looseClasses[of] ?? [])
const looseClasses: Readonly<Record<string, readonly string[]>> = {
  labels: ['Label', 'ProjectLabel', 'GroupLabel'],
  milestone: ['Milestone'],
}

/** The readers of forms that are not the value itself: the id 0 means none. */
const readers: { readonly [Form in InputForm]?: Read } = {
  idOrNull: someId,
  idOrBlank: someId,
  MilestoneID: someId,
  IterationID: someId,
  EpicID: someId,
  ID: (id: string | null, of) => (id === null ? null : someId(looseId(id, of))),
  IDs: (ids: readonly string[] | null, of) => ids?.map(id => looseId(id, of)),
  ids: (ids: readonly number[]) => ids.filter(someId),
  idsOrNull: (ids: readonly number[] | null) => ids?.filter(someId) ?? [],
  idAsList: (id: number | null) => [id].filter(someId),
  idsAsText: (ids: readonly string[]) => ids.map(Number).filter(id => Number.isSafeInteger(id) && id > 0),
}

/** Titles to add may come along with the whole list. */
function joined({ all, ...parts }: ListParts): ListChange | undefined {
  return all == null ? listChangeOf('labels', parts) : { replace: [...all, ...(parts.add ?? [])] }
}
