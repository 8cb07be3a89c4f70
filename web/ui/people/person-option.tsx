import type { Option } from '../forms/lists/choice-list.ts'
import { Avatar, type AvatarPerson } from './Avatar.tsx'

interface OfferedPerson extends AvatarPerson {
  readonly username: string
  readonly availability?: string | null
}

/** A user in a list to choose from. */
export const personOption = (person: OfferedPerson): Option => ({
  id: String(person.id),
  text: person.availability === 'busy' ? `${person.name} (Busy)` : person.name,
  detail: `@${person.username}`,
  leading: <Avatar {...person} named={false} />,
})
