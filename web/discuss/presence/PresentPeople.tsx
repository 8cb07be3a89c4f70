import type { Present } from '#web/api/live/presence.ts'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'

/** The other users who have the noteable open. */
export function PresentPeople({ people }: { readonly people: readonly Present[] }) {
  const shown = people.map(({ id, username, name, avatar_url: avatarUrl }) => ({ id, username, name, avatarUrl }))
  return <AvatarStack label="Also viewing" people={shown} most={4} sizePx={20} />
}
