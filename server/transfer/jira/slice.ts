import { jiraImportPage } from '#contract/transfer/jira-imports.ts'
import { transferTitles } from '#contract/transfer/page-titles.ts'
import { later, type Slice } from '#server/slice.ts'
import { jiraAnswers } from './answers.ts'
import './events.ts'
import { jiraFields } from './fields.ts'
import { fetchJiraIssues } from './stage.ts'

export const jira: Slice = {
  name: 'jira',
  answers: jiraAnswers,
  fields: jiraFields,
  followers: [
    later('jira_import.fetch_due', (ctx, { payload }) => fetchJiraIssues(ctx, payload.importId), { takesLong: true }),
  ],
  pages: [
    {
      name: 'jira-import',
      address: '/:namespace/-/import/jira',
      operation: jiraImportPage,
      title: transferTitles.importFromJira,
      module: 'plan/issues/jira/JiraImportPage.tsx',
    },
  ],
}
