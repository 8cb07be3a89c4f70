import { sql } from 'kysely'
import {
  createGroup as createGroupOperation,
  getGroup,
  listDescendantGroups,
  listGroups,
  listSubgroups,
} from '#contract/foundation/groups.ts'
import { load } from '#server/access/load.ts'
import { answer } from '#server/slice.ts'
import { createGroup } from './create.ts'
import { groupByRef } from './find.ts'
import { groupById, listGroupsFor } from './queries.ts'

export const groupsAnswers = [
  answer(listGroups, { for: 'anyone', run: (ctx, input) => listGroupsFor(ctx, input) }),
  answer(getGroup, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { withProjects }) => groupById(ctx, group.id, withProjects !== false),
  }),
  answer(listSubgroups, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) => listGroupsFor(ctx, input, sql<boolean>`n.parent_id = ${group.id}`),
  }),
  answer(listDescendantGroups, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) =>
      listGroupsFor(ctx, input, sql<boolean>`(n.ancestor_ids @> array[${group.id}]::bigint[] and n.id <> ${group.id})`),
  }),
  answer(createGroupOperation, {
    for: 'signed-in',
    run: async (ctx, { parentId, ...given }) => {
      const parent = parentId == null ? null : await load(ctx, 'group:create-subgroup', groupByRef, { id: parentId })
      const { id } = await createGroup(ctx, parent, given)
      return groupById(ctx, id, true)
    },
  }),
]
