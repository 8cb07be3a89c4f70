import './events.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { isOid } from '#server/platform/git/objects.ts'
import type { Slice } from '#server/slice.ts'
import { repositoryOf } from '../repository/open.ts'
import { suggestionAnswers } from './answers.ts'
import { finishSuggestions, unfinishedSuggestions } from './apply.ts'
import { maxTextBytes, textOf } from './text-file.ts'

export const suggestions: Slice = {
  name: 'suggestions',
  answers: suggestionAnswers,
  plugs: {
    suggestionSources: [
      {
        type: 'merge_request',
        read: async (ctx, projectId, commitId, path) => {
          const dir = isOid(commitId) ? await repositoryOf(ctx, { id: projectId }) : null
          const file = dir === null ? null : await readFile(dir, commitId, path, { maxBytes: maxTextBytes })
          return file === null ? null : textOf(file.content)
        },
      },
    ],
  },
  checks: [unfinishedSuggestions],
  timedJobs: [{ name: 'finish_suggestions', pattern: '* * * * *', run: finishSuggestions }],
}
