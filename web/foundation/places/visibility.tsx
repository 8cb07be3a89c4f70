import { GlobeIcon, LockIcon, ShieldLockIcon } from '@primer/octicons-react'
import type { Visibility } from '#contract/shapes.ts'
import { Chip } from '../Chip.tsx'

const words = { private: 'Private', internal: 'Internal', public: 'Public' } satisfies Record<Visibility, string>

export const visibilityWord = (visibility: Visibility): string => words[visibility]

export function VisibilityIcon({ visibility }: { readonly visibility: Visibility }) {
  switch (visibility) {
    case 'private':
      return <LockIcon size={12} />
    case 'internal':
      return <ShieldLockIcon size={12} />
    case 'public':
      return <GlobeIcon size={12} />
    default:
      return visibility satisfies never
  }
}

export function VisibilityChip({ visibility }: { readonly visibility: Visibility }) {
  return <Chip icon={<VisibilityIcon visibility={visibility} />}>{words[visibility]}</Chip>
}

/** The users who can see it, in a sentence. */
export const visibilityMeaning: Readonly<Record<'project' | 'group', Readonly<Record<Visibility, string>>>> = {
  project: {
    private: 'Visible only to project members.',
    internal: 'Visible to anyone who is signed in.',
    public: 'Visible to anyone, without signing in.',
  },
  group: {
    private: 'The group and its projects are visible only to members.',
    internal: 'Visible to anyone who is signed in.',
    public: 'Visible to anyone, without signing in.',
  },
}
