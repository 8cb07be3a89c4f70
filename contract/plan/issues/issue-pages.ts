import { Type } from 'typebox'
import { NotesFilter } from '#contract/discuss/discussion-page.ts'
import { NotesData } from '#contract/discuss/notes-data.ts'
import { Reading } from '#contract/discuss/read-marks.ts'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic, UserWithAvailability } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, Nullable, Words } from '#contract/shapes.ts'
import { issueGroupWords } from '../attributes/plain-attributes.ts'
import { plainReplies, repliesIn } from '../attributes/plain-shapes.ts'
import { Contact } from '../contacts/contacts.ts'
import { LabelBasic } from '../labels/labels.ts'
import { groupInput, listGroups } from '../lists/list-groups.ts'
import { Count, cursorInput, cursors, issuableRow } from '../lists/list-pages.ts'
import { listViews, viewInput } from '../lists/saved-views.ts'
import { issuableTypes, Milestone, TaskCompletion } from '../shapes.ts'
import { TimeStats } from '../timeboxes/time-tracking.ts'
import { LinkedIssue } from '../work-items/links.ts'
import { issueFilters, issueOrders, threadsTakenOver } from './issues.ts'

const operation = operationsOf('Pages')

/** An epic as the pages of others name it. */
export const EpicName = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  /** `&4` where it is of the nearest group, `group&4` elsewhere. */
  reference: Type.String(),
  path: Type.String(),
  confidential: Type.Boolean(),
})

/** A row of the issue list. */
export const IssueRow = Type.Object({
  ...issuableRow,
  type: Words(issuableTypes),
  state: Words(['opened', 'closed']),
  ...repliesIn('list'),
  /** Whether the issue continues in another project. */
  isMoved: Type.Boolean(),
  /** `/weft/loom/-/issues/7` */
  webPath: Type.String(),
  /** `loom#7` in a group's list, `#7` in the project's own. */
  reference: Type.String(),
  /** Null where there is none that the reader may know of. */
  epic: Nullable(EpicName),
  iteration: Nullable(Type.Object({ name: Type.String(), path: Type.String() })),
  humanTimeEstimate: TimeStats.properties.humanTimeEstimate,
  humanTotalTimeSpent: TimeStats.properties.humanTotalTimeSpent,
  /** The time in which it is to be resolved, in the list of incidents; null if its project sets none for its severity. */
  sla: Type.Optional(Nullable(Type.Object({ dueAt: DateTime, hasMissed: Type.Boolean() }))),
  /** The request to a service desk, in the list of these. */
  request: Type.Optional(
    Nullable(
      Type.Object({
        email: Type.String(),
        name: Type.String(),
        isUnverified: Type.Boolean(),
        answeredAt: Nullable(DateTime),
        /** When a member should have answered; null if there is no such time. */
        firstAnswerDueAt: Nullable(DateTime),
        isOverdue: Type.Boolean(),
      }),
    ),
  ),
})

const issuesPage = {
  namespace: Type.String(),
  ...issueFilters,
  ...viewInput,
  ...groupInput(issueGroupWords),
  orderBy: Type.Optional(Words(issueOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  ...cursorInput,
}

/** The type of a list of incidents is fixed. */
const { issueType: _type, ...incidentsPage } = issuesPage

const IssuesPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({
    /** Whether the reader can create an item of the list: an issue or an incident. */
    canCreateIssue: Type.Boolean(),
    canBulkUpdateIssues: Type.Boolean(),
    canImportIssues: Type.Boolean(),
    canImportFromJira: Type.Boolean(),
    /** Mails are taken in. */
    canCreateByEmail: Type.Boolean(),
    canShareViews: Type.Boolean(),
  }),
  views: listViews,
  counts: Type.Object({ opened: Count, closed: Count, all: Count }),
  /** The first rows of each group in a grouped list, each row once. */
  issues: Type.Array(IssueRow),
  groups: listGroups,
  /** In the list of requests to a service desk. */
  serviceDesk: Type.Optional(
    Type.Object({
      isEnabled: Type.Boolean(),
      address: Nullable(Type.String()),
      hasForm: Type.Boolean(),
      canAdmin: Type.Boolean(),
    }),
  ),
  ...cursors,
})

export const getIssuesPage = operation({
  name: 'getIssuesPage',
  summary: 'Get data for the project issue list page',
  at: 'GET /-/pages/issues',
  input: Type.Object(issuesPage),
  reply: IssuesPage,
})

export const getGroupIssuesPage = operation({
  name: 'getGroupIssuesPage',
  summary: 'Get data for the group issue list page',
  at: 'GET /-/pages/group_issues',
  input: Type.Object(issuesPage),
  reply: IssuesPage,
})

export const getIncidentsPage = operation({
  name: 'getIncidentsPage',
  summary: 'Get data for the project incident list page',
  at: 'GET /-/pages/incidents',
  input: Type.Object(incidentsPage),
  reply: IssuesPage,
})

export const getServiceDeskPage = operation({
  name: 'getServiceDeskPage',
  summary: 'Get data for the service desk list page of a project',
  at: 'GET /-/pages/service_desk',
  // The author is fixed: filters by author change nothing. @source SDESK-001
  input: Type.Object(issuesPage),
  reply: IssuesPage,
})

export const getGroupIncidentsPage = operation({
  name: 'getGroupIncidentsPage',
  summary: 'Get data for the group incident list page',
  at: 'GET /-/pages/group_incidents',
  input: Type.Object(incidentsPage),
  reply: IssuesPage,
})

export const getNewIssuePage = operation({
  name: 'getNewIssuePage',
  summary: 'Get data for the new issue page',
  at: 'GET /-/pages/new_issue',
  input: Type.Object({
    namespace: Type.String(),
    ...threadsTakenOver,
    /** The number of an issue that the new one is linked to. */
    addRelatedIssue: Type.Optional(Type.Integer()),
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    /** The threads that the new issue takes over; null if there are none. */
    followUp: Nullable(
      Type.Object({
        title: Type.String(),
        description: Type.String(),
        /** The quoted text is confidential. */
        confidential: Type.Boolean(),
        threads: Type.Integer(),
        /** `#7`, whose threads they are. */
        reference: Type.String(),
      }),
    ),
    /** The issue that the new one is linked to, for those who may link it. */
    related: Nullable(
      Type.Object({
        iid: Type.Integer(),
        reference: Type.String(),
        title: Type.String(),
        confidential: Type.Boolean(),
      }),
    ),
    permissions: Type.Object({
      canCreateIssue: Type.Boolean(),
      canSetMetadata: Type.Boolean(),
      canCreateIncident: Type.Boolean(),
      canAdminLabels: Type.Boolean(),
      canAdminMilestones: Type.Boolean(),
    }),
    /** An issue of the project has one assignee at most. */
    singleAssignee: Type.Boolean(),
    /** The viewer can read the contacts of its top-level group. */
    hasContacts: Type.Boolean(),
  }),
})

const AwardSummary = Type.Object({
  name: Type.String(),
  count: Type.Integer(),
  /** Whether the viewer is one of them. */
  isMine: Type.Boolean(),
  /** Names of the first ten others, in order of reaction. */
  users: Type.Array(Type.String()),
})

/** @source MILE-015 */
const IterationOfIssue = Type.Object({
  id: Type.Integer(),
  title: Nullable(Type.String()),
  startDate: Day,
  dueDate: Day,
  cadenceTitle: Type.String(),
  webUrl: Type.String(),
})

/** The name of the parent of an issue on its page: the issue of a task. */
export const ParentName = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  type: Words(issuableTypes),
  title: Type.String(),
  /** `#4` where it is of the same project, `group/project#4` elsewhere. */
  reference: Type.String(),
  path: Type.String(),
  confidential: Type.Boolean(),
})

/** An issue or epic in a list of what is in another one. */
export const ChildItem = Type.Object({
  id: Type.Integer(),
  kind: Words(['epic', 'issue']),
  type: Type.String(),
  title: Type.String(),
  state: Words(['opened', 'closed']),
  confidential: Type.Boolean(),
  reference: Type.String(),
  path: Type.String(),
  weight: Nullable(Type.Integer()),
  healthStatus: Nullable(Type.String()),
  startDate: Nullable(Day),
  dueDate: Nullable(Day),
  milestone: Nullable(Type.Object({ title: Type.String() })),
  assignees: Type.Array(UserBasic),
  /** The reader may take it out. */
  canRemove: Type.Boolean(),
})

/** Everything the issue page shows but its discussion. */
export const IssuePage = Type.Object({
  namespace: PlaceHeader,
  issue: Type.Object({
    id: Type.Integer(),
    iid: Type.Integer(),
    type: Words(issuableTypes),
    title: Type.String(),
    titleHtml: Type.String(),
    description: Type.String(),
    descriptionHtml: Type.String(),
    state: Words(['opened', 'closed']),
    ...plainReplies,
    hidden: Type.Boolean(),
    author: UserWithAvailability,
    assignees: Type.Array(UserWithAvailability),
    /** Whether the issue may have only one assignee. */
    singleAssignee: Type.Boolean(),
    labels: Type.Array(LabelBasic),
    milestone: Nullable(Milestone),
    iteration: Nullable(IterationOfIssue),
    /** The policy that pages users about an incident; null if the viewer cannot read the project's policies. */
    escalationPolicy: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
    /** Customers whom it is about. Null where the viewer cannot read the contacts of its group, or the group keeps none. */
    contacts: Nullable(Type.Array(Contact)),
    /** Null also where the viewer may not know of it. */
    epic: Nullable(EpicName),
    /** The issue that a task is part of; null also where the viewer may not know of it. */
    parent: Nullable(ParentName),
    timeStats: TimeStats,
    lockVersion: Type.Integer(),
    taskCompletionStatus: TaskCompletion,
    notesCount: Type.Integer(),
    createdAt: DateTime,
    updatedAt: DateTime,
    closedAt: Nullable(DateTime),
    closedBy: Nullable(UserBasic),
    lastEditedAt: Nullable(DateTime),
    lastEditedBy: Nullable(UserBasic),
    reference: Type.Object({ short: Type.String(), full: Type.String() }),
    webUrl: Type.String(),
    awards: Type.Array(AwardSummary),
    participants: Type.Array(UserBasic),
    /** All of them, of whom `participants` holds the first hundred. */
    participantsCount: Type.Integer(),
    /** Addresses outside of the site to which comments go out; hidden in part from those below planner. */
    emailParticipants: Type.Array(Type.String()),
    /** The request of a person without an account; null or absent for all other issuables. */
    request: Type.Optional(
      Nullable(
        Type.Object({
          /** Partly hidden from readers below planner. */
          email: Type.String(),
          isUnverified: Type.Boolean(),
          /** It came to the service desk of another project. */
          isFromElsewhere: Type.Boolean(),
          /** The project has a service desk. */
          hasDesk: Type.Boolean(),
        }),
      ),
    ),
  }),
  /** Whether it goes on in another project. */
  isMoved: Type.Boolean(),
  /** The issue as which it goes on; null where the reader may not know of that. */
  movedTo: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
  /** The epic as which it goes on; null also where the reader may not know of that. */
  promotedTo: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
  /** Whether the issue was created from an error that the viewer can read. */
  hasError: Type.Boolean(),
  /** Whether the issue was created from an alert that the viewer can read, or one is linked to it. */
  hasAlert: Type.Boolean(),
  /** Null where there is no public status page to publish it on. */
  statusPage: Nullable(Type.Object({ isPublished: Type.Boolean(), canPublish: Type.Boolean() })),
  /** The linked issues in the order of the page, all types together. */
  linkedIssues: Type.Array(LinkedIssue),
  /** The tasks that the viewer may know, in order, up to 200. */
  childItems: Type.Array(ChildItem),
  hasMoreChildren: Type.Boolean(),
  /** The address for comments by mail; null if the viewer cannot write there. */
  replyAddress: Nullable(Type.String()),
  /** The form that reports the issue; null for users who may not report it, such as its author and visitors. */
  reportAbusePath: Nullable(Type.String()),
  notesData: NotesData,
  viewer: Type.Object({
    subscribed: Type.Boolean(),
    /** The viewer's pending to-do on this issue. */
    todoId: Nullable(Type.Integer()),
    emailsDisabled: Type.Boolean(),
    /** Comments that they have not published yet. */
    draftsCount: Type.Integer(),
    /** Null for a visitor. */
    reading: Nullable(Reading),
    /** The part of a discussion that the user chose to see; null for a visitor. */
    notesFilter: Nullable(NotesFilter),
  }),
  permissions: Type.Object({
    canUpdate: Type.Boolean(),
    canClose: Type.Boolean(),
    canReopen: Type.Boolean(),
    canSetMetadata: Type.Boolean(),
    canDelete: Type.Boolean(),
    /** Move it to another project, or clone it. */
    canMove: Type.Boolean(),
    /** Make an epic of it. */
    canPromoteToEpic: Type.Boolean(),
    canReportSpam: Type.Boolean(),
    /** Set the status of an incident, and who is paged. */
    canEscalate: Type.Boolean(),
    canReadEscalations: Type.Boolean(),
    canAdminEscalations: Type.Boolean(),
    /** Add, order and take away links. */
    canLink: Type.Boolean(),
    canComment: Type.Boolean(),
    canCommentInternally: Type.Boolean(),
    canAwardEmoji: Type.Boolean(),
    canSubscribe: Type.Boolean(),
    canCreateIssue: Type.Boolean(),
    canCreateIncident: Type.Boolean(),
    canAdminLabels: Type.Boolean(),
    isMember: Type.Boolean(),
    isIssueAuthor: Type.Boolean(),
  }),
})

export const getIssuePage = operation({
  name: 'getIssuePage',
  summary: 'Get data for an issue page, without its discussion',
  at: 'GET /-/pages/issue',
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer() }),
  reply: IssuePage,
})
