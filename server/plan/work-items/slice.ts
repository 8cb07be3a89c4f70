import type { Slice } from '#server/slice.ts'
import { workItemFields } from './fields.ts'
import { workItemFollowers } from './follow.ts'
import { workItemMutations } from './mutations.ts'
import { workItemTypeFields } from './types.ts'
import { widgetFields } from './widgets.ts'

/** Work items are issues and epics seen alike: rows of `issuables`, of which some are in others. */
export const workItems: Slice = {
  name: 'work-items',
  fields: () => {
    workItemTypeFields()
    widgetFields()
    workItemFields()
    workItemMutations()
  },
  followers: workItemFollowers,
  plugs: {
    systemNoteIcons: { relate_to_child: 'link', unrelate_from_child: 'unlink' },
  },
}
