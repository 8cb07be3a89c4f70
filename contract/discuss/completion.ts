import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Day, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Completion')

const asked = Type.Object({
  namespace: Type.String(),
  /** The noteable that the text is written on: `Issue`, with its number in `type_id`. */
  type: Type.Optional(Type.String()),
  typeId: Type.Optional(Type.Integer()),
  /** Limits the reply to matches; without it, the likeliest. */
  search: Type.Optional(Type.String({ maxLength: 255 })),
})

export const completeMembers = operation({
  name: 'completeMembers',
  summary: 'List autocomplete suggestions for `@`',
  at: 'GET /:namespace/-/autocomplete_sources/members',
  input: asked,
  reply: Type.Array(
    Type.Object({
      /** `User`, `Group`, or `All` for everyone in the project. */
      type: Type.String(),
      id: Type.Integer(),
      /** A group's is its full path. */
      username: Type.String(),
      name: Type.String(),
      avatarUrl: Nullable(Type.String()),
      availability: Nullable(Type.String()),
      /** The number of people that a mention notifies, if it is not one person. */
      count: Nullable(Type.Integer()),
    }),
  ),
})

export const completeIssues = operation({
  name: 'completeIssues',
  summary: 'List autocomplete suggestions for `#`',
  at: 'GET /:namespace/-/autocomplete_sources/issues',
  input: Type.Object({
    ...asked.properties,
    /** Limits the reply to confidential issues, to be linked to something confidential. */
    confidentialOnly: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(
    Type.Object({
      id: Type.Integer(),
      iid: Type.Integer(),
      title: Type.String(),
      state: Type.String(),
      confidential: Type.Boolean(),
      reference: Type.String(),
    }),
  ),
})

export const completeLabels = operation({
  name: 'completeLabels',
  summary: 'List autocomplete suggestions for `~`',
  at: 'GET /:namespace/-/autocomplete_sources/labels',
  input: asked,
  reply: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      color: Type.String(),
      textColor: Type.String(),
      type: Type.String(),
      /** Whether it is set on the target. */
      set: Type.Boolean(),
    }),
  ),
})

export const completeMilestones = operation({
  name: 'completeMilestones',
  summary: 'List autocomplete suggestions for `%`',
  at: 'GET /:namespace/-/autocomplete_sources/milestones',
  input: asked,
  reply: Type.Array(
    Type.Object({ id: Type.Integer(), iid: Type.Integer(), title: Type.String(), dueDate: Nullable(Day) }),
  ),
})

export const completeCommands = operation({
  name: 'completeCommands',
  summary: 'List autocomplete suggestions for `/`',
  at: 'GET /:namespace/-/autocomplete_sources/commands',
  input: asked,
  reply: Type.Array(
    Type.Object({
      name: Type.String(),
      aliases: Type.Array(Type.String()),
      description: Type.String(),
      /** The parameters after the name, such as `@user`. */
      params: Type.Array(Type.String()),
    }),
  ),
})

export const completeEmojis = operation({
  name: 'completeEmojis',
  summary: 'List autocomplete suggestions for `:` (all emoji, in picker order)',
  at: 'GET /:namespace/-/autocomplete_sources/emojis',
  input: asked,
  reply: Type.Array(Type.Object({ name: Type.String(), unicode: Type.String(), description: Type.String() })),
})

export const completeContacts = operation({
  name: 'completeContacts',
  summary:
    'List autocomplete suggestions for `[contact:`: active contacts with an email. Empty for users who cannot read contacts',
  at: 'GET /:namespace/-/autocomplete_sources/contacts',
  input: asked,
  reply: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      /** Whether it is a contact of the target. */
      set: Type.Boolean(),
    }),
  ),
})
