import { Type } from 'typebox'
import { CommaList, Ids, Nullable, Words } from '#contract/shapes.ts'
import { issuableTypes } from '../shapes.ts'
import { bulkPlainInputs, plainInputs, unboundedPlainInputs } from './plain-shapes.ts'

/** The requests that set attributes of issuables. `createIssue` and `updateIssue` are mutations of GraphQL, the others JSON. */
export type WriteRequest = JsonRequest | 'createIssue' | 'updateIssue'
export type JsonRequest = 'create' | 'update' | 'page' | 'bulk' | MergeRequestRequest | EpicRequest
/** The requests that set attributes of merge requests. */
type MergeRequestRequest = 'createMergeRequest' | 'updateMergeRequest' | 'mergeRequestPage' | 'mergeRequestBulk'

/** The requests that set attributes of epics. */
type EpicRequest = 'createEpic' | 'updateEpic' | 'epicPage' | 'epicBulk'

const forms = {
  text: Type.Optional(Type.String()),
  textOrNull: Type.Optional(Nullable(Type.String())),
  type: Type.Optional(Words(issuableTypes)),
  idOrNull: Type.Optional(Nullable(Type.Integer())),
  ids: Type.Optional(Ids),
  idsOrNull: Type.Optional(Nullable(Ids)),
  titles: Type.Optional(CommaList),
  /** One id where a list is meant. */
  idAsList: Type.Optional(Nullable(Type.Integer())),
  // Forms of the bulk edit, where an empty field leaves the attribute as it is.
  idOrBlank: Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 0 })])),
  idsAsText: Type.Optional(Type.Array(Type.String({ maxLength: 20 }))),
}
type Forms = typeof forms
type JsonForm = keyof Forms
/** Inputs of GraphQL take typed ids, such as `LabelID`, or ids of any form. */
export type GraphqlForm =
  | 'text'
  | 'type'
  | 'titles'
  | 'MilestoneID'
  | 'IterationID'
  | 'EpicID'
  | 'UserIDs'
  | 'LabelIDs'
  | 'ID'
  | 'IDs'
export type InputForm = JsonForm | GraphqlForm

interface AttributeInput {
  /** The attribute that it sets. */
  readonly of:
    | 'title'
    | 'description'
    | 'type'
    | 'milestone'
    | 'iteration'
    | 'parent'
    | 'assignees'
    | 'reviewers'
    | 'labels'
    | 'contacts'
  /** Whether the input adds to the list or removes from it; left out, it sets the whole list. */
  readonly part?: 'add' | 'remove'
  readonly create?: JsonForm
  readonly update?: JsonForm
  readonly page?: JsonForm
  readonly bulk?: JsonForm
  readonly createMergeRequest?: JsonForm
  readonly updateMergeRequest?: JsonForm
  readonly mergeRequestPage?: JsonForm
  readonly mergeRequestBulk?: JsonForm
  readonly createEpic?: JsonForm
  readonly updateEpic?: JsonForm
  readonly epicPage?: JsonForm
  readonly epicBulk?: JsonForm
  readonly createIssue?: GraphqlForm
  readonly updateIssue?: GraphqlForm
}

/**
 * The inputs of the attributes that are not plain. Those of plain attributes follow from their declarations.
 *
 * A new issue needs a title: the requests that create one declare it themselves.
 */
const attributeInputs = {
  title: {
    of: 'title',
    update: 'text',
    page: 'text',
    updateMergeRequest: 'text',
    mergeRequestPage: 'text',
    updateEpic: 'text',
    epicPage: 'text',
    updateIssue: 'text',
  },
  description: {
    of: 'description',
    create: 'textOrNull',
    update: 'textOrNull',
    page: 'textOrNull',
    createMergeRequest: 'textOrNull',
    updateMergeRequest: 'textOrNull',
    mergeRequestPage: 'textOrNull',
    createEpic: 'textOrNull',
    updateEpic: 'textOrNull',
    epicPage: 'textOrNull',
    createIssue: 'text',
    updateIssue: 'text',
  },
  assigneeIds: {
    of: 'assignees',
    create: 'idsOrNull',
    update: 'idsOrNull',
    page: 'ids',
    bulk: 'idsAsText',
    createMergeRequest: 'idsOrNull',
    updateMergeRequest: 'idsOrNull',
    mergeRequestPage: 'ids',
    mergeRequestBulk: 'idsAsText',
    createEpic: 'idsOrNull',
    updateEpic: 'idsOrNull',
    epicPage: 'ids',
    epicBulk: 'idsAsText',
    createIssue: 'UserIDs',
  },
  reviewerIds: {
    of: 'reviewers',
    createMergeRequest: 'idsOrNull',
    updateMergeRequest: 'idsOrNull',
    mergeRequestPage: 'ids',
  },
  addReviewerIds: { of: 'reviewers', part: 'add', mergeRequestPage: 'ids', mergeRequestBulk: 'ids' },
  removeReviewerIds: { of: 'reviewers', part: 'remove', mergeRequestPage: 'ids', mergeRequestBulk: 'ids' },
  // The older input for one assignee.
  assigneeId: {
    of: 'assignees',
    create: 'idAsList',
    update: 'idAsList',
    createMergeRequest: 'idAsList',
    updateMergeRequest: 'idAsList',
  },
  addAssigneeIds: {
    of: 'assignees',
    part: 'add',
    page: 'ids',
    bulk: 'ids',
    mergeRequestPage: 'ids',
    mergeRequestBulk: 'ids',
    epicPage: 'ids',
    epicBulk: 'ids',
  },
  removeAssigneeIds: {
    of: 'assignees',
    part: 'remove',
    page: 'ids',
    bulk: 'ids',
    mergeRequestPage: 'ids',
    mergeRequestBulk: 'ids',
    epicPage: 'ids',
    epicBulk: 'ids',
  },
  milestoneId: {
    of: 'milestone',
    create: 'idOrNull',
    update: 'idOrNull',
    page: 'idOrNull',
    bulk: 'idOrBlank',
    createMergeRequest: 'idOrNull',
    updateMergeRequest: 'idOrNull',
    mergeRequestPage: 'idOrNull',
    mergeRequestBulk: 'idOrBlank',
    epicBulk: 'idOrBlank',
    createIssue: 'MilestoneID',
    updateIssue: 'ID',
  },
  iterationId: { of: 'iteration', create: 'idOrNull', page: 'idOrNull', createIssue: 'IterationID' },
  epicId: {
    of: 'parent',
    create: 'idOrNull',
    update: 'idOrNull',
    page: 'idOrNull',
    bulk: 'idOrBlank',
    createIssue: 'EpicID',
    updateIssue: 'EpicID',
  },
  parentId: {
    of: 'parent',
    createEpic: 'idOrNull',
    updateEpic: 'idOrNull',
    epicPage: 'idOrNull',
    epicBulk: 'idOrBlank',
  },
  // The bulk edit's older name.
  sprintId: { of: 'iteration', bulk: 'idOrBlank' },
  labels: {
    of: 'labels',
    create: 'titles',
    update: 'titles',
    createMergeRequest: 'titles',
    updateMergeRequest: 'titles',
    createEpic: 'titles',
    updateEpic: 'titles',
    createIssue: 'titles',
  },
  addLabels: {
    of: 'labels',
    part: 'add',
    create: 'titles',
    update: 'titles',
    updateMergeRequest: 'titles',
    updateEpic: 'titles',
  },
  removeLabels: {
    of: 'labels',
    part: 'remove',
    update: 'titles',
    updateMergeRequest: 'titles',
    updateEpic: 'titles',
  },
  // The whole list, replacing changes that others made meanwhile; the two inputs below change part of it.
  labelIds: {
    of: 'labels',
    page: 'ids',
    mergeRequestPage: 'ids',
    epicPage: 'ids',
    createIssue: 'LabelIDs',
    updateIssue: 'IDs',
  },
  addLabelIds: {
    of: 'labels',
    part: 'add',
    page: 'ids',
    bulk: 'ids',
    mergeRequestPage: 'ids',
    mergeRequestBulk: 'ids',
    updateIssue: 'IDs',
    epicPage: 'ids',
    epicBulk: 'ids',
  },
  removeLabelIds: {
    of: 'labels',
    part: 'remove',
    page: 'ids',
    bulk: 'ids',
    mergeRequestPage: 'ids',
    mergeRequestBulk: 'ids',
    updateIssue: 'IDs',
    epicPage: 'ids',
    epicBulk: 'ids',
  },
  addContactIds: { of: 'contacts', part: 'add', create: 'ids', page: 'ids' },
  removeContactIds: { of: 'contacts', part: 'remove', page: 'ids' },
  issueType: { of: 'type', create: 'type', update: 'type', page: 'type' },
  type: { of: 'type', createIssue: 'type', updateIssue: 'type' },
} as const satisfies Readonly<Record<string, AttributeInput>>

type Declared = typeof attributeInputs
type FormOf<Input, R extends JsonRequest> =
  Input extends Readonly<Record<R, infer Form extends JsonForm>> ? Form : never
type InputsOf<R extends JsonRequest> = {
  [Name in keyof Declared as Declared[Name] extends Readonly<Record<R, JsonForm>> ? Name : never]: Forms[FormOf<
    Declared[Name],
    R
  >]
}

const { confidential, discussionLocked } = plainInputs
const plain = {
  create: plainInputs,
  update: plainInputs,
  page: unboundedPlainInputs,
  bulk: bulkPlainInputs,
  createMergeRequest: {},
  updateMergeRequest: { discussionLocked },
  mergeRequestPage: { discussionLocked },
  mergeRequestBulk: {},
  createEpic: { confidential },
  updateEpic: { confidential },
  epicPage: { confidential, discussionLocked },
  epicBulk: {
    confidential: bulkPlainInputs.confidential,
    discussionLocked: bulkPlainInputs.discussionLocked,
    // Fixed dates; a cleared one follows from what is in the epic again.
    startDate: bulkPlainInputs.startDate,
    dueDate: bulkPlainInputs.dueDate,
  },
}

/** The inputs of a request, with their names and forms. */
export const declaredOf = <R extends WriteRequest>(request: R) =>
  Object.entries<AttributeInput>(attributeInputs).flatMap(([name, input]) => {
    const form = input[request]
    return form === undefined ? [] : [{ name, of: input.of, part: input.part ?? ('all' as const), form }]
  })

/** All attributes as a JSON request takes them. */
export function inputsOf<R extends JsonRequest>(request: R): (typeof plain)[R] & InputsOf<R> {
  const inputs = declaredOf<JsonRequest>(request).map(({ name, form }) => [name, forms[form as JsonForm]])
  // The form of each name is that of its declaration.
  return { ...plain[request], ...Object.fromEntries(inputs) }
}
