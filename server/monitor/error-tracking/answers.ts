import * as contract from '#contract/monitor/error-tracking/errors.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { pollInterval } from '#server/foundation/settings/poll-interval.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { changeErrorStatus } from './change-status.ts'
import { createClientKey, pageOfKeys, revokeClientKey } from './client-keys.ts'
import { createIssueOfError } from './create-issue.ts'
import { showError, showErrorOfIssue, showStackTrace } from './details.ts'
import { errorOfAddress } from './find.ts'
import { showErrors } from './list.ts'
import { showEvents } from './list-events.ts'
import { changeSettings, showSettings, showSettingsPage } from './settings.ts'

const read = { about: errorOfAddress, ability: 'project:read-errors' } as const
const administered = { about: projectByRef, ability: 'project:admin-errors' } as const

/** Clients without the live socket ask again so often. @source rest.md 17.8 */
const pollIntervalMs = 1_000

export const errorTrackingAnswers: readonly Answer[] = [
  answer(contract.listErrors, {
    about: projectByPath,
    ability: 'project:read-errors',
    run: async (ctx, project, input) =>
      new Reply<ReplyOf<typeof contract.listErrors>>(200, await showErrors(ctx, project, input), {
        'poll-interval': await pollInterval(ctx, pollIntervalMs),
      }),
  }),
  answer(contract.getErrorDetails, { ...read, run: showError }),
  answer(contract.getStackTrace, { ...read, run: showStackTrace }),
  answer(contract.listErrorEvents, { ...read, run: showEvents }),
  answer(contract.updateErrorStatus, {
    about: errorOfAddress,
    ability: 'project:update-errors',
    run: (ctx, error, { status }) => changeErrorStatus(ctx, error, status),
  }),
  answer(contract.createIssueFromError, { ...read, run: createIssueOfError }),
  answer(contract.getErrorOfIssue, {
    about: issueOfAddress,
    ability: 'issuable:read',
    run: (ctx, issue) => showErrorOfIssue(ctx, issue),
  }),
  answer(contract.getErrorTrackingSettings, { ...administered, run: (ctx, project) => showSettings(ctx, project) }),
  answer(contract.changeErrorTrackingSettings, {
    ...administered,
    run: (ctx, project, given) => changeSettings(ctx, project, given, { mayCreate: false }),
  }),
  answer(contract.setErrorTrackingSettings, {
    ...administered,
    run: (ctx, project, given) => changeSettings(ctx, project, given, { mayCreate: true }),
  }),
  answer(contract.listErrorClientKeys, {
    ...administered,
    run: (ctx, { id }, input) => pageOfKeys(ctx, id, input),
  }),
  answer(contract.createErrorClientKey, { ...administered, run: (ctx, { id }) => createClientKey(ctx, id) }),
  answer(contract.revokeErrorClientKey, {
    ...administered,
    run: (ctx, { id }, { keyId }) => revokeClientKey(ctx, id, keyId),
  }),
  answer(contract.errorSettingsPage, {
    about: projectByPath,
    ability: 'project:admin-errors',
    run: (ctx, project) => showSettingsPage(ctx, project),
  }),
]
