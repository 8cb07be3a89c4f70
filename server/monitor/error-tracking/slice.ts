import { errorPath, errorSettingsPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { isEventId, usualErrorSort, usualErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'
import * as contract from '#contract/monitor/error-tracking/errors.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { page, pagePart } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { errorTrackingAnswers } from './answers.ts'
import './events.ts'
import { errorTrackingFields } from './fields.ts'
import { purgeErrors } from './purge.ts'
import { errorWidgetFields } from './widget-fields.ts'

/** Errors that applications report; events come in by `transport/error-events`. */
export const errorTracking: Slice = {
  name: 'error-tracking',
  answers: errorTrackingAnswers,
  fields: () => {
    errorTrackingFields()
    errorWidgetFields()
  },
  pages: [
    page({
      name: 'errors',
      address: errorsPath(':namespace'),
      operation: contract.listErrors,
      readWords: readListWords,
      title: monitorTitles.errors,
      module: 'monitor/error-tracking/ErrorsPage.tsx',
    }),
    page({
      name: 'error',
      address: errorPath(':namespace', ':errorId'),
      operation: contract.getErrorDetails,
      readWords: readEventWord,
      title: reply => monitorTitles.error(reply.error.title),
      module: 'monitor/error-tracking/ErrorPage.tsx',
      asksFirst: ({ namespace, error_id, event }) => ({
        operation: contract.getStackTrace,
        input: {
          namespace: String(namespace),
          error_id: Number(error_id),
          ...(event !== undefined && { event: Number(event) }),
        },
      }),
    }),
    page({
      name: 'error-settings',
      address: errorSettingsPath(':namespace'),
      operation: contract.errorSettingsPage,
      title: monitorTitles.errorSettings,
      module: 'monitor/error-tracking/ErrorSettingsPage.tsx',
    }),
  ],
  pageParts: [
    pagePart(getIssuePage, {
      module: 'monitor/error-tracking/ErrorOfIssue.tsx',
      isLate: true,
      asksFirst: ({ namespace, issue, has_error: hasError }) =>
        hasError
          ? { operation: contract.getErrorOfIssue, input: { namespace: namespace.full_path, iid: issue.iid } }
          : null,
    }),
  ],
  topics: {
    errors: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-errors', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'purge_errors', pattern: '13 4 * * *', run: purgeErrors }],
}

/** An address that names no event shows the latest one. */
function readEventWord({ event, ...words }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...words, ...(isEventId(event) && { event }) }
}

/** The words of the list's address, as its page asks for them. */
function readListWords({
  search,
  status,
  ...words
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    sort: usualErrorSort,
    ...words,
    issue_status: status ?? usualErrorStatus,
    ...(search === undefined || search === '' ? {} : { search_term: search }),
  }
}
