import { issuableKinds } from '#contract/issuable-kinds.ts'
import { epicDiscussionPage, getGroupEpicsPage } from '#web/api/operations.gen.ts'
import type { IssuableKind } from '#web/plan/issuable/issuable-context.tsx'
import { epicSaves } from './save.ts'

/** Epics, as their page needs them. */
export const epicKind: IssuableKind = {
  ...issuableKinds.epic,
  calls: epicDiscussionPage,
  saves: epicSaves,
  // @source ERRMSG-066, ERRMSG-067
  stateFailure: isOpen =>
    `Something went wrong while ${isOpen ? 'closing' : 'reopening'} the epic. Please try again later.`,
  field: 'epic',
  openCount: null,
  lists: [getGroupEpicsPage],
  templates: null,
}
