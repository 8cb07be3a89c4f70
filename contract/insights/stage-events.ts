/** The two kinds of items that pass through stages. */
export const stageSubjects = ['issue', 'merge_request'] as const
export type StageSubject = (typeof stageSubjects)[number]

interface EventWords {
  readonly subject: StageSubject
  /** As in "from … to …". */
  readonly label: string
  /** The rule that finds its moment, as a sentence for the page. */
  readonly rule: string
  /** The event is about one label, which the stage names. */
  readonly takesLabel?: true
  /** Nothing comes before it, so no stage can end with it. */
  readonly isBeginning?: true
  /** Who cannot see this in a project does not see its items in stages with the event. */
  readonly needs?: 'code' | 'environments'
}

/** The events with which a stage can start or end, in the order in which they usually happen. @source graphql.md ValueStreamStageEvent */
export const stageEvents = {
  issue_created: {
    subject: 'issue',
    label: 'Issue created',
    rule: 'When the issue was created.',
    isBeginning: true,
  },
  issue_first_associated_with_milestone: {
    subject: 'issue',
    label: 'First given a milestone',
    rule: 'When the issue was first given a milestone.',
  },
  issue_first_added_to_iteration: {
    subject: 'issue',
    label: 'First added to an iteration',
    rule: 'When the issue was first added to an iteration.',
  },
  issue_first_added_to_board: {
    subject: 'issue',
    label: 'First added to a board list',
    rule: 'When the issue was first given a label that is a list of a board.',
  },
  plan_stage_start: {
    subject: 'issue',
    label: 'First planned',
    rule: 'When the issue was first given a milestone, an iteration or a board list, whichever came first.',
  },
  issue_stage_end: {
    subject: 'issue',
    label: 'Planned',
    rule: 'When the issue was first given a milestone, an iteration or a board list, whichever came first.',
  },
  issue_first_assigned_at: {
    subject: 'issue',
    label: 'First assigned',
    rule: 'When the issue was first assigned to someone.',
  },
  issue_first_commented_at: {
    subject: 'issue',
    label: 'First comment by someone else',
    rule: 'When someone other than the author first commented on the issue.',
  },
  issue_label_added: {
    subject: 'issue',
    label: 'Label added',
    rule: 'When the label was first added to the issue.',
    takesLabel: true,
  },
  issue_label_removed: {
    subject: 'issue',
    label: 'Label removed',
    rule: 'When the label was last removed from the issue.',
    takesLabel: true,
  },
  issue_first_mentioned_in_commit: {
    subject: 'issue',
    label: 'First mentioned in a commit',
    rule: 'When the message of a pushed commit first mentioned the issue.',
    needs: 'code',
  },
  issue_last_edited: {
    subject: 'issue',
    label: 'Last edited',
    rule: 'When the title or description of the issue was last edited.',
  },
  issue_closed: {
    subject: 'issue',
    label: 'Issue closed',
    rule: 'When the issue was last closed. Open issues are not counted.',
  },
  issue_deployed_to_production: {
    subject: 'issue',
    label: 'First deployed to production',
    rule: 'When a merge request that closes the issue was first deployed to a production environment.',
    needs: 'environments',
  },
  code_stage_start: {
    subject: 'merge_request',
    label: 'First commit',
    rule: 'When the oldest commit of the merge request was made.',
    isBeginning: true,
    needs: 'code',
  },
  merge_request_first_commit_at: {
    subject: 'merge_request',
    label: 'First commit of the merge request',
    rule: 'When the oldest commit of the merge request was made.',
    isBeginning: true,
    needs: 'code',
  },
  merge_request_created: {
    subject: 'merge_request',
    label: 'Merge request created',
    rule: 'When the merge request was created.',
  },
  merge_request_first_assigned_at: {
    subject: 'merge_request',
    label: 'Merge request first assigned',
    rule: 'When the merge request was first assigned to someone.',
  },
  merge_request_reviewer_first_assigned: {
    subject: 'merge_request',
    label: 'Reviewer first assigned',
    rule: 'When the merge request was first given a reviewer.',
  },
  merge_request_first_commented_at: {
    subject: 'merge_request',
    label: 'First review comment',
    rule: 'When someone other than the author first commented on the merge request.',
  },
  merge_request_label_added: {
    subject: 'merge_request',
    label: 'Merge request label added',
    rule: 'When the label was first added to the merge request.',
    takesLabel: true,
  },
  merge_request_label_removed: {
    subject: 'merge_request',
    label: 'Merge request label removed',
    rule: 'When the label was last removed from the merge request.',
    takesLabel: true,
  },
  merge_request_last_build_started: {
    subject: 'merge_request',
    label: 'Last pipeline started',
    rule: 'When the last pipeline of the latest commit started.',
    needs: 'code',
  },
  merge_request_last_build_finished: {
    subject: 'merge_request',
    label: 'Last pipeline finished',
    rule: 'When the last pipeline of the latest commit finished.',
    needs: 'code',
  },
  merge_request_last_edited: {
    subject: 'merge_request',
    label: 'Merge request last edited',
    rule: 'When the title or description of the merge request was last edited.',
  },
  merge_request_last_approved_at: {
    subject: 'merge_request',
    label: 'Last approved',
    rule: 'When the newest of the approvals that the merge request has was given.',
  },
  merge_request_closed: {
    subject: 'merge_request',
    label: 'Merge request closed',
    rule: 'When the merge request was closed without being merged.',
  },
  merge_request_merged: {
    subject: 'merge_request',
    label: 'Merge request merged',
    rule: 'When the merge request was merged.',
  },
  merge_request_first_deployed_to_production: {
    subject: 'merge_request',
    label: 'First deployed to production',
    rule: 'When the merge request was first deployed to a production environment.',
    needs: 'environments',
  },
} as const satisfies Readonly<Record<string, EventWords>>

export type StageEvent = keyof typeof stageEvents
export const stageEventNames = Object.keys(stageEvents) as readonly StageEvent[] as readonly [
  StageEvent,
  ...StageEvent[],
]

/** The words of an event, without the exact type of its own entry. */
export const eventWords = (event: StageEvent): EventWords => stageEvents[event]

/** The events that can end a stage which begins with another one. */
export const endEventsOf = (start: StageEvent): readonly StageEvent[] =>
  stageEventNames.filter(name => {
    const { subject, isBeginning, takesLabel } = eventWords(name)
    return subject === eventWords(start).subject && isBeginning !== true && (name !== start || takesLabel === true)
  })

export const defaultStageNames = ['issue', 'plan', 'code', 'test', 'review', 'staging'] as const
export type DefaultStageName = (typeof defaultStageNames)[number]

interface StageWords {
  readonly title: string
  readonly description: string
  readonly start: StageEvent
  readonly end: StageEvent
}

/** The stages that every group and project has. @source product-rules.md 16 */
export const defaultStages: Readonly<Record<DefaultStageName, StageWords>> = {
  issue: {
    title: 'Issue',
    description: 'Time until an issue is planned',
    start: 'issue_created',
    end: 'issue_stage_end',
  },
  plan: {
    title: 'Plan',
    description: 'Time until work on a planned issue starts',
    start: 'plan_stage_start',
    end: 'issue_first_mentioned_in_commit',
  },
  code: {
    title: 'Code',
    description: 'Time from the first commit to the merge request',
    start: 'code_stage_start',
    end: 'merge_request_created',
  },
  test: {
    title: 'Test',
    description: 'Time that the last pipeline takes',
    start: 'merge_request_last_build_started',
    end: 'merge_request_last_build_finished',
  },
  review: {
    title: 'Review',
    description: 'Time until a merge request is merged',
    start: 'merge_request_created',
    end: 'merge_request_merged',
  },
  staging: {
    title: 'Staging',
    description: 'Time until a merged change is deployed to production',
    start: 'merge_request_merged',
    end: 'merge_request_first_deployed_to_production',
  },
}

/** Stages over a whole life, which are shown beside those of every value stream. */
export const overallStageNames = ['lead_time', 'cycle_time'] as const
export type OverallStageName = (typeof overallStageNames)[number]

export const overallStages: Readonly<Record<OverallStageName, StageWords>> = {
  lead_time: {
    title: 'Lead time',
    description: 'Time from the creation of an issue until it is closed',
    start: 'issue_created',
    end: 'issue_closed',
  },
  cycle_time: {
    title: 'Cycle time',
    description: 'Time from the first commit that mentions an issue until it is closed',
    start: 'issue_first_mentioned_in_commit',
    end: 'issue_closed',
  },
}

/** The value stream that every group and project has, with the default stages. */
export const defaultValueStream = { id: 'default', name: 'Default' } as const

/** The days between the first and the last of a page of figures. */
export const usualWindowDays = 30
export const longestWindowDays = 180

export const mostValueStreams = 20
export const mostStages = 15
export const longestStreamName = 100
