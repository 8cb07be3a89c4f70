import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Page, Words } from '#contract/shapes.ts'
import { CodePlace, CodeRef } from '../code-pages.ts'
import { License, licensee, TemplateName } from '../templates.ts'

const operation = operationsOf('File templates')

/** Kinds of templates for files, by the words of the contract. Nothing is offered of the first two. */
export const fileTemplateKinds = ['dockerfiles', 'gitlab_ci_ymls', 'gitignores'] as const

/** `Licenses` is how the public client `@gitbeaker` spells the address of the licenses. */
const askedKinds = [...fileTemplateKinds, 'Licenses'] as const

export const listLicenses = operation({
  name: 'listLicenses',
  summary: 'List license templates',
  at: 'GET /templates/licenses',
  input: Type.Object({ popular: Type.Optional(Type.Boolean()), ...Page }),
  reply: Type.Array(License),
})

export const getLicense = operation({
  name: 'getLicense',
  summary: 'Get a license template with the year and name filled in',
  at: 'GET /templates/licenses/:key',
  input: Type.Object({ key: Type.String({ maxLength: 255 }), ...licensee }),
  reply: License,
})

export const listFileTemplates = operation({
  name: 'listFileTemplates',
  summary: 'List file templates of a type',
  at: 'GET /templates/:type',
  input: Type.Object({ type: Words(askedKinds), ...Page }),
  reply: Type.Array(TemplateName),
})

export const getFileTemplate = operation({
  name: 'getFileTemplate',
  summary: 'Get a file template',
  at: 'GET /templates/:type/:key',
  input: Type.Object({ type: Words(askedKinds), key: Type.String({ maxLength: 255 }) }),
  reply: Type.Object({ name: Type.String(), content: Type.String() }),
})

export const newFilePage = operation({
  name: 'newFilePage',
  summary: 'Get data for the new file page',
  at: 'GET /-/pages/code_new',
  input: Type.Object({
    namespace: Type.String(),
    /** Ref and path as in the address, `feature/x/src/a.ts`; empty or absent: the default branch. */
    path: Type.Optional(Type.String({ maxLength: 8192 })),
  }),
  reply: Type.Object({
    place: CodePlace,
    /** Null in an empty repository. */
    ref: Nullable(CodeRef),
    /** The start of the file's path: the folder with its slash, or the path that the address asks for. */
    proposedPath: Type.String(),
    licenses: Type.Array(TemplateName),
    gitignores: Type.Array(TemplateName),
  }),
})
