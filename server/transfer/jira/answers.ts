import { importFileLimitBytes } from '#contract/transfer/import-limits.ts'
import type { IssueImport } from '#contract/transfer/issue-imports.ts'
import * as contract from '#contract/transfer/jira-imports.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { choosePerson } from '../issue-imports/people.ts'
import { showDialog, showImport } from '../issue-imports/queries.ts'
import { stageJiraCsv, stageJiraProject } from './stage.ts'

const about = { about: projectByPath, ability: 'project:import-jira' } as const

export const jiraAnswers: readonly Answer[] = [
  answer(contract.jiraImportPage, {
    ...about,
    run: async (ctx, project) => {
      const { maxSizeBytes, imports } = await showDialog(ctx, project, 'jira')
      return { namespace: await showHeader(ctx, project), maxSizeBytes, imports }
    },
  }),
  answer(contract.importJiraCsv, {
    ...about,
    transaction: 'own',
    bodyLimitBytes: importFileLimitBytes + 1024 * 1024,
    run: async (ctx, project, { file }) =>
      new Reply<IssueImport>(201, await showImport(ctx, project, await stageJiraCsv(ctx, project, file))),
  }),
  answer(contract.importFromJira, {
    ...about,
    run: async (ctx, project, input) => showImport(ctx, project, await stageJiraProject(ctx, project, input)),
  }),
  answer(contract.mapImportedPeople, {
    ...about,
    run: async (ctx, project, { id, key, username }) => {
      // Imports of other users are not found.
      await showImport(ctx, project, id)
      await choosePerson(ctx, project, id, { key, username })
      return showImport(ctx, project, id)
    },
  }),
]
