import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { NamespaceRef, Words } from '#contract/shapes.ts'

const tag = 'Description templates'

/** @source rest.md 3, 17.8 */
export const TemplateName = Type.Object({ key: Type.String(), name: Type.String() })
export const Template = Type.Object({ key: Type.String(), name: Type.String(), content: Type.String() })

const kinds = ['issues', 'merge_requests'] as const
const pageKinds = ['issue', 'merge_request'] as const
const source = {
  /** Another project whose template is meant. */
  sourceTemplateProjectId: Type.Optional(Type.Integer()),
}

export const listTemplates = operation({
  name: 'listTemplates',
  summary: 'The names of the description templates of a project.',
  tag,
  at: 'GET /projects/:id/templates/:type',
  input: Type.Object({ id: NamespaceRef, type: Words(kinds) }),
  reply: Type.Array(TemplateName),
})

export const getTemplate = operation({
  name: 'getTemplate',
  summary: 'A description template.',
  tag,
  at: 'GET /projects/:id/templates/:type/:name',
  input: Type.Object({ id: NamespaceRef, type: Words(kinds), name: Type.String({ maxLength: 255 }), ...source }),
  reply: Type.Object({ name: Type.String(), content: Type.String() }),
})

export const listPageTemplates = operation({
  name: 'listPageTemplates',
  summary: 'The names of the description templates that a form offers.',
  tag,
  door: 'browser',
  at: 'GET /:namespace/description_templates/names/:templateType',
  input: Type.Object({ namespace: Type.String(), templateType: Words(pageKinds) }),
  reply: Type.Array(
    Type.Object({ id: Type.String(), key: Type.String(), name: Type.String(), projectId: Type.Integer() }),
  ),
})

export const getPageTemplate = operation({
  name: 'getPageTemplate',
  summary: 'The description template that was picked in a form.',
  tag,
  door: 'browser',
  at: 'GET /:namespace/templates/:templateType/:key',
  input: Type.Object({
    namespace: Type.String(),
    templateType: Words(pageKinds),
    key: Type.String({ maxLength: 255 }),
    ...source,
  }),
  reply: Template,
})
