import { sql } from 'kysely'
import {
  createProjectForUser,
  createProject as createProjectOperation,
  getProject,
  listGroupProjects,
  listProjects,
} from '#contract/foundation/projects.ts'
import { load } from '#server/access/load.ts'
import { Malformed, Unauthenticated } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/groups/find.ts'
import { namespaceByRef, namespaceOfUser } from '#server/foundation/namespaces/find.ts'
import { answer } from '#server/slice.ts'
import { createProject } from './create.ts'
import { projectByRef } from './find.ts'
import { listProjectsFor, projectById } from './queries.ts'

export const projectsAnswers = [
  answer(listProjects, { for: 'anyone', run: (ctx, input) => listProjectsFor(ctx, input) }),
  answer(getProject, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { statistics }) =>
      projectById(ctx, project.id, { statistics: statistics === true && project.facts.level >= 20 }),
  }),
  answer(createProjectOperation, {
    for: 'signed-in',
    run: async (ctx, { namespaceId, ...given }) => {
      if (ctx.actor.kind !== 'user') throw new Unauthenticated()
      requireName(given)
      const parent =
        namespaceId == null
          ? await load(ctx, 'namespace:create-project', namespaceOfUser, { userId: ctx.actor.id })
          : await load(ctx, 'namespace:create-project', namespaceByRef, { id: namespaceId })
      const { id } = await createProject(ctx, parent, given)
      return projectById(ctx, id)
    },
  }),
  answer(createProjectForUser, {
    for: 'admin',
    run: async (ctx, { userId, namespaceId, ...given }) => {
      requireName(given)
      const parent =
        namespaceId == null
          ? await load(ctx, 'namespace:create-project', namespaceOfUser, { userId })
          : await load(ctx, 'namespace:create-project', namespaceByRef, { id: namespaceId })
      const { id } = await createProject(ctx, parent, given)
      return projectById(ctx, id)
    },
  }),
  answer(listGroupProjects, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { id: _id, includeSubgroups, withShared: _withShared, ...filters }) =>
      listProjectsFor(
        ctx,
        filters,
        includeSubgroups === true
          ? sql<boolean>`n.ancestor_ids @> array[${group.id}]::bigint[]`
          : sql<boolean>`n.parent_id = ${group.id}`,
      ),
  }),
]

/** @throws Malformed  neither of the two that can stand for each other is there */
function requireName({ name, path }: { readonly name?: string; readonly path?: string }): void {
  if (name === undefined && path === undefined)
    throw new Malformed('name, path are missing, at least one parameter must be provided')
}
