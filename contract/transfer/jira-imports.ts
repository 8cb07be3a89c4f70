import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { FileUpload, Nullable, Words } from '#contract/shapes.ts'
import { IssueImport } from './issue-imports.ts'

const operation = operationsOf('Issue imports')
const place = { namespace: Type.String() }

/** @source LIST-014, rest.md 17.2 */
export const jiraImportPage = operation({
  name: 'jiraImportPage',
  summary: 'Get data for the Jira import page',
  at: 'GET /-/pages/jira_import',
  input: Type.Object(place),
  reply: Type.Object({ namespace: PlaceHeader, maxSizeBytes: Type.Integer(), imports: Type.Array(IssueImport) }),
})

export const importJiraCsv = operation({
  name: 'importJiraCsv',
  summary: 'Check a Jira CSV export before import',
  at: 'POST /:namespace/-/import/jira/csv',
  input: Type.Object({ ...place, file: FileUpload }),
  reply: IssueImport,
})

/** Jira Cloud knows people by email address and API token, Jira Data Center and Server by a personal access token alone. */
export const jiraEditions = ['cloud', 'data_center'] as const
export type JiraEdition = (typeof jiraEditions)[number]

export const importFromJira = operation({
  name: 'importFromJira',
  summary: 'Fetch the issues of a Jira project for import',
  at: 'POST /:namespace/-/import/jira',
  input: Type.Object({
    ...place,
    url: Type.String({ maxLength: 2000 }),
    /** Jira Cloud where it is left out. */
    edition: Type.Optional(Words(jiraEditions)),
    /** Only Jira Cloud needs it. */
    email: Type.Optional(Type.String({ maxLength: 255 })),
    token: Type.String({ minLength: 1, maxLength: 2000 }),
    projectKey: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,99}$' }),
  }),
  reply: IssueImport,
})

/** Chooses the users that people of Jira become, until the import is started. */
export const mapImportedPeople = operation({
  name: 'mapImportedPeople',
  summary: 'Map a person in an import to a user',
  at: 'PUT /:namespace/-/issues/imports/:id/people',
  input: Type.Object({
    ...place,
    id: Type.Integer(),
    key: Type.String({ maxLength: 500 }),
    /** Null leaves their issues unassigned. */
    username: Nullable(Type.String({ maxLength: 255 })),
  }),
  reply: IssueImport,
})
