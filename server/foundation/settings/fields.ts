import { builder } from '#server/graphql/builder.ts'
import { presentMetadata } from './present.ts'

type MetadataNode = ReturnType<typeof presentMetadata>

export function settingsFields(): void {
  const Kas = builder.objectRef<MetadataNode['kas']>('Kas').implement({
    description: 'Kubernetes agent server.',
    fields: t => ({
      enabled: t.exposeBoolean('enabled', { nullable: false }),
      externalK8sProxyUrl: t.exposeString('externalK8sProxyUrl'),
      externalUrl: t.exposeString('externalUrl'),
      version: t.exposeString('version'),
    }),
  })
  const Metadata = builder.objectRef<MetadataNode>('Metadata').implement({
    description: 'Metadata of this server.',
    fields: t => ({
      enterprise: t.exposeBoolean('enterprise', { nullable: false }),
      kas: t.field({ type: Kas, nullable: false, resolve: metadata => metadata.kas }),
      revision: t.exposeString('revision', { nullable: false }),
      version: t.exposeString('version', { nullable: false }),
    }),
  })
  builder.queryField('metadata', t =>
    t.field({
      type: Metadata,
      resolve: (_root, _args, { weft }) => (weft.actor.kind === 'user' ? presentMetadata() : null),
    }),
  )
}
