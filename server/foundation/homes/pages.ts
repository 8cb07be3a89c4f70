import {
  dashboardPage,
  explorePage,
  groupPage,
  namespacePage,
  newGroupPage,
  newProjectPage,
} from '#contract/foundation/namespaces.ts'
import type { PageAddress } from '#server/slice.ts'

export const homesPages: readonly PageAddress[] = [
  { name: 'dashboard', address: '/', operation: dashboardPage },
  { name: 'explore', address: '/explore', operation: explorePage },
  { name: 'new-project', address: '/projects/new', operation: newProjectPage },
  { name: 'new-group', address: '/groups/new', operation: newGroupPage },
  { name: 'group', address: '/groups/:namespace', operation: groupPage },
  { name: 'namespace', address: '/:namespace', operation: namespacePage },
]
