import { issuableKinds } from '#contract/issuable-kinds.ts'
import { mergeRequestDiscussionPage } from '#web/api/operations.gen.ts'
import type { IssuableKind } from '#web/plan/issuable/issuable-context.tsx'
import { messages } from './messages.ts'
import { mergeRequestSaves } from './save.ts'

/** Merge requests, as their page needs them. */
export const mergeRequestKind: IssuableKind = {
  ...issuableKinds.merge_request,
  calls: mergeRequestDiscussionPage,
  saves: mergeRequestSaves,
  stateFailure: messages.state,
  field: 'mergeRequest',
  openCount: null,
  lists: [],
  templates: 'merge_request',
  prepare: async (namespace, iid, discussions) => {
    const threads = discussions.filter(({ diffDiscussion }) => diffDiscussion)
    if (threads.length === 0) return
    await import('../diff-notes/threads.ts').then(
      module => module.prepareThreads({ kind: mergeRequestKind, namespace, iid }, threads),
      // The parts of the failed module show the error.
      () => {},
    )
  },
}
