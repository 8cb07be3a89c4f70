import type { Operation } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import {
  archiveGroup,
  archiveProject,
  createGroup,
  createProject,
  dashboardPage,
  deleteGroup,
  deleteProject,
  groupMembersPage,
  groupPage,
  groupSettingsPage,
  namespacePage,
  newGroupPage,
  newProjectPage,
  projectMembersPage,
  projectSettingsPage,
  restoreGroup,
  restoreProject,
  shareGroup,
  shareProject,
  transferGroup,
  transferProject,
  unarchiveGroup,
  unarchiveProject,
  updateGroup,
  updateProject,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

const kinds = {
  project: {
    title: 'Project',
    settingsPath: (fullPath: string) => `/${fullPath}/-/edit`,
    descriptionLimit: 2000,
    examples: { name: 'My project', path: 'my-project' },
    create: createProject,
    update: updateProject,
    archive: archiveProject,
    unarchive: unarchiveProject,
    remove: deleteProject,
    restore: restoreProject,
    share: shareProject,
    membersPage: projectMembersPage,
    /** The operation that lists possible parents. */
    targetsPage: newProjectPage,
    transfer: transferProject,
    transferInput: (target: number | null) => (target === null ? null : { namespace: target }),
    transferWords: {
      description: 'Move the project to another group or to a personal namespace.',
      label: 'New namespace',
      note: 'Old URLs redirect to the new one. Members who have access through the current group lose it.',
    },
  },
  group: {
    title: 'Group',
    settingsPath: (fullPath: string) => `/groups/${fullPath}/-/edit`,
    descriptionLimit: 500,
    examples: { name: 'My team', path: 'my-team' },
    create: createGroup,
    update: updateGroup,
    archive: archiveGroup,
    unarchive: unarchiveGroup,
    remove: deleteGroup,
    restore: restoreGroup,
    share: shareGroup,
    membersPage: groupMembersPage,
    targetsPage: newGroupPage,
    transfer: transferGroup,
    transferInput: (target: number | null) => (target === null ? {} : { groupId: target }),
    transferWords: {
      description: 'Move this group and everything in it into another group, or make it a top-level group.',
      label: 'New parent group',
      note: 'Old URLs redirect to the new ones.',
    },
  },
} as const

type Kinds = typeof kinds
export type NamespaceKind = keyof Kinds
type OperationOf<Value> = Value extends Address<infer Op> ? Op : never
/** The same member of either kind: calls take the input of either, and answer with the reply of either. */
type Either<Value> = [Value] extends [Address<Operation>] ? Address<OperationOf<Value>> : Value

/** The differences between projects and groups in the pages and forms that serve both. */
export const namespaceKinds: Readonly<
  Record<NamespaceKind, { readonly [Name in keyof Kinds[NamespaceKind]]: Either<Kinds[NamespaceKind][Name]> }>
> = kinds

export const fullPathOf = (
  namespace: { readonly pathWithNamespace: string } | { readonly fullPath: string },
): string => ('fullPath' in namespace ? namespace.fullPath : namespace.pathWithNamespace)

/** Pages that show the name, state or settings of a namespace. */
export const namespacePages = [dashboardPage, groupPage, namespacePage, projectSettingsPage, groupSettingsPage] as const

interface Afterwards {
  readonly successMessage: string
  /** The page that is shown instead of the deleted one. */
  readonly redirectTo: string
}

/** Delete a project or group from its own pages, and leave them. */
export function useDelete(kind: NamespaceKind, { successMessage, redirectTo }: Afterwards) {
  const goTo = useGoTo()
  return useOperation(namespaceKinds[kind].remove, {
    refreshes: [dashboardPage],
    onSuccess: () => {
      showToast(successMessage)
      goTo(redirectTo, { replace: true })
    },
  })
}

/** Restore a project or group that is marked for deletion. */
export const useRestore = ({ kind, name }: { readonly kind: NamespaceKind; readonly name: string }) =>
  useOperation(namespaceKinds[kind].restore, {
    refreshes: namespacePages,
    onSuccess: () => showToast(`${name} restored`),
  })

/** Share a project or a group with a group, and show it on the members page. */
export const useShare = (kind: NamespaceKind) =>
  useOperation(namespaceKinds[kind].share, { refreshes: [namespaceKinds[kind].membersPage] })
