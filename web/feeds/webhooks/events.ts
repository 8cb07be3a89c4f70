import type { ReplyOf } from '#contract/operation.ts'

export type Webhook = ReplyOf<typeof import('#contract/feeds/webhooks.ts').projectHooksPage>['hooks'][number]
export type Delivery = ReplyOf<typeof import('#contract/feeds/webhooks.ts').projectHooks.deliveries>[number]

/** The events of a webhook, in the order of the form. */
export const told = [
  { flag: 'pushEvents', trigger: 'push_events', label: 'Pushes', hint: 'Commits are pushed to a branch.' },
  { flag: 'tagPushEvents', trigger: 'tag_push_events', label: 'Tags', hint: 'A tag is created or deleted.' },
  {
    flag: 'issuesEvents',
    trigger: 'issues_events',
    label: 'Issues',
    hint: 'An issue is created, updated, closed or reopened.',
  },
  {
    flag: 'confidentialIssuesEvents',
    trigger: 'confidential_issues_events',
    label: 'Confidential issues',
    hint: 'A confidential issue is created, updated, closed or reopened.',
  },
  { flag: 'noteEvents', trigger: 'note_events', label: 'Comments', hint: 'A comment is added or edited.' },
  {
    flag: 'confidentialNoteEvents',
    trigger: 'confidential_note_events',
    label: 'Internal notes',
    hint: 'A comment is added to a confidential issue, or as an internal note.',
  },
  {
    flag: 'mergeRequestsEvents',
    trigger: 'merge_requests_events',
    label: 'Merge requests',
    hint: 'A merge request is created, updated, approved, merged, closed or reopened.',
  },
  { flag: 'emojiEvents', trigger: 'emoji_events', label: 'Reactions', hint: 'An emoji reaction is added or removed.' },
  {
    flag: 'milestoneEvents',
    trigger: 'milestone_events',
    label: 'Milestones',
    hint: 'A milestone is created, closed, reopened or deleted.',
  },
  {
    flag: 'deploymentEvents',
    trigger: 'deployment_events',
    label: 'Deployments',
    hint: 'A deployment is created, or its status changes.',
  },
  {
    flag: 'releasesEvents',
    trigger: 'releases_events',
    label: 'Releases',
    hint: 'A release is created, changed or deleted.',
  },
] as const

export type Flag = (typeof told)[number]['flag']

export const labelOf = (trigger: string): string =>
  told.find(each => each.trigger.replace(/_events$/, '_hooks').replace(/^(issue|merge_request)s_/, '$1_') === trigger)
    ?.label ?? trigger
