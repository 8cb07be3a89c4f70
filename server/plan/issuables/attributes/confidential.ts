import { plainAttribute, typeWord } from '../attribute.ts'

export const confidential = plainAttribute({
  name: 'confidential',
  ability: 'issuable:set-metadata',
  isFree: true,
  graphql: { setter: 'Hide an issue from all but its members, or show it again.' },
  describe: (_from, to, type) =>
    to
      ? { action: 'confidential', text: `made the ${typeWord(type)} confidential` }
      : { action: 'visible', text: `made the ${typeWord(type)} visible to everyone` },
  commands: [
    {
      name: 'confidential',
      parameter: null,
      description: 'Make issue confidential',
      isOffered: target => !target.facts.confidential,
      leaves: target => ({ ...target, facts: { ...target.facts, confidential: true } }),
      read: (_ctx, target) => ({
        changes: { confidential: true },
        will: `Makes this ${typeWord(target.type)} confidential.`,
        did: `Made this ${typeWord(target.type)} confidential.`,
      }),
    },
  ],
})
