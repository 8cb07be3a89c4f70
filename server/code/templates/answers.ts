import { getPageTemplate, getTemplate, listPageTemplates, listTemplates } from '#contract/code/templates.ts'
import { projectByPath, projectByRef } from '#server/foundation/projects/find.ts'
import { answer } from '#server/slice.ts'
import { type TemplateKind, templateOf, templatesOf } from './read.ts'

const kindOf = (type: 'issues' | 'merge_requests'): TemplateKind => (type === 'issues' ? 'issue' : 'merge_request')

// Who may read issues may write one by its template, even where the code is not theirs to read.
const ability = 'project:read-issues'

export const templatesAnswers = [
  answer(listTemplates, {
    about: projectByRef,
    ability,
    run: (ctx, project, { type }) => templatesOf(ctx, project, kindOf(type)),
  }),
  answer(getTemplate, {
    about: projectByRef,
    ability,
    run: async (ctx, project, { type, name, sourceTemplateProjectId }) => {
      const found = await templateOf(ctx, project, kindOf(type), name, sourceTemplateProjectId)
      return { name: found.name, content: found.content }
    },
  }),
  answer(listPageTemplates, {
    about: projectByPath,
    ability,
    run: async (ctx, project, { templateType }) =>
      (await templatesOf(ctx, project, templateType)).map(each => ({ ...each, id: each.key, projectId: project.id })),
  }),
  answer(getPageTemplate, {
    about: projectByPath,
    ability,
    run: (ctx, project, { templateType, key, sourceTemplateProjectId }) =>
      templateOf(ctx, project, templateType, key, sourceTemplateProjectId),
  }),
]
