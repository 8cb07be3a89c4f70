import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { NamespaceRef, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Templates')

/** @source rest.md 3, 17.8 */
export const TemplateName = Type.Object({ key: Type.String(), name: Type.String() })
export const Template = Type.Object({ key: Type.String(), name: Type.String(), content: Type.String() })

/** @source rest.md 3 */
export const License = Type.Object({
  key: Type.String(),
  name: Type.String(),
  nickname: Nullable(Type.String()),
  popular: Type.Boolean(),
  htmlUrl: Type.String(),
  sourceUrl: Type.String(),
  description: Type.String(),
  conditions: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  limitations: Type.Array(Type.String()),
  content: Type.String(),
})
export type License = Static<typeof License>

/** The project and owner to fill into the license. */
export const licensee = {
  project: Type.Optional(Type.String({ maxLength: 255 })),
  fullname: Type.Optional(Type.String({ maxLength: 255 })),
}

const kinds = ['dockerfiles', 'gitignores', 'gitlab_ci_ymls', 'licenses', 'issues', 'merge_requests'] as const
const pageKinds = ['issue', 'merge_request'] as const
const source = {
  /** Another project whose template is meant. */
  sourceTemplateProjectId: Type.Optional(Type.Integer()),
}

export const listTemplates = operation({
  name: 'listTemplates',
  summary: 'List file or description templates available in a project',
  at: 'GET /projects/:id/templates/:type',
  input: Type.Object({ id: NamespaceRef, type: Words(kinds) }),
  reply: Type.Array(TemplateName),
})

export const getTemplate = operation({
  name: 'getTemplate',
  summary: 'Get a template available in a project',
  at: 'GET /projects/:id/templates/:type/:name',
  input: Type.Object({
    id: NamespaceRef,
    type: Words(kinds),
    name: Type.String({ maxLength: 255 }),
    ...source,
    ...licensee,
  }),
  reply: Type.Object({ ...Type.Partial(License).properties, name: Type.String(), content: Type.String() }),
})

export const listPageTemplates = operation({
  name: 'listPageTemplates',
  summary: 'List description templates for a form',
  at: 'GET /:namespace/description_templates/names/:templateType',
  input: Type.Object({ namespace: Type.String(), templateType: Words(pageKinds) }),
  reply: Type.Array(
    Type.Object({ id: Type.String(), key: Type.String(), name: Type.String(), projectId: Type.Integer() }),
  ),
})

export const getPageTemplate = operation({
  name: 'getPageTemplate',
  summary: 'Get a description template for a form',
  at: 'GET /:namespace/templates/:templateType/:key',
  input: Type.Object({
    namespace: Type.String(),
    templateType: Words(pageKinds),
    key: Type.String({ maxLength: 255 }),
    ...source,
  }),
  reply: Template,
})
