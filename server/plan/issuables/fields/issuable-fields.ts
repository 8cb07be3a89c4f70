import { issuableKinds, pagePath } from '#contract/issuable-kinds.ts'
import { DiscussionConnection, NoteConnection, NotesFilter } from '#server/discuss/notes/fields/fields.ts'
import { discussionsPage, notesPage } from '#server/discuss/notes/fields/node.ts'
import { pageOfUsers, UserCoreConnection, userOf } from '#server/foundation/users/fields.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'
import { pageArgs } from '#server/graphql/connection.ts'
import { issuableLabelsPage, LabelConnection } from '#server/plan/labels/fields.ts'
import { discussedOf, subscribedOf } from './people.ts'

type FieldsOf<Node> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Node>

/** The comments on an issuable, and their authors. */
export const discussionFields = (t: FieldsOf<{ readonly id: number }>) => ({
  commenters: t.field({
    type: UserCoreConnection,
    nullable: false,
    args: pageArgs,
    resolve: async ({ id }, args, context) => {
      const { commenterIds } = await discussedOf(context, id)
      return pageOfUsers(context, args, await Promise.all(commenterIds.map(userId => userOf(context, userId))))
    },
  }),
  notes: t.field({
    type: NoteConnection,
    nullable: false,
    args: { ...pageArgs, filter: t.arg({ type: NotesFilter, defaultValue: 'ALL_NOTES' }) },
    resolve: ({ id }, args, context) => notesPage(context, id, args),
  }),
  discussions: t.field({
    type: DiscussionConnection,
    nullable: false,
    args: pageArgs,
    resolve: ({ id }, args, context) => discussionsPage(context, id, args),
  }),
})

interface IssuableNode {
  readonly id: number
  readonly iid: number
  readonly namespacePath: string
  readonly upvotes: number
  readonly downvotes: number
  readonly notesCount: number
}

/** The fields that issues, epics and merge requests have alike. */
export const issuableFields = (t: FieldsOf<IssuableNode>, kind: 'issue' | 'epic' | 'merge_request') => {
  const path = ({ namespacePath, iid }: IssuableNode): string => pagePath(kind, namespacePath, iid)
  return {
    ...discussionFields(t),
    labels: t.field({
      type: LabelConnection,
      args: pageArgs,
      resolve: ({ id }, args, context) => issuableLabelsPage(context, args, id),
    }),
    subscribed: t.boolean({ nullable: false, resolve: ({ id }, _args, context) => subscribedOf(context, id) }),
    upvotes: t.exposeInt('upvotes', { nullable: false }),
    downvotes: t.exposeInt('downvotes', { nullable: false }),
    userNotesCount: t.exposeInt('notesCount', { nullable: false }),
    webPath: t.string({ nullable: false, resolve: path }),
    webUrl: t.string({
      nullable: false,
      resolve: (node, _args, { weft }) => `${weft.services.settings.externalUrl}${path(node)}`,
    }),
    reference: t.string({
      nullable: false,
      args: { full: t.arg.boolean({ defaultValue: false }) },
      resolve: ({ namespacePath, iid }, { full }) => `${full ? namespacePath : ''}${issuableKinds[kind].sign}${iid}`,
    }),
  }
}
