import { Invalid } from '#server/errors.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { presentMetadata } from './present.ts'

/** Most texts that one argument or input can have. */
const mostTexts = 100

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
  // The contract describes the feature flags of another product. Weft has none of them, so all are disabled.
  const FeatureFlag = builder.objectRef<string>('GitlabInstanceFeatureFlag').implement({
    description: 'A feature flag of the server.',
    fields: t => ({
      name: t.string({ nullable: false, resolve: name => name }),
      enabled: t.boolean({ nullable: false, resolve: () => false }),
    }),
  })
  const Metadata = builder.objectRef<MetadataNode>('Metadata').implement({
    description: 'Metadata of this server.',
    fields: t => ({
      enterprise: t.exposeBoolean('enterprise', { nullable: false }),
      featureFlags: t.field({
        type: [FeatureFlag],
        nullable: false,
        args: { names: t.arg.stringList({ required: true }) },
        resolve: (_metadata, { names }) => names.slice(0, mostTexts).map(name => bounded('names', name)),
      }),
      kas: t.field({ type: Kas, nullable: false, resolve: metadata => metadata.kas }),
      revision: t.exposeString('revision', { nullable: false }),
      version: t.exposeString('version', { nullable: false }),
    }),
  })
  builder.queryField('featureFlagEnabled', t =>
    t.field({
      type: 'Boolean',
      nullable: false,
      args: { name: t.arg.string({ required: true }) },
      resolve: () => false,
    }),
  )
  mutation('echoCreate', {
    description: 'Echo the given messages and errors, to test the API.',
    input: t => ({ messages: t.stringList(), errors: t.stringList() }),
    run: async (_ctx, { messages, errors }) => {
      const sent = [...(messages ?? []), ...(errors ?? [])]
      if (sent.length > mostTexts) throw new Invalid(`Send at most ${mostTexts} messages and errors at a time`)
      for (const text of sent) bounded('messages', text)
      if (errors != null && errors.length > 0) throw new Invalid(errors.join(', '))
      return { echoes: messages ?? [] }
    },
    payload: t => ({
      echoes: t.field({ type: ['String'], resolve: ({ echoes }) => (echoes == null ? null : [...echoes]) }),
    }),
  })
  builder.queryField('metadata', t =>
    t.field({
      type: Metadata,
      resolve: (_root, _args, { weft }) => (weft.actor.kind === 'user' ? presentMetadata() : null),
    }),
  )
}
