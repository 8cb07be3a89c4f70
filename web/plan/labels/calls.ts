import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import {
  createGroupLabel,
  createProjectLabel,
  deleteGroupLabel,
  deleteProjectLabel,
  getGroupLabelsPage,
  getLabelsPage,
  listGroupLabelOptions,
  listLabelOptions,
  mergeGroupLabel,
  mergeProjectLabel,
  previewGroupLabelMerge,
  previewProjectLabelMerge,
  promoteLabel as promoteLabelOperation,
  subscribeToGroupLabel,
  subscribeToProjectLabel,
  unsubscribeFromGroupLabel,
  unsubscribeFromProjectLabel,
  updateGroupLabel,
  updateProjectLabel,
} from '#web/api/operations.gen.ts'
import type { Place } from '#web/plan/shapes.ts'
import { searchLabels } from './search-labels.graphql.gen.ts'

export type LabelsPageData = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getLabelsPage>
export type LabelData = LabelsPageData['labels'][number]

export interface LabelValues {
  readonly name: string
  readonly color: string
  readonly description: string
}

type Owner = Pick<Place, 'id' | 'kind'>
type MergePlace = Pick<Place, 'kind' | 'fullPath'>

/** The queries that a change of labels makes stale. */
export const labelReadings = [getLabelsPage, getGroupLabelsPage, listLabelOptions, listGroupLabelOptions, searchLabels]

export const createLabel = ({ id, kind }: Owner, values: LabelValues): Promise<unknown> =>
  kind === 'group' ? call(createGroupLabel, { id, ...values }) : call(createProjectLabel, { id, ...values })

/** @param expected  what stood in the fields when their change began: a label that is another by now is left alone */
export function updateLabel(
  { id, kind }: Owner,
  labelId: number,
  { name, ...values }: Partial<LabelValues>,
  expected: Partial<LabelValues>,
): Promise<unknown> {
  const changes = { id, labelId, ...(name === undefined ? {} : { newName: name }), ...values, expected }
  return kind === 'group' ? call(updateGroupLabel, changes) : call(updateProjectLabel, changes)
}

export const archiveLabel = ({ id, kind }: Owner, labelId: number, archived: boolean): Promise<unknown> =>
  kind === 'group'
    ? call(updateGroupLabel, { id, labelId, archived })
    : call(updateProjectLabel, { id, labelId, archived })

/** Null takes the priority away; a lower number is more important. */
export const prioritizeLabel = ({ id }: Owner, labelId: number, priority: number | null): Promise<unknown> =>
  call(updateProjectLabel, { id, labelId, priority })

export const deleteLabel = ({ id, kind }: Owner, labelId: number): Promise<unknown> =>
  kind === 'group' ? call(deleteGroupLabel, { id, labelId }) : call(deleteProjectLabel, { id, labelId })

/** The effects of merging a label into another one. */
export const previewMerge = ({ kind, fullPath }: MergePlace, labelId: number, intoId: number) =>
  call(kind === 'group' ? previewGroupLabelMerge : previewProjectLabelMerge, { namespace: fullPath, labelId, intoId })

export const mergeLabel = ({ kind, fullPath }: MergePlace, labelId: number, intoId: number) =>
  call(kind === 'group' ? mergeGroupLabel : mergeProjectLabel, { namespace: fullPath, labelId, intoId })

export const promoteLabel = ({ id }: Owner, labelId: number): Promise<unknown> =>
  call(promoteLabelOperation, { id, labelId })

export function subscribeToLabel({ id, kind }: Owner, labelId: number, isSubscribed: boolean): Promise<unknown> {
  if (kind === 'group') return call(isSubscribed ? subscribeToGroupLabel : unsubscribeFromGroupLabel, { id, labelId })
  return call(isSubscribed ? subscribeToProjectLabel : unsubscribeFromProjectLabel, { id, labelId })
}
