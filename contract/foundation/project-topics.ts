import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, AvatarInput, Expected, Nullable, Page, Unmodified } from '#contract/shapes.ts'
import { ProjectCard } from './namespaces.ts'

const operation = operationsOf('Topics')

export const Topic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  /** The number of projects that the caller may see. */
  totalProjectsCount: Type.Integer(),
  avatarUrl: Nullable(Type.String()),
})

const id = Type.Integer({ minimum: 1 })
const name = Type.String({ maxLength: 255 })
const title = Type.String({ maxLength: 255 })
const description = Type.Optional(Nullable(Type.String({ maxLength: 1024 })))

export const listTopics = operation({
  name: 'listTopics',
  summary: 'List topics visible to the current user, most used first',
  at: 'GET /topics',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 255 })),
    withoutProjects: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(Topic),
})

export const getTopic = operation({
  name: 'getTopic',
  summary: 'Get a topic',
  at: 'GET /topics/:id',
  input: Type.Object({ id }),
  reply: Topic,
})

export const createTopic = operation({
  name: 'createTopic',
  summary: 'Create a topic (administrators only)',
  at: 'POST /topics',
  input: Type.Object({ name, title: Type.Optional(title), description, avatar: AvatarInput }),
  reply: Topic,
})

export const updateTopic = operation({
  name: 'updateTopic',
  summary: 'Update a topic. A new name replaces the old one in its projects (administrators only)',
  at: 'PUT /topics/:id',
  input: Type.Object({
    id,
    name: Type.Optional(name),
    title: Type.Optional(title),
    description,
    avatar: AvatarInput,
    expected: Expected({ name: Type.Optional(name), title: Type.Optional(title), description }),
  }),
  reply: Topic,
})

export const deleteTopic = operation({
  name: 'deleteTopic',
  summary: 'Delete a topic and remove it from its projects (administrators only)',
  at: 'DELETE /topics/:id',
  input: Type.Object({ id, ...Unmodified }),
  reply: Type.Null(),
})

export const mergeTopics = operation({
  name: 'mergeTopics',
  summary: 'Merge a topic into another and delete it (administrators only)',
  at: 'POST /topics/merge',
  input: Type.Object({ sourceTopicId: id, targetTopicId: id }),
  reply: Topic,
})

export const showTopicAvatar = operation({
  name: 'showTopicAvatar',
  summary: 'Get the avatar of a topic',
  at: 'GET /uploads/-/system/projects/topic/avatar/:id/:uploadId',
  door: 'browser',
  input: Type.Object({ id, uploadId: id }),
  reply: AnyJson,
})

export const topicPage = operation({
  name: 'topicPage',
  summary: 'Get a topic and its projects, last active first',
  at: 'GET /-/pages/topic',
  input: Type.Object({ name: Type.String({ maxLength: 255 }), ...Page }),
  reply: Type.Object({
    topic: Topic,
    descriptionHtml: Type.String(),
    projects: Type.Array(ProjectCard),
    hasNext: Type.Boolean(),
  }),
})
