import { sql } from 'kysely'
import type { BuilderParts } from './builders.ts'

let made = 0

interface NewIssuable {
  readonly projectId?: number
  readonly projectPath?: string
  readonly title?: string
  readonly author?: 'olga' | 'mina' | 'dan' | 'rita' | 'gus' | 'nina' | 'root'
  readonly confidential?: boolean
  readonly locked?: boolean
  readonly state?: 'opened' | 'closed'
  readonly assigneeIds?: readonly number[]
}

interface NewNote {
  readonly issuableId: number
  readonly authorId: number
  readonly body?: string
  readonly html?: string
  readonly internal?: boolean
  readonly system?: boolean
  readonly systemAction?: string
  readonly discussionId?: string
  readonly type?: 'DiscussionNote'
}

export function discussBuilders({ db, project, users }: BuilderParts) {
  return {
    /** An issue's row alone, with no event and no system note. */
    issuable: async (given: NewIssuable = {}) => {
      made += 1
      const namespaceId = given.projectId ?? project.id
      const iid = 9000 + made
      const { id } = await db
        .insertInto('issuables')
        .values({
          namespaceId,
          iid,
          type: 'issue',
          title: given.title ?? `Bare ${made}`,
          authorId: users[given.author ?? 'olga'].id,
          confidential: given.confidential ?? false,
          discussionLocked: given.locked ?? false,
          state: given.state ?? 'opened',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const assignees = given.assigneeIds ?? []
      if (assignees.length > 0) {
        await db
          .insertInto('issuableAssignees')
          .values(assignees.map(userId => ({ issuableId: id, userId, namespaceId })))
          .execute()
      }
      const fullPath = given.projectPath ?? project.fullPath
      return {
        id,
        iid,
        namespaceId,
        ref: { id: namespaceId, issueIid: iid },
        page: { namespace: fullPath, iid },
        target: { namespace: fullPath, targetType: 'issue', targetId: id },
      }
    },
    /** A note's row alone. */
    note: async (given: NewNote) => {
      made += 1
      const { id, discussionId } = await db
        .insertInto('notes')
        .values({
          namespaceId: sql<number>`(select namespace_id from issuables where id = ${given.issuableId})`,
          issuableId: given.issuableId,
          authorId: given.authorId,
          discussionId: given.discussionId ?? `${made}`.padStart(40, '0'),
          type: given.type ?? null,
          resolvable: given.type === 'DiscussionNote',
          body: given.body ?? `Note ${made}`,
          bodyHtml: given.html ?? `<p>Note ${made}</p>`,
          internal: given.internal ?? false,
          system: given.system ?? false,
          systemAction: given.systemAction ?? null,
        })
        .returning(['id', 'discussionId'])
        .executeTakeFirstOrThrow()
      return { id, discussionId }
    },
  }
}
