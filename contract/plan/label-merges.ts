import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Pages')

const input = Type.Object({ namespace: Type.String(), labelId: Type.Integer(), intoId: Type.Integer() })

/** Merging a label of a project or group into another one that can be used there. */
export const labelMerges = byPlaceKind((kind, name) => {
  const address = `/${kind === 'group' ? 'groups/' : ''}:namespace/-/labels/:labelId/merge.json` as const
  return {
    preview: operation({
      name: `preview${name}LabelMerge`,
      summary: `Preview what a merge of two labels of a ${kind} changes`,
      at: `GET ${address}`,
      input,
      reply: Type.Object({
        /** Issues, merge requests and epics with the label that the viewer may know of. */
        itemsCount: Type.Integer(),
        /** Those among them that lose another label, as both have one scope. */
        scopedCount: Type.Integer(),
      }),
    }),
    merge: operation({
      name: `merge${name}Label`,
      summary: `Merge a ${kind} label into another label: items that have it get the other one, and it is deleted`,
      status: 200,
      at: `POST ${address}`,
      input,
      /** A label of many items is merged by a job; its number of items falls until the label is gone. */
      reply: Type.Object({ isFinished: Type.Boolean() }),
    }),
  }
})

export const { preview: previewProjectLabelMerge, merge: mergeProjectLabel } = labelMerges.project
export const { preview: previewGroupLabelMerge, merge: mergeGroupLabel } = labelMerges.group
