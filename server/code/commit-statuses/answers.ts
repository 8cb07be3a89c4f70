import * as contract from '#contract/code/commits/pipelines.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { showCommitStatus, showCommitStatuses, showLatestPipeline, showPipelinePage } from './queries.ts'
import { reportStatus } from './report.ts'

export const commitStatusesAnswers: readonly Answer[] = [
  answer(contract.createCommitStatus, {
    about: projectByRef,
    ability: 'project:report-status',
    // git runs first, so the database's part is a transaction of its own.
    transaction: 'own',
    run: async (ctx, project, { id: _, ...report }) => showCommitStatus(ctx, await reportStatus(ctx, project, report)),
  }),
  answer(contract.listCommitStatuses, { about: projectByRef, ability: 'project:read-code', run: showCommitStatuses }),
  answer(contract.getLatestPipeline, { about: projectByRef, ability: 'project:read-code', run: showLatestPipeline }),
  answer(contract.pipelinePage, { about: projectByPath, ability: 'project:read-code', run: showPipelinePage }),
]
