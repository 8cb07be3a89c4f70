import { GraphQLError } from 'graphql'
import { may } from '#server/access/may.ts'
import { type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { languagesOf, type Share } from '../files/languages.ts'
import { lookUpRef, repositoryOf } from '../open.ts'

/** Most projects of one query whose languages are counted. */
const mostProjects = 20

const languagesOfProject = batch<PlaceNode, readonly Share[]>(
  async (ctx, nodes) => {
    if (nodes.length > mostProjects)
      throw new GraphQLError(`Ask for the languages of at most ${mostProjects} projects at a time`)
    const found = new Map<number, readonly Share[]>()
    for (const node of nodes) {
      const dir = await repositoryOf(ctx, node)
      const head =
        dir === null ? null : await lookUpRef(dir, { defaultBranch: node.project?.default_branch ?? '' }, 'HEAD')
      found.set(node.id, dir === null || head === null ? [] : await languagesOf(dir, head.commitId))
    }
    return ({ id }) => found.get(id) ?? []
  },
  ({ id }) => String(id),
)

/** @source graphql.md 6: `Project.languages` */
export function languageFields(): void {
  const Language = builder.objectRef<Share>('RepositoryLanguage').implement({
    description: 'A language of the files in a repository.',
    fields: t => ({
      name: t.exposeString('name', { nullable: false }),
      share: t.exposeFloat('percent', { description: 'Share of the code, in percent.' }),
      color: t.string({ resolve: () => null }),
    }),
  })
  builder.objectField(Project, 'languages', t =>
    t.field({
      type: [Language],
      description: 'Languages of the default branch. Null if the current user cannot read code.',
      resolve: async (node, _args, context) =>
        may(context.weft.actor, 'project:read-code', node.facts)
          ? [...(await languagesOfProject(context, node))]
          : null,
    }),
  )
}
