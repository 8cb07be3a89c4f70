import { sql } from 'kysely'
import { Type } from 'typebox'
import { attribute, typeWord } from '../attribute.ts'

export const confidential = attribute({
  name: 'confidential',
  ability: 'issuable:set-metadata',
  value: Type.Boolean(),
  columns: to => ({ confidential: sql`${to}::boolean` }),
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
