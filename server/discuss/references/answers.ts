import { renderMarkdown } from '#contract/discuss/markdown.ts'
import { load } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { redactFor } from './redact.ts'
import { renderText } from './render.ts'

export const referencesAnswers = [
  answer(renderMarkdown, {
    for: 'signed-in',
    run: async (ctx, { text, project }) => {
      const place = project === undefined ? null : await load(ctx, 'project:read', projectByRef, { id: project })
      const { html } = await renderText(ctx, place, text)
      const [shown = ''] = await redactFor(ctx, [html])
      return { html: shown }
    },
  }),
]
