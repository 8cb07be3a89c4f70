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
      summary: `Preview the merge of a ${kind} label into another label`,
      at: `GET ${address}`,
      input,
      reply: Type.Object({
        /** Issues, merge requests and epics with the label that the viewer can see. */
        itemsCount: Type.Integer(),
        /** The number of those that lose a third label, which has the scope of the label that they get. */
        scopedCount: Type.Integer(),
      }),
    }),
    merge: operation({
      name: `merge${name}Label`,
      summary: `Merge a ${kind} label into another label. Its items get the other label, and it is deleted`,
      status: 200,
      at: `POST ${address}`,
      input,
      /** False: a job merges the label, as it has many items. It is deleted when its last item has changed. */
      reply: Type.Object({ isFinished: Type.Boolean() }),
    }),
  }
})

export const { preview: previewProjectLabelMerge, merge: mergeProjectLabel } = labelMerges.project
export const { preview: previewGroupLabelMerge, merge: mergeGroupLabel } = labelMerges.group
