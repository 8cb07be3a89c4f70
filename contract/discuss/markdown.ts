import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Markdown')

export const markdownTextLimit = 1_048_576

export const renderMarkdown = operation({
  name: 'renderMarkdown',
  summary: 'Render Markdown',
  at: 'POST /markdown',
  input: Type.Object({
    text: Type.String({ maxLength: markdownTextLimit }),
    gfm: Type.Optional(Type.Boolean()),
    /** Full path of the project from which references are read. */
    project: Type.Optional(Type.String()),
  }),
  reply: Type.Object({ html: Type.String() }),
})

export const previewMarkdown = operation({
  name: 'previewMarkdown',
  summary: 'Preview Markdown and the effects of its quick actions',
  at: 'POST /:namespace/preview_markdown',
  status: 200,
  input: Type.Object({
    namespace: Type.String(),
    text: Type.String({ maxLength: markdownTextLimit }),
    /** `Issue`; with `target_id` the number of the one it is written on, without a new one. */
    targetType: Type.Optional(Type.String()),
    targetId: Type.Optional(Type.Integer()),
    /** Suggestions are previewed only on a line of a diff; the next five fields describe it. */
    previewSuggestions: Type.Optional(Type.Boolean()),
    line: Type.Optional(Nullable(Type.Integer())),
    filePath: Type.Optional(Nullable(Type.String())),
    baseSha: Type.Optional(Nullable(Type.String())),
    startSha: Type.Optional(Nullable(Type.String())),
    headSha: Type.Optional(Nullable(Type.String())),
  }),
  reply: Type.Object({
    body: Type.String(),
    references: Type.Object({
      users: Type.Array(Type.String()),
      suggestions: Type.Array(AnyJson),
      /** HTML: a sentence a line. */
      commands: Type.String(),
    }),
  }),
})
