import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { builder } from '#server/graphql/builder.ts'
import { Namespace, namespaceGid, namespaceNodeByPath, type PlaceNode, placeNode } from './nodes.ts'
import { sharedFields } from './shared-fields.ts'

export function namespacesFields(): void {
  const Permissions = builder.objectRef<PlaceNode>('NamespacePermissions').implement({
    description: 'Permissions of the current user in the namespace.',
    fields: t => ({
      createProjects: t.boolean({
        nullable: false,
        resolve: ({ kind, facts }, _args, { weft }) =>
          kind !== 'project' && may(weft.actor, 'namespace:create-project', facts),
      }),
      readNamespace: t.boolean({ nullable: false, resolve: () => true }),
    }),
  })
  Namespace.implement({
    description: 'A group, a personal namespace, or the namespace of a project.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: namespaceGid }),
      name: t.exposeString('name', { nullable: false }),
      ...sharedFields(t),
      fullName: t.exposeString('fullName', { nullable: false }),
      webUrl: t.exposeString('webUrl'),
      rootNamespace: t.field({
        type: Namespace,
        nullable: false,
        resolve: async (node, _args, context) => (await placeNode(context, node.ancestorIds[0] ?? node.id)) ?? node,
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: node => node }),
    }),
  })
  builder.queryField('namespace', t =>
    t.field({
      type: Namespace,
      description: 'Get a group, a personal namespace or the namespace of a project by full path.',
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, { weft }) =>
        loadIfAllowed(weft, 'namespace:read', namespaceNodeByPath, String(fullPath)),
    }),
  )
}
