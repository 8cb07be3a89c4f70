import { kindWord } from '#contract/issuable-kinds.ts'
import type { PlainParts } from '../define-attribute.ts'

export const discussionLocked: PlainParts<'discussionLocked'> = {
  graphql: { setter: 'Lock or unlock the discussion.' },
  icons: { locked: 'lock', unlocked: 'lock-open' },
  describe: (_from, to, type) => ({
    action: to ? 'locked' : 'unlocked',
    text: `${to ? 'locked' : 'unlocked'} the discussion in this ${kindWord(type)}`,
  }),
  commands: [
    {
      name: 'lock',
      parameter: null,
      description: 'Lock the discussion',
      isOffered: target => !target.facts.locked,
      leaves: target => ({ ...target, facts: { ...target.facts, locked: true } }),
      read: () => ({
        changes: { discussionLocked: true },
        will: 'Locks the discussion.',
        did: 'Locked the discussion.',
      }),
    },
    {
      name: 'unlock',
      parameter: null,
      description: 'Unlock the discussion',
      isOffered: target => target.facts.locked,
      leaves: target => ({ ...target, facts: { ...target.facts, locked: false } }),
      read: () => ({
        changes: { discussionLocked: false },
        will: 'Unlocks the discussion.',
        did: 'Unlocked the discussion.',
      }),
    },
  ],
}
