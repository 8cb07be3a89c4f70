import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { templateOf } from './read.ts'

interface TemplateNode {
  readonly name: string
  readonly content: string
  readonly projectId: number
}

/** @returns null where there is no such template, or none for the actor */
async function templateNode(ctx: Context, projectId: number, name: string): Promise<TemplateNode | null> {
  const project = await loadIfAllowed(ctx, 'project:read-issues', projectByRef, { id: projectId })
  if (project === null) return null
  try {
    const { content } = await templateOf(ctx, project, 'issue', bounded('name', name))
    return { name, content, projectId }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/** @source graphql.md 5: `workItemDescriptionTemplateContent` */
export function templateFields(): void {
  const Template = builder.objectRef<TemplateNode>('WorkItemDescriptionTemplate').implement({
    description: 'A description template of a project.',
    fields: t => ({
      name: t.exposeString('name', { nullable: false }),
      category: t.string({ resolve: () => null }),
      content: t.exposeString('content'),
      projectId: t.exposeInt('projectId'),
    }),
  })
  const Input = builder.inputType('WorkItemDescriptionTemplateContentInput', {
    fields: t => ({
      name: t.string({ required: true }),
      projectId: t.int({ required: true, description: 'ID of the project that has the template.' }),
      fromNamespace: t.id({ description: 'Full path of the namespace that the template is used in.' }),
    }),
  })
  builder.queryField('workItemDescriptionTemplateContent', t =>
    t.field({
      type: Template,
      description: 'Get a description template of a project by name.',
      args: { templateContentInput: t.arg({ type: Input, required: true }) },
      resolve: (_root, { templateContentInput: { projectId, name } }, { weft }) => templateNode(weft, projectId, name),
    }),
  )
}
