import { getPageTemplate, getTemplate, listPageTemplates, listTemplates } from '#contract/code/templates.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type FileKind, fileTemplateOf, fileTemplatesOf, licenseOf } from '#server/code/file-templates/read.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { templateOf, templatesOf } from './read.ts'

// A user who may read issues may write one by its template, even where they may not read the code.
const ability = 'project:read-issues'

export const templatesAnswers = [
  answer(listTemplates, {
    about: projectByRef,
    ability: 'project:read',
    run: async (ctx, project, { type }) =>
      isDescription(type) ? templatesOf(ctx, readingIssues(ctx, project), kinds[type]) : fileTemplatesOf(type),
  }),
  answer(getTemplate, {
    about: projectByRef,
    ability: 'project:read',
    run: async (ctx, project, { type, name, sourceTemplateProjectId, ...licensee }) => {
      if (type === 'licenses') return licenseOf(ctx.now, name, licensee)
      if (!isDescription(type)) return fileTemplateOf(type, name)
      const found = await templateOf(ctx, readingIssues(ctx, project), kinds[type], name, sourceTemplateProjectId)
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

/** Kinds of templates that lie in the project. */
const kinds = { issues: 'issue', merge_requests: 'merge_request' } as const

const isDescription = (type: keyof typeof kinds | FileKind): type is keyof typeof kinds => Object.hasOwn(kinds, type)

/** @throws NotFound  the issues of the project are not for the actor */
function readingIssues(ctx: Context, project: Allowed<'project:read', ProjectRow>) {
  if (!may(ctx.actor, ability, project.facts)) throw new NotFound()
  return project
}
