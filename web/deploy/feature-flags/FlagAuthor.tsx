import { TextLink } from '#web/ui/actions/TextLink.tsx'
import type { FlagPageData } from './shapes.ts'

/** A person beside a flag; one whose account is gone has no name. */
export const FlagAuthor = ({ of: person }: { readonly of: FlagPageData['requests'][number]['author'] }) =>
  person === null ? 'Someone' : <TextLink href={person.path}>{person.name}</TextLink>
