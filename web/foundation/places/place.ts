import type { ReplyOf } from '#contract/operation.ts'
import type { PlaceNamespace } from '#web/api/place.ts'

export type HomePage = ReplyOf<typeof import('#contract/foundation/namespaces.ts').namespacePage>
export type ProjectHome = Extract<HomePage, { project: unknown }>['project']
export type GroupHome = Extract<HomePage, { group: unknown }>['group']
export type UserHome = Extract<HomePage, { user: unknown }>['user']
export type ProjectCard = GroupHome['projects'][number]
export type GroupCard = GroupHome['groups'][number]

/** A project as the frame of its pages shows it. */
export function projectPlace(project: ProjectHome): PlaceNamespace {
  const { id, name, fullPath, fullName, avatarUrl, openIssuesCount, permissions } = project
  return {
    ...{ id, kind: 'project', name, fullPath, fullName, avatarUrl, openIssuesCount },
    offers: { issues: permissions.canReadIssues, code: permissions.canReadCode, settings: permissions.canAdmin },
  }
}

export function groupPlace(group: GroupHome): PlaceNamespace {
  const { id, name, fullPath, fullName, avatarUrl, permissions } = group
  return {
    ...{ id, kind: 'group', name, fullPath, fullName, avatarUrl },
    offers: { issues: true, code: false, settings: permissions.canAdmin },
  }
}
