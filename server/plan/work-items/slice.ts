import { addIssueChildren } from '#contract/plan/issues/issue-page-calls.ts'
import { getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { newWorkItemPath, workItemPath } from '#contract/plan/work-items/work-item-types.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { issuePage } from '#server/plan/issues/page/pages.ts'
import { answer, type Slice } from '#server/slice.ts'
import { absentWidgetFields } from './absent-widgets.ts'
import { definitionFields } from './definitions.ts'
import { workItemExport } from './export.ts'
import { workItemFields } from './fields.ts'
import { workItemFollowers } from './follow.ts'
import { addNamed } from './hierarchy.ts'
import { linkedFields } from './linked-fields.ts'
import { workItemListFields } from './list-fields.ts'
import { workItemMutations } from './mutations/mutations.ts'
import { outsideWidgetFields } from './outside-widgets.ts'
import { timeWidgetFields } from './time-widget.ts'
import { workItemTypeFields } from './types.ts'
import { widgetFields } from './widgets.ts'

/** Work items are issues and epics seen alike: rows of `issuables`, of which some are in others. */
export const workItems: Slice = {
  name: 'work-items',
  fields: () => {
    workItemTypeFields()
    definitionFields()
    widgetFields()
    timeWidgetFields()
    outsideWidgetFields()
    absentWidgetFields()
    workItemFields()
    linkedFields()
    workItemListFields()
    workItemMutations()
  },
  answers: [
    answer(addIssueChildren, {
      about: issueOfAddress,
      ability: 'issuable:link',
      run: async (ctx, issue, { references }) => ({ changeSetIds: await addNamed(ctx, issue, references) }),
    }),
  ],
  pages: [
    {
      name: 'new-work-item',
      address: newWorkItemPath(':namespace'),
      operation: getNewIssuePage,
      title: planTitles.newWorkItem,
      module: 'plan/issues/new/NewWorkItemPage.tsx',
    },
    issuePage('work-item', workItemPath(':namespace', ':iid')),
  ],
  followers: workItemFollowers,
  plugs: {
    listExports: [workItemExport],
    systemNoteIcons: { relate_to_child: 'link', unrelate_from_child: 'unlink' },
  },
}
