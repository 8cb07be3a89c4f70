import { sql } from 'kysely'
import * as contract from '#contract/foundation/groups.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { setArchived } from '#server/foundation/namespaces/archive.ts'
import { deleteNamespace, restoreNamespace } from '#server/foundation/namespaces/deletion/deletion.ts'
import { namespaceByRef } from '#server/foundation/namespaces/find.ts'
import { type GroupRow, groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { lockSettings } from '#server/foundation/namespaces/lock-settings.ts'
import { transferProject } from '#server/foundation/projects/transfer.ts'
import { answer, refuseChanged } from '#server/slice.ts'
import { createGroup } from './create.ts'
import { listGroupsByKey } from './list-by-key.ts'
import { groupById, listGroupsFor } from './queries.ts'
import { groupSettings } from './settings-page.ts'
import { transferGroup } from './transfer.ts'
import { updateGroup } from './update.ts'

/** A change of a whole group without parameters, answered with the group. */
const change = (
  operation: typeof contract.archiveGroup,
  run: (ctx: Context, group: Allowed<'group:admin', GroupRow>) => Promise<unknown>,
) =>
  answer(operation, {
    about: groupByRef,
    ability: 'group:admin',
    run: async (ctx, group) => {
      await run(ctx, group)
      return groupById(ctx, group.id, true)
    },
  })

export const groupsAnswers = [
  answer(contract.listGroups, {
    for: 'anyone',
    run: (ctx, input) => (input.pagination === 'keyset' ? listGroupsByKey(ctx, input) : listGroupsFor(ctx, input)),
  }),
  answer(contract.getGroup, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { withProjects, ...asked }) => groupById(ctx, group.id, withProjects !== false, asked),
  }),
  answer(contract.listSubgroups, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) => listGroupsFor(ctx, input, sql<boolean>`n.parent_id = ${group.id}`),
  }),
  answer(contract.listDescendantGroups, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) =>
      listGroupsFor(ctx, input, sql<boolean>`(n.ancestor_ids @> array[${group.id}]::bigint[] and n.id <> ${group.id})`),
  }),
  answer(contract.createGroup, {
    for: 'signed-in',
    run: async (ctx, { parentId, ...given }) => {
      const parent = parentId == null ? null : await load(ctx, 'group:create-subgroup', groupByRef, { id: parentId })
      const { id } = await createGroup(ctx, parent, given)
      return groupById(ctx, id, true)
    },
  }),
  answer(contract.groupSettingsPage, { about: groupByPath, ability: 'group:admin', run: groupSettings }),
  answer(contract.updateGroup, {
    about: groupByRef,
    ability: 'group:admin',
    current: (ctx, { id }) => lockSettings(ctx, id),
    run: async (ctx, group, { id: _id, expected: _expected, ...given }) => {
      await updateGroup(ctx, group, given)
      return groupById(ctx, group.id, true)
    },
  }),
  answer(contract.transferGroup, {
    about: groupByRef,
    ability: 'group:admin',
    run: async (ctx, group, { groupId }) => {
      const target = groupId == null ? null : await load(ctx, 'group:create-subgroup', groupByRef, { id: groupId })
      await transferGroup(ctx, group, target)
      return groupById(ctx, group.id, true)
    },
  }),
  answer(contract.transferProjectToGroup, {
    for: 'admin',
    run: async (ctx, { id, projectId }) => {
      const group = await load(ctx, 'group:read', groupByRef, { id })
      const target = await load(ctx, 'namespace:create-project', namespaceByRef, { id: group.id })
      await transferProject(ctx, await load(ctx, 'project:own', projectByRef, { id: projectId }), target)
      return groupById(ctx, group.id, true)
    },
  }),
  change(contract.archiveGroup, (ctx, group) => setArchived(ctx, 'group', group, true)),
  change(contract.unarchiveGroup, (ctx, group) => setArchived(ctx, 'group', group, false)),
  answer(contract.deleteGroup, {
    about: groupByRef,
    ability: 'group:admin',
    run: async (ctx, group, { fullPath, permanentlyRemove, ...unless }) => {
      refuseChanged(group, unless)
      const asked = { permanently: permanentlyRemove === true, typedPath: fullPath }
      await deleteNamespace(ctx, { ...group, kind: 'group' }, asked)
      return { message: '202 Accepted' }
    },
  }),
  change(contract.restoreGroup, (ctx, group) => restoreNamespace(ctx, { ...group, kind: 'group' })),
]
