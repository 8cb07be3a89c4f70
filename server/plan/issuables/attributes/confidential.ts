import { kindWord } from '#contract/issuable-kinds.ts'
import type { PlainParts } from '../define-attribute.ts'

export const confidential: PlainParts<'confidential'> = {
  dependsOnOthers: true,
  isOpenToNonMembers: true,
  graphql: { setter: 'Make an issue confidential or non-confidential.' },
  icons: { confidential: 'eye-slash', visible: 'eye' },
  describe: (_from, to, type) =>
    to
      ? { action: 'confidential', text: `made the ${kindWord(type)} confidential` }
      : { action: 'visible', text: `made the ${kindWord(type)} visible to everyone` },
  commands: [
    {
      name: 'confidential',
      parameter: null,
      description: 'Make issue confidential',
      isOffered: target => !target.facts.confidential,
      leaves: target => ({ ...target, facts: { ...target.facts, confidential: true } }),
      read: (_ctx, target) => ({
        changes: { confidential: true },
        will: `Makes this ${kindWord(target.type)} confidential.`,
        did: `Made this ${kindWord(target.type)} confidential.`,
      }),
    },
  ],
}
