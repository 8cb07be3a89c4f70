import { sql } from 'kysely'
import * as contract from '#contract/foundation/projects.ts'
import { hasRole } from '#server/access/levels.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { noneGiven, Unauthenticated } from '#server/errors.ts'
import { showsCustomAttributes } from '#server/foundation/custom-attributes/filter.ts'
import { setArchived } from '#server/foundation/namespaces/archive.ts'
import { deleteNamespace, restoreNamespace } from '#server/foundation/namespaces/deletion/deletion.ts'
import { namespaceByRef, namespaceOfUser } from '#server/foundation/namespaces/find.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { type ProjectRow, projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { lockSettings } from '#server/foundation/namespaces/lock-settings.ts'
import { userIdByRef } from '#server/foundation/users/find.ts'
import { answer, refuseChanged } from '#server/slice.ts'
import { createProject } from './create.ts'
import { groupsOf, starrersOf, usersOf } from './people.ts'
import { listProjectsFor, projectById } from './queries.ts'
import { projectSettings } from './settings-page.ts'
import { setStarred } from './star.ts'
import { transferProject } from './transfer.ts'
import { updateProject } from './update.ts'

/** A change of a whole project without parameters, answered with the project. */
const change = (
  operation: typeof contract.archiveProject,
  run: (ctx: Context, project: Allowed<'project:own', ProjectRow>) => Promise<unknown>,
) =>
  answer(operation, {
    about: projectByRef,
    ability: 'project:own',
    run: async (ctx, project) => {
      await run(ctx, project)
      return projectById(ctx, project.id)
    },
  })

const star = (operation: typeof contract.starProject, isStarred: boolean) =>
  answer(operation, {
    about: projectByRef,
    ability: 'project:star',
    run: async (ctx, project) => {
      await setStarred(ctx, project, isStarred)
      return projectById(ctx, project.id)
    },
  })

export const projectsAnswers = [
  answer(contract.listProjects, { for: 'anyone', run: (ctx, input) => listProjectsFor(ctx, input) }),
  answer(contract.getProject, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { statistics, license, ...asked }) =>
      projectById(ctx, project.id, {
        ...(license === true && { license: may(ctx.actor, 'project:read-code', project.facts) ? 'shown' : 'hidden' }),
        statistics: statistics === true && hasRole(ctx.actor, project.facts, 'reporter'),
        customAttributes: showsCustomAttributes(ctx, asked),
      }),
  }),
  answer(contract.createProject, {
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
  answer(contract.createProjectForUser, {
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
  answer(contract.listGroupProjects, {
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
  answer(contract.listUserProjects, {
    for: 'anyone',
    run: async (ctx, { userId, ...filters }) => {
      const id = await userIdByRef(ctx, userId)
      return listProjectsFor(ctx, filters, sql<boolean>`(pn.kind = 'user' and pn.owner_id = ${id})`)
    },
  }),
  answer(contract.listStarredProjects, {
    for: 'anyone',
    run: async (ctx, { userId, ...filters }) => {
      const id = await userIdByRef(ctx, userId)
      return listProjectsFor(
        ctx,
        filters,
        sql<boolean>`exists (select 1 from stars st where st.project_id = n.id and st.user_id = ${id})`,
      )
    },
  }),
  answer(contract.updateProject, {
    about: projectByRef,
    ability: 'project:admin',
    current: (ctx, { id }) => lockSettings(ctx, id),
    run: async (ctx, project, { id: _id, expected: _expected, ...given }) => {
      await updateProject(ctx, project, given)
      return projectById(ctx, project.id)
    },
  }),
  answer(contract.transferProject, {
    about: projectByRef,
    ability: 'project:own',
    run: async (ctx, project, { namespace }) => {
      const target = await load(ctx, 'namespace:create-project', namespaceByRef, { id: namespace })
      await transferProject(ctx, project, target)
      return projectById(ctx, project.id)
    },
  }),
  change(contract.archiveProject, (ctx, project) => setArchived(ctx, 'project', project, true)),
  change(contract.unarchiveProject, (ctx, project) => setArchived(ctx, 'project', project, false)),
  answer(contract.deleteProject, {
    about: projectByRef,
    ability: 'project:own',
    run: async (ctx, project, { fullPath, permanentlyRemove, ...unless }) => {
      refuseChanged(project, unless)
      const asked = { permanently: permanentlyRemove === true, typedPath: fullPath }
      await deleteNamespace(ctx, { ...project, kind: 'project' }, asked)
      return { message: '202 Accepted' }
    },
  }),
  change(contract.restoreProject, (ctx, project) => restoreNamespace(ctx, { ...project, kind: 'project' })),
  star(contract.starProject, true),
  star(contract.unstarProject, false),
  answer(contract.projectSettingsPage, { about: projectByPath, ability: 'project:admin', run: projectSettings }),
  answer(contract.listStarrers, { about: projectByRef, ability: 'project:read', run: starrersOf }),
  answer(contract.listProjectUsers, { about: projectByRef, ability: 'project:read-members', run: usersOf }),
  answer(contract.listProjectGroups, { about: projectByRef, ability: 'project:read', run: groupsOf }),
]

/** @throws Malformed  neither of the two alternatives is given */
function requireName({ name, path }: { readonly name?: string; readonly path?: string }): void {
  if (name === undefined && path === undefined) throw noneGiven('name', 'path')
}
