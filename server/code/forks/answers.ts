import { sql } from 'kysely'
import * as contract from '#contract/code/forks.ts'
import { load } from '#server/access/load.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { listProjectsFor, projectById } from '#server/foundation/projects/queries.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { forkProject } from './fork.ts'
import { ownFork } from './own-fork.ts'
import { showForks, showNewFork } from './pages.ts'
import { endRelation, relateFork } from './relation.ts'
import { updateFork, upstreamState } from './sync.ts'

export const forksAnswers: readonly Answer[] = [
  answer(contract.forkProject, {
    about: projectByRef,
    ability: 'project:fork',
    run: async (ctx, project, { id: _, ...given }) => projectById(ctx, await forkProject(ctx, project, given)),
  }),
  answer(contract.listForks, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { id: _, ...filters }) =>
      listProjectsFor(ctx, filters, sql<boolean>`p.forked_from_id = ${project.id}`),
  }),
  answer(contract.relateFork, {
    about: projectByRef,
    ability: 'project:own',
    run: async (ctx, project, { forkedFromId }) => {
      await relateFork(ctx, project, await load(ctx, 'project:fork', projectByRef, { id: forkedFromId }))
      return projectById(ctx, project.id)
    },
  }),
  answer(contract.endForkRelation, {
    about: projectByRef,
    ability: 'project:own',
    run: async (ctx, project) => ((await endRelation(ctx, project)) ? null : new Reply(304)),
  }),
  answer(contract.forksPage, { about: projectByPath, ability: 'project:read', run: showForks }),
  answer(contract.newForkPage, { about: projectByPath, ability: 'project:fork', run: showNewFork }),
  answer(contract.ownFork, { about: projectByPath, ability: 'project:fork', run: ownFork }),
  answer(contract.upstreamOfFork, {
    about: projectByPath,
    ability: 'project:read-code',
    run: (ctx, project, { branch }) => upstreamState(ctx, project, branch ?? project.defaultBranch),
  }),
  answer(contract.updateFork, {
    about: projectByPath,
    ability: 'project:push-code',
    // git runs first, so the database's part is a transaction of its own.
    transaction: 'own',
    run: async (ctx, project, { branch }) => ({
      outcome: await updateFork(ctx, project, branch ?? project.defaultBranch),
    }),
  }),
]
