import { sql } from 'kysely'
import { issuableRules } from '#server/access/issuable-rules.ts'
import { levelSql } from '#server/access/levels.ts'
import { AutocompletedUser, User, type UserNode, userColumns } from '#server/foundation/users/fields.ts'
import { batch, batchRows, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf } from '#server/graphql/connection.ts'
import { mayMerge } from '../../protected-refs/merge-right.ts'
import { mergeRequestNode } from './node.ts'

/** A user in their part of a merge request. */
export type PersonNode = UserNode & { readonly mergeRequestId: number }

interface Interaction {
  readonly mergeRequestId: number
  readonly userId: number
  readonly approved: boolean
  readonly attentionRequested: boolean
  readonly canMerge: boolean
  readonly canUpdate: boolean
  readonly reviewState:
    | 'unreviewed'
    | 'reviewed'
    | 'requested_changes'
    | 'approved'
    | 'unapproved'
    | 'review_started'
    | null
}

interface Key {
  readonly mergeRequestId: number
  readonly userId: number
}

const keyOf = ({ mergeRequestId, userId }: Key): string => `${mergeRequestId} ${userId}`

/** A user's permissions on a merge request, and their actions there. */
const interactionOf = batch<Key, Interaction | null>(async (ctx, keys) => {
  const level = sql`case when u.is_admin then ${levelSql('owner')} else access_level_of(u.id, n.ancestor_ids) end`
  const { rows } = await sql<Interaction>`
    select i.id as merge_request_id, u.id as user_id, a.user_id is not null as approved,
      coalesce(rv.attention_requested, false) or exists (select 1 from issuable_assignees at where at.issuable_id = i.id and at.user_id = u.id
        and at.attention_requested) as attention_requested, rv.state as review_state,
      ${mayMerge(sql`u.id`)} as can_merge,
      not n.inactive and (u.id = i.author_id or ${level} >= ${levelSql(issuableRules.merge_request.plannedBy)}
        or exists (select 1 from issuable_assignees ia where ia.issuable_id = i.id and ia.user_id = u.id)) as can_update
    from unnest(${keys.map(key => key.mergeRequestId)}::bigint[], ${keys.map(key => key.userId)}::bigint[]) asked (merge_request_id, user_id)
      join issuables i on i.id = asked.merge_request_id join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id join users u on u.id = asked.user_id
      left join merge_request_approvals a on a.merge_request_id = i.id and a.user_id = u.id
      left join merge_request_reviewers rv on rv.issuable_id = i.id and rv.user_id = u.id`.execute(ctx.db)
  const found = new Map(rows.map(row => [keyOf(row), row]))
  return key => found.get(keyOf(key)) ?? null
}, keyOf)

export const ReviewState = builder.enumType('MergeRequestReviewState', {
  values: {
    UNREVIEWED: { value: 'unreviewed' },
    REVIEWED: { value: 'reviewed' },
    REQUESTED_CHANGES: { value: 'requested_changes' },
    APPROVED: { value: 'approved' },
    UNAPPROVED: { value: 'unapproved' },
    REVIEW_STARTED: { value: 'review_started' },
  } as const,
})

const InteractionType = builder.objectRef<Interaction>('UserMergeRequestInteraction').implement({
  description: 'Permissions and review state of a user on a merge request.',
  fields: t => ({
    approved: t.exposeBoolean('approved', { nullable: false }),
    attentionRequested: t.exposeBoolean('attentionRequested', { nullable: false }),
    canMerge: t.exposeBoolean('canMerge', { nullable: false }),
    canUpdate: t.exposeBoolean('canUpdate', { nullable: false }),
    reviewState: t.field({ type: ReviewState, resolve: ({ reviewState }) => reviewState }),
    reviewed: t.boolean({
      nullable: false,
      resolve: ({ reviewState }) => reviewState !== null && !['unreviewed', 'review_started'].includes(reviewState),
    }),
  }),
})

/** The permissions of a suggested user on a merge request that the reader may know of. */
export function suggestedInteraction(): void {
  builder.objectField(AutocompletedUser, 'mergeRequestInteraction', t =>
    t.field({
      type: InteractionType,
      args: { id: t.arg({ type: 'MergeRequestID', required: true }) },
      resolve: async ({ id: userId }, { id }, context) =>
        (await mergeRequestNode(context, id)) === null ? null : interactionOf(context, { mergeRequestId: id, userId }),
    }),
  )
}

/** A user type with the user's relation to the merge request. @source graphql.md 7.1 */
const person = (name: string, description: string) =>
  builder.objectRef<PersonNode>(name).implement({
    description,
    interfaces: [User],
    fields: t => ({
      mergeRequestInteraction: t.field({
        type: InteractionType,
        resolve: ({ id: userId, mergeRequestId }, _args, context) => interactionOf(context, { mergeRequestId, userId }),
      }),
    }),
  })

export const MergeRequestAuthor = person('MergeRequestAuthor', 'The author of a merge request.')
export const AssigneeConnection = connectionOf(person('MergeRequestAssignee', 'An assignee of a merge request.'))
export const ReviewerConnection = connectionOf(person('MergeRequestReviewer', 'A reviewer of a merge request.'))
export const ParticipantConnection = connectionOf(
  person('MergeRequestParticipant', 'Somebody who takes part in a merge request.'),
)

const peopleOf = (name: string, table: string, key: string, where: string) =>
  batchRows<PersonNode, readonly PersonNode[]>(
    name,
    ids => sql`select t.${sql.ref(key)} as "mergeRequestId", ${userColumns} from ${sql.table(table)} t join users u on u.id = t.user_id
      where t.${sql.ref(key)} = any (${ids}::bigint[]) and ${sql.raw(where)} order by t.created_at, u.id`,
    rows => groupedBy(rows, row => row.mergeRequestId),
  )

export const reviewersOf = peopleOf('reviewers', 'merge_request_reviewers', 'issuable_id', 'true')
/** Reviewers whose request for changes stands. */
export const changeRequestersOf = peopleOf(
  'change requesters',
  'merge_request_reviewers',
  'issuable_id',
  "t.state = 'requested_changes'",
)
export const approversOf = peopleOf('approvers', 'merge_request_approvals', 'merge_request_id', 'true')
